import StreamImport
import Testing

/// Errors of enums with discriminators: what they say and where, and that they are contained.
struct CaseErrorTests {
    @Importable(discriminator: "type")
    enum Shape: Equatable, Sendable {
        case circle(Circle)
        @Key("sq", "square") case square(side: Int)
    }

    @Importable
    struct Circle: Equatable, Sendable {
        var radius: Int
        var name = ""
        var tags: [String]?
    }

    @Importable
    struct Drawing: Equatable, Sendable {
        var id: Int
        var shape: Shape?
        @Lenient var shapes: [Shape] = []
    }

    @Test(arguments: [
        (
            #"{"type": "oval"}"#,
            #"unknownCase at 1:2 (1), record 1, $[0].type: expected a case of Shape (circle, sq), found "oval""#
        ),
        (
            #"{"a": [1], "type": "oval", "b": 2}"#,
            #"unknownCase at 1:2 (1), record 1, $[0].type: expected a case of Shape (circle, sq), found "oval""#
        ),
        (#"{"radius": 1}"#, #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "type" of Shape"#),
        (
            #"{"type": "circle"}"#,
            #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "radius" of Circle"#
        ),
        (
            #"{"name": "a", "type": "circle"}"#,
            #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "radius" of Circle"#
        ),
        (
            #"{"radius": "a", "type": "circle"}"#,
            #"typeMismatch at 1:13 (12), record 1, $[0].radius: expected an integer, found "a""#
        ),
        (
            #"{"type": "circle", "radius": []}"#,
            #"typeMismatch at 1:31 (30), record 1, $[0].radius: expected a value for Int, found '['"#
        ),
        (
            #"{"tags": ["a", 1.5], "type": "circle", "radius": 1, "tags": [{}]}"#,
            #"typeMismatch at 1:63 (62), record 1, $[0].tags[0]: expected a value for String, found '{'"#
        ),
        (
            #"{"side": {}, "type": "square"}"#,
            #"typeMismatch at 1:11 (10), record 1, $[0].side: expected a value for Int, found '{'"#
        ),
    ])
    func errorSaysWhatIsExpected(_ text: String, _ message: String) async throws {
        let outcome = try await importAllVariants(to: Shape.self, from: "[\(text), \(text)]")
        #expect(outcome.message == message)
    }

    @Test(arguments: [
        #"{"radius": "a", "type": "circle", "name": {"b": [1]}}"#,
        #"{"type": "circle", "radius": "a", "name": "b"}"#,
        #"{"name": {"b": [1]}, "type": "oval", "radius": {}}"#, #"{"name": {"b": [1]}, "radius": {}}"#, "3",
        "[[]]",
        #"{"type": "square", "side": 1.5, "rest": [[{}]]}"#, #"{"rest": [[{}]], "type": "square"}"#,
    ])
    func recordAfterRejectedOneIsKept(_ text: String) async throws {
        let good = #"{"radius": 1, "type": "circle"}"#
        let outcome = try await importAllFrontEndsOfObjects(
            to: Shape.self, from: [good, text, good, text, good])
        #expect(outcome.records == [Shape](repeating: .circle(Circle(radius: 1)), count: 3))
        #expect(outcome.summary?.rejectedCount == 2)
    }

    private func importAllFrontEndsOfObjects(
        to type: Shape.Type, from texts: [String]
    ) async throws -> Outcome<Shape> {
        let text = "[\(texts.joined(separator: ", "))]"
        let areObjects = texts.allSatisfy { $0.hasPrefix("{") }
        return areObjects
            ? try await importAllFrontEnds(to: type, from: text) { $0.errorPolicy = .skip() }
            : try await importAllVariants(to: type, from: text) { $0.errorPolicy = .skip() }
    }

    @Test(arguments: [
        #"{"name": {"b": [1]}, "type": "circle", "radius": 1}"#, #"{"name": "b", "type": "circle"}"#,
        #"{"type": "oval", "radius": [{}]}"#, #"{"rest": {}}"#, #""a""#, "[[1]]",
        #"{"side": {"a": 1}, "type": "sq", "rest": {"type": "circle"}}"#,
    ])
    func skippedMismatchLeavesRestOfRecord(_ shape: String) async throws {
        let text = #"[{"shape": \#(shape), "id": 1}, {"id": 2, "shape": \#(shape)}]"#
        let outcome = try await importAllFrontEnds(to: Drawing.self, from: text) {
            $0.mismatches = .skipValue
        }
        let isWhole = shape.contains("name\": {")
        let expected = isWhole ? Shape.circle(Circle(radius: 1)) : nil
        #expect(outcome.records == [Drawing(id: 1, shape: expected), Drawing(id: 2, shape: expected)])
        #expect(outcome.summary?.mismatchCount == 2)
    }

    @Test func lenientArraySkipsElements() async throws {
        let text = #"""
            [{"shapes": [{"type": "oval", "a": {}}, {"radius": 1, "type": "circle"}, 3, {"side": {}, "type": "sq", "b": 1},
              {"type": "circle", "radius": 2, "name": []}, {"type": "sq", "side": 3}], "id": 1}]
            """#
        let outcome = try await importAllFrontEnds(to: Drawing.self, from: text)
        #expect(outcome.records == [Drawing(id: 1, shapes: [.circle(Circle(radius: 1)), .square(side: 3)])])
        #expect(outcome.summary?.mismatchCount == 4)
    }

    @Test func skippedValueInPayloadKeepsPayload() async throws {
        let text =
            #"[{"tags": [[]], "type": "circle", "radius": 1}, {"type": "circle", "radius": 1, "tags": {"a": []}}]"#
        let outcome = try await importAllFrontEnds(to: Shape.self, from: text) { $0.mismatches = .skipValue }
        #expect(outcome.records == [.circle(Circle(radius: 1)), .circle(Circle(radius: 1))])
        #expect(outcome.summary?.mismatchCount == 2)
    }

    @Test(arguments: [
        #"[{"type": "circle", "radius": 1, "other": 1}, {"other": {"a": 1}, "type": "circle", "radius": 1}]"#,
        #"[{"type": "square", "side": 1, "other": 1}, {"other": {"a": 1}, "type": "square", "side": 1}]"#,
    ])
    func discriminatorIsNotUnknownKey(_ text: String) async throws {
        let outcome = try await importAllVariants(to: Shape.self, from: text) { $0.unknownKeys = .report }
        #expect(outcome.summary?.unknownKeys.map(\.key) == ["other"])
        #expect(outcome.records?.count == 2)
    }

    @Test func keysOfLabelsAreNotUnknownInPayload() async throws {
        let text = #"[{"type": "pr", "number": 1, "actor": {"login": "a"}, "other": 1}]"#
        let outcome = try await importAllVariants(to: Event.self, from: text) { $0.unknownKeys = .report }
        #expect(outcome.summary?.unknownKeys.map(\.key) == ["other"])
    }

    @Test(arguments: [
        #"[{"type": "circle", "radius": 1, "radius": 2}]"#,
        #"[{"radius": 1, "radius": 2, "type": "circle"}]"#,
    ])
    func duplicateKeyIsFoundInPayload(_ text: String) async throws {
        let outcome = try await importAllVariants(to: Shape.self, from: text) {
            $0.duplicateKeys = .rejectRecord
        }
        #expect(outcome.error?.code == .duplicateKey)
        let lastValue = try await importAllVariants(to: Shape.self, from: text)
        #expect(lastValue.records == [.circle(Circle(radius: 2))])
    }

    @Test(arguments: [
        "{\"type\": \"circle\", \"radius\"", "{\"radius\": 1, \"ty", "{\"radius\": 1", "{\"type\": \"circ",
        "{",
    ])
    func truncatedTextReportsUnexpectedEnd(_ text: String) async throws {
        let outcome = try await importAllVariants(to: Shape.self, from: "[" + text)
        #expect(outcome.error?.code == .unexpectedEnd)
    }

    @Test func firstFitListsErrorOfEachCase() async throws {
        let outcome = try await importAllVariants(
            to: IdentifierHolder.self, from: #"[{"a": {"x": 1, "name": []}}]"#)
        #expect(
            outcome.message
                == #"unknownCase at 1:8 (7), record 1, $[0].a: the value fits no case of Identifier (number: expected a value for Int, found '{'; text: expected a value for String, found '{'; list: expected an array, found '{'; point: missing required key "y" of Identifier; person: expected a value for String, found '[')"#
        )
        let null = try await importAllVariants(to: IdentifierHolder.self, from: #"[{"a": null}]"#)
        #expect(null.error?.code == .missingKeys)
    }

    @Test func severalKeysOfKeySelectedEnumAreRejected() async throws {
        let outcome = try await importAllVariants(to: Command.self, from: #"[{"mv": 1, "tags": []}]"#)
        #expect(
            outcome.message
                == "unknownCase at 1:2 (1), record 1, $[0]: expected one of the keys push, mv, tags, quit of Command, found 2"
        )
        let empty = try await importAllVariants(to: Command.self, from: "[{}]")
        #expect(
            empty.message
                == "unknownCase at 1:2 (1), record 1, $[0]: expected one of the keys push, mv, tags, quit of Command, found none"
        )
    }
}
