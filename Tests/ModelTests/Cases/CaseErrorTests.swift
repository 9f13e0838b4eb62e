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

    @Importable
    struct Commands: Equatable {
        var last: Command?
        @Lenient var all: [Command]
    }

    /// The object without its payload was a second mismatch.
    @Test func payloadOfKeyThatDoesNotFitIsOneMismatch() async throws {
        let text = #"[{"last": {"mv": "x"}, "all": [{"mv": {}}, {"mv": 1}]}]"#
        let outcome = try await importAllVariants(to: Commands.self, from: text) {
            $0.mismatches = .skipValue
        }
        #expect(outcome.records == [Commands(last: nil, all: [.move(to: 1)])])
        #expect(outcome.summary?.mismatches.map(\.error.code) == [.typeMismatch, .typeMismatch])
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

    // MARK: - Cases that do not fit

    @Importable(discriminator: .firstFit)
    enum Entry: Equatable, Sendable {
        case list(items: [Int], count: Int)
        case named(name: String)
    }

    @Importable
    struct LenientList: Equatable, Sendable {
        @Lenient var items: [Int]
        var count: Int
    }

    @Importable(discriminator: .firstFit)
    enum LenientEntry: Equatable, Sendable {
        case list(LenientList)
        case named(name: String)
    }

    @Test func unknownKeysOfOtherCasesAreNotReported() throws {
        var options = ImportOptions()
        options.unknownKeys = .report
        let text = #"[{"name": "a"}, {"items": [], "count": 1, "name": 2}, {"name": "a", "x": 1}]"#
        let summary = try StreamImporter.objects(of: Entry.self, from: text, options: options).forEach { _ in
        }
        #expect(summary.recordCount == 3)
        #expect(summary.unknownKeys.map(\.key) == ["name", "x"])
        #expect(summary.unknownKeys.map(\.location?.line) == [1, 1])
    }

    @Test func skippedElementsOfOtherCasesDoNotCount() throws {
        let text = #"[{"items": ["a", "b"], "name": "c"}, {"items": ["a", 1], "count": 1}]"#
        var records: [LenientEntry] = []
        let summary = try StreamImporter.objects(of: LenientEntry.self, from: text).forEach {
            records.append($0)
        }
        #expect(records == [.named(name: "c"), .list(.init(items: [1], count: 1))])
        #expect(summary.mismatchCount == 1)
        #expect(summary.mismatches.map(\.record) == [2])
    }
}
