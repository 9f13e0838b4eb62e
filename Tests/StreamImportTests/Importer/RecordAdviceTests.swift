import StreamImport
import Testing

/// What an error says where of a record and its model one is an array.
@Suite struct RecordAdviceTests {
    @Importable
    struct Person { var name: String? }

    private let array =
        "each record becomes one Array<Person>; where each becomes one Person, import Person.self"

    @Test func arrayTypeForObjectRecordsAdvisesElementType() throws {
        let text = #"[{"name":"a"}]"#
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: [Person].self, from: text).collect()
        }
        #expect(error?.code == .typeMismatch)
        #expect(error?.advice == array)
        #expect(try [Person](json: text).count == 1)
        #expect(try StreamImporter.objects(of: [Person].self, from: "[\(text)]").collect().count == 1)
    }

    @Test func arrayTypeForDictionaryAdvisesElementType() throws {
        let error = #expect(throws: ImportError.self) { try [Person](dictionary: ["name": "a"]) }
        #expect(error?.advice == array)
    }

    @Test func modelTypeForArrayAdvisesArrayType() throws {
        let error = #expect(throws: ImportError.self) { try Person(json: #"[{"name":"a"}]"#) }
        #expect(error?.advice == "the record is an array; import [Person].self to make one of its elements")
        let other = #expect(throws: ImportError.self) { try Person(json: "1") }
        #expect(other?.advice == nil)
    }
}
