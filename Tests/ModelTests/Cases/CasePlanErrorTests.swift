import StreamImport
import Testing

/// Plans of enums and classes with cases that cannot be followed.
struct CasePlanErrorTests {
    /// An enum whose value is made from the whole object, and so contains itself.
    @Importable(discriminator: "type")
    indirect enum Endless: Sendable {
        case negated(Endless)
        case number(label: String)
    }

    @Test func payloadMadeFromWholeObjectDoesNotContainItself() {
        let error = #expect(throws: ImportError.self) {
            try Endless(json: #"{"type": "negated"}"#)
        }
        #expect(error?.code == .invalidPlan)
    }

    /// An enum with an enum in it, which has the same discriminator.
    @Importable(discriminator: "type")
    enum Outer: Equatable, Sendable {
        case inner(Inner)
        case other

        @Importable(discriminator: "type")
        enum Inner: Equatable, Sendable {
            case inner(id: Int)
            case unknown(JSONValue)
        }
    }

    @Test func payloadWithSameDiscriminatorNamesBothCases() throws {
        let outer = try Outer(json: #"{"type":"inner","id":1}"#)
        #expect(outer == .inner(.inner(id: 1)))
        #expect(try outer.jsonString() == #"{"type":"inner","id":1}"#)
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
}
