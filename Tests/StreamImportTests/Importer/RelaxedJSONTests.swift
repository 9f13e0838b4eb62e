import Foundation
import StreamImport
import Testing

/// Text that is nearly JSON, by every way of reading. The filter itself is tested in `RelaxedFilterTests`.
@Suite(.manyVariants) struct RelaxedJSONTests {
    @Importable struct Sample: Equatable {
        var id: Int
        var value: Double?
        var text: JSONText?
        var any: JSONValue?
        var name: String?
    }

    private static let text = """
        // Samples
        [{"id": 1, "value": NaN, "text": [NaN, 1,], "any": {"x": -Infinity}, "name": Infinity},
        \u{FEFF}{"id": /* two */ 2, "value": 0E7, "text": NaN, "any": "NaN", "name": "Infinity",},]
        """

    @Test func nonFiniteNumberIsNull() async throws {
        let outcome = try await importAllVariants(to: Sample.self, from: Self.text) {
            $0.relaxedJSON = .nonFiniteAsNull
        }
        #expect(outcome.message == nil)
        let records = try #require(outcome.records)
        #expect(records.map { $0.value } == [nil, 0])
        #expect(records.map { $0.text?.text } == ["[null, 1 ]", nil])
        #expect(records.map { $0.any } == [.object(["x": .null]), .string("NaN")])
        #expect(records.map { $0.name } == [nil, "Infinity"])
    }

    @Test func nonFiniteNumberIsText() async throws {
        let outcome = try await importAllVariants(to: Sample.self, from: Self.text) {
            $0.relaxedJSON = .nonFiniteAsText
            $0.mismatches = .skipValue
        }
        #expect(outcome.message == nil)
        let records = try #require(outcome.records)
        #expect(records.map { $0.value } == [nil, 0])
        #expect(records.map { $0.text?.text } == [#"["NaN", 1 ]"#, #""NaN""#])
        #expect(records.map { $0.any } == [.object(["x": .string("-Infinity")]), .string("NaN")])
        #expect(records.map { $0.name } == ["Infinity", "Infinity"])
    }

    @Test func errorHasSpellingOfInput() async throws {
        let outcome = try await importAllVariants(to: Int.self, from: "[1,NaN,]") {
            $0.relaxedJSON = .nonFiniteAsText
        }
        #expect(outcome.error?.message == "expected an integer, found NaN")
        #expect(outcome.error?.location == StreamImport.SourceLocation(offset: 3, line: 1, column: 4))
    }

    @Test func decoderReceivesJSON() async throws {
        struct Point: Decodable, Equatable { var x: Double? }
        let outcome = try await importAllVariants(
            decoding: Point.self, from: "p = [{\"x\":NaN},{\"x\":1,},];"
        ) {
            $0.relaxedJSON = .nonFiniteAsNull
        }
        #expect(outcome.records == [Point(x: nil), Point(x: 1)])
    }

    @Test(arguments: ["[1,]", "[NaN]", "[1 /**/]", "// x\n1", "x = [1]"])
    func otherTextIsErrorByDefault(text: String) async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: text) { $0.format = .json }
        #expect(outcome.error?.category == .syntax)
    }
}
