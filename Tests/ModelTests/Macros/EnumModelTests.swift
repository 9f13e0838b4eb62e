import StreamImport
import Testing

/// Enums whose conformance the macro generates.
@Suite struct EnumModelTests {
    @Importable
    enum Color: String, CaseIterable {
        case red, green
        case other = "something else"
    }

    @Importable
    enum Level: Int8, Codable {
        case low = -1
        case high = 1
    }

    @Test func rawValueMakesCase() async throws {
        let colors = try await importAllVariants(to: Color.self, from: #"["red","something else","green"]"#)
        #expect(colors.records == [.red, .other, .green])
        let levels = try await importAllVariants(to: [Level?].self, from: "[[-1,1.0,null]]")
        #expect(levels.records == [[.low, .high, nil]])
    }

    @Test(arguments: [(#"["blue"]"#, #""blue""#), ("[1]", "1")])
    func unknownRawValueReportsError(text: String, found: String) async throws {
        let outcome = try await importAllVariants(to: Color.self, from: text)
        #expect(outcome.records == [])
        #expect(outcome.message?.hasSuffix("found \(found)") == true)
    }
}
