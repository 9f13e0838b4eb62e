import StreamImport
import Testing

/// Plans of enums and classes with cases that cannot be followed.
struct CasePlanErrorTests {
    /// An enum whose value is made from the whole object, and so contains itself.
    @Importable(discriminator: "type")
    indirect enum Endless {
        case negated(Endless, by: Int)
        case number(Int, label: String)
    }

    @Test func payloadMadeFromWholeObjectDoesNotContainItself() {
        let error = #expect(throws: ImportError.self) {
            try Endless(json: #"{"type": "negated", "by": 1}"#)
        }
        #expect(error?.code == .invalidPlan)
        #expect(throws: ImportError.self) { try Endless.negated(.number(1, label: ""), by: 2).jsonString() }
    }

    @Importable(discriminator: "type")
    enum Validated: ImportValidating {
        case ping

        func validate() throws {}
    }

    @Test func hooksOfEnumAreInvalid() {
        let error = #expect(throws: ImportError.self) { try Validated(json: #"{"type": "ping"}"#) }
        #expect(error?.code == .invalidPlan)
        #expect(error?.advice == "conform the payloads to the protocol instead")
    }

    @Test func instancesOfBaseClassAreReusedWithThoseOfSubclasses() throws {
        var options = ImportOptions()
        options.reuseInstances(of: Figure.self) { _ in nil }
        let text = #"{"kind": "circle", "name": "a", "radius": 2}"#
        let error = #expect(throws: ImportError.self) { try importedFigure(text, options) }
        #expect(error?.code == .invalidPlan)
        #expect(error?.advice == "call reuseInstances for each class in 'subclasses'")
        options.reuseInstances(of: Circle.self) { _ in nil }
        options.reuseInstances(of: Square.self) { _ in nil }
        #expect(try importedFigure(text, options) == Circle(name: "a", radius: 2))
    }

    private func importedFigure(_ text: String, _ options: ImportOptions) throws -> Figure {
        try Figure(json: text, options: options)
    }

    struct Twice: Importable {
        var first: CaseErrorTests.Circle
        var second: CaseErrorTests.Circle

        static let importPlan = ImportPlan(Twice.self) { fields in
            let first = fields.wholeObject("first", CaseErrorTests.Circle.self)
            let second = fields.wholeObject("second", CaseErrorTests.Circle.self)
            return ModelOperations(
                make: { draft in Twice(first: draft[first], second: draft[second]) },
                update: { draft, old in
                    Twice(first: draft.updated(old.first, first), second: draft.updated(old.second, second))
                },
                decompose: { twice, values in
                    values.add(twice.first, first)
                    values.add(twice.second, second)
                },
                properties: { [:] })
        }
    }

    @Test func secondFieldForWholeObjectIsInvalid() {
        let error = #expect(throws: ImportError.self) { try Twice(json: #"{"radius": 1}"#) }
        #expect(error?.code == .invalidPlan)
        #expect(error?.advice == "declare one such field")
    }
}
