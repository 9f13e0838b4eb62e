import StreamImport
import Testing

/// Enums whose plans are written by hand.
struct PlannedCaseTests {
    @Test(arguments: [
        (
            #"{"type": "push", "ref": "a", "commits": [{"id": 1}, {"id": 2}]}"#,
            PlannedEvent.push(.init(ref: "a", commits: [.init(id: 1), .init(id: 2)]))
        ),
        (
            #"{"ref": "a", "type": "PushEvent", "commits": [{"id": 1}, {"id": 2}]}"#,
            .push(.init(ref: "a", commits: [.init(id: 1), .init(id: 2)]))
        ),
        (
            #"{"ref": "a", "commits": [{"id": 1}, {"id": 2}], "type": "PUSH"}"#,
            .push(.init(ref: "a", commits: [.init(id: 1), .init(id: 2)]))
        ),
        (#"{"x": 1, "type": "move", "y": 2}"#, .move(x: 1, y: 2)),
        (#"{"type": "quit"}"#, .quit),
        (#"{"type": "quit", "by": {"name": "\u00e9"}}"#, .quit),
        (
            #"{"type": "fork", "a": [1, {}]}"#,
            .unknown(.object(["type": .string("fork"), "a": .array([.number("1"), .object([:])])]))
        ),
    ])
    func discriminatorSelectsCase(_ text: String, _ event: PlannedEvent) async throws {
        let outcome = try await importAllFrontEnds(to: PlannedEvent.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [event, event])
        #expect(outcome.message == nil)
    }

    @Test(arguments: [
        (
            #"{"ref": "a"}"#,
            "missingKeys at 1:2 (1), record 1, $[0]: missing required key \"type\" of PlannedEvent"
        ),
        (#"{}"#, "missingKeys at 1:2 (1), record 1, $[0]: missing required key \"type\" of PlannedEvent"),
        (
            #"{"type": null}"#,
            "missingKeys at 1:2 (1), record 1, $[0]: missing required key \"type\" of PlannedEvent"
        ),
        (
            #"{"type": {"a": 1}}"#,
            "missingKeys at 1:2 (1), record 1, $[0]: missing required key \"type\" of PlannedEvent"
        ),
        (
            #"{"type": "move", "x": 1}"#,
            "missingKeys at 1:2 (1), record 1, $[0]: missing required key \"y\" of PlannedEvent"
        ),
        (
            #"{"x": "a", "type": "move", "y": 1}"#,
            "typeMismatch at 1:8 (7), record 1, $[0].x: expected an integer, found \"a\""
        ),
        (
            #"{"type": "push", "ref": "a", "commits": [{}]}"#,
            "missingKeys at 1:43 (42), record 1, $[0].commits[0]: missing required key \"id\" of Commit"
        ),
        (#"[1]"#, "typeMismatch at 1:2 (1), record 1, $[0]: expected an object, found '['"),
        (#""a""#, "typeMismatch at 1:2 (1), record 1, $[0]: expected an object, found \"a\""),
        (#"null"#, "typeMismatch at 1:2 (1), record 1, $[0]: expected an object, found null"),
    ])
    func errorHasLocation(_ text: String, _ message: String) async throws {
        let outcome = try await importAllVariants(to: PlannedEvent.self, from: "[\(text)]")
        #expect(outcome.message == message)
    }
}
