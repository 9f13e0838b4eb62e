import StreamImport
import Testing

/// The advice of an error if either the record or the model is an array, but not both.
@Suite struct RecordAdviceTests {
    @Importable
    struct Person { var name: String? }

    private let elementTypeAdvice =
        "each record is imported as Array<Person>; to import it as Person, pass Person.self"

    @Test func arrayTypeForObjectRecordsAdvisesElementType() throws {
        let text = #"[{"name":"a"}]"#
        let error = expectError(.typeMismatch) {
            try StreamImporter.objects(of: [Person].self, from: text).collect()
        }
        #expect(error?.advice == elementTypeAdvice)
        #expect(try [Person](json: text).count == 1)
        #expect(try StreamImporter.objects(of: [Person].self, from: "[\(text)]").collect().count == 1)
    }

    @Test func arrayTypeForDictionaryAdvisesElementType() throws {
        let error = #expect(throws: ImportError.self) { try [Person](dictionary: ["name": "a"]) }
        #expect(error?.advice == elementTypeAdvice)
    }

    @Test func modelTypeForArrayAdvisesArrayType() throws {
        let error = #expect(throws: ImportError.self) { try Person(json: #"[{"name":"a"}]"#) }
        #expect(error?.advice == "to import a record that is an array, pass [Person].self")
    }

    @Test func modelTypeForScalarHasNoAdvice() throws {
        let error = #expect(throws: ImportError.self) { try Person(json: "1") }
        #expect(error?.advice == nil)
    }
}
