import StreamImport
import Testing

/// `SkippedValue`, which accepts every value and stores nothing.
@Suite struct SkippedValueTests {
    @Test(arguments: [
        "[]", "[null, true, 1.5e3, \"x\", [], {}]", "[[1, [2, {\"a\": [3]}]], {\"a\": [{\"b\": [[]]}]}]",
        "{\"a\": 1}", "1 2 [3] {\"a\": 4}\n5", "1\n[2, 3]\n{\"a\": null}\n",
    ])
    func skippedValueHasSameRecordCountAsJSONValue(text: String) throws {
        let count = try StreamImporter.objects(of: SkippedValue.self, from: text).forEach { _ in }.recordCount
        #expect(count == (try StreamImporter.objects(of: JSONValue.self, from: text).collect().count))
    }

    @Test(arguments: ["[{\"a\": tru}]", "[[1, 2}]", "{\"a\": [1, 2]", "[{\"a\": \"\\x\"}]", "[[[1, [2}]]]"])
    func skippedValueReportsSameSyntaxErrorAsJSONValue(text: String) {
        func error<Model: Importable>(_ model: Model.Type) -> ImportError? {
            #expect(throws: ImportError.self) {
                try StreamImporter.objects(of: model, from: text).forEach { _ in }
            }
        }
        let expected = error(JSONValue.self)
        #expect(error(SkippedValue.self)?.code == expected?.code)
        #expect(error(SkippedValue.self)?.location == expected?.location)
    }

    @Test func skippedValueIsReadAsFieldElementAndOptional() throws {
        struct Model: Importable {
            let any: SkippedValue
            let many: [SkippedValue]
            let maybe: SkippedValue?

            static let importPlan = ImportPlan(Model.self) { fields in
                let any = fields.required("any", SkippedValue.self)
                let many = fields.required("many", [SkippedValue].self)
                let maybe = fields.optional("maybe", SkippedValue.self)
                return { draft in Model(any: draft[any], many: draft[many], maybe: draft[maybe]) }
            }
        }
        let text = #"[{"any": {"x": [1]}, "many": [1, [2], {"y": 3}], "maybe": [4]}]"#
        let model = try #require(try StreamImporter.objects(of: Model.self, from: text).collect().first)
        #expect(model.many.count == 3)
        #expect(model.maybe != nil)
    }

    @Test func modelWithoutFieldsIsImported() throws {
        struct Empty: Importable {
            static let importPlan = ImportPlan(Empty.self) { _ in { _ in Empty() } }
        }
        let text = #"[{}, {"a": 1, "b": [2]}, {"a": {}}]"#
        #expect(try StreamImporter.objects(of: Empty.self, from: text).collect().count == 3)
    }
}
