import StreamImport
import Testing

/// The cases of enums in texts and in dictionaries.
struct CaseTests {
    private static let push = Event.Push(ref: "a", commits: [.init(id: 1), .init(id: 2)])
    private static let octo = Event.Actor(login: "octo")

    @Test(arguments: [
        // The discriminator is first, in the middle, last, or has another spelling.
        (#"{"type": "push", "ref": "a", "commits": [{"id": 1}, {"id": 2}]}"#, Event.push(push)),
        (#"{"ref": "a", "type": "push", "commits": [{"id": 1}, {"id": 2}]}"#, .push(push)),
        (#"{"commits": [{"id": 1, "type": "ping"}, {"id": 2}], "ref": "a", "type": "push"}"#, .push(push)),
        (#"{"TYPE": "Push", "ref": "a", "commits": [{"id": 1}, {"id": 2}]}"#, .push(push)),
        (#"{"ref": "\u0061", "t\u0079pe": "p\u0075sh", "commits": [{"id": 1}, {"id": 2}]}"#, .push(push)),
        (#"{"type": "push", "ref": "a"}"#, .push(Event.Push(ref: "a"))),
        // A value from the whole object, and one from a member.
        (
            #"{"type": "PullRequestEvent", "number": 7, "head": {"ref": "b"}, "actor": {"login": "octo"}}"#,
            .opened(.init(number: 7, branch: "b"), actor: octo)
        ),
        (
            #"{"actor": {"login": "octo"}, "head": {"ref": "b"}, "number": 7, "type": "pr"}"#,
            .opened(.init(number: 7, branch: "b"), actor: octo)
        ),
        (
            #"{"number": 7, "type": "opened", "actor": {"login": "octo"}}"#,
            .opened(.init(number: 7), actor: octo)
        ),
        // Values from members, some optional.
        (
            #"{"type": "star_count", "count": 3, "by": {"login": "octo"}, "weight": 0.5}"#,
            .starCount(count: 3, by: octo, weight: 0.5)
        ),
        (#"{"count": 3, "by": null, "type": "STAR-COUNT"}"#, .starCount(count: 3, by: nil)),
        (#"{"type": "ping", "anything": [{}]}"#, .ping),
        (#"{"anything": [{}], "type": "ping"}"#, .ping),
        // An enum in an enum.
        (
            #"{"to": {"to": {"type": "ping"}, "type": "reply"}, "type": "reply"}"#,
            .reply(to: .reply(to: .ping))
        ),
        (
            #"{"type": "reply", "to": {"type": "reply", "to": {"type": "ping"}}}"#,
            .reply(to: .reply(to: .ping))
        ),
        // A name without a case.
        (
            #"{"type": "fork", "forkee": {"id": 1}}"#,
            .unknown(.object(["type": .string("fork"), "forkee": .object(["id": .number("1")])]))
        ),
        (
            #"{"forkee": {"id": 1}, "type": 12}"#,
            .unknown(.object(["type": .number("12"), "forkee": .object(["id": .number("1")])]))
        ),
    ])
    func discriminatorSelectsCase(_ text: String, _ event: Event) async throws {
        let outcome = try await importAllFrontEnds(to: Event.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [event, event])
        #expect(outcome.message == nil)
    }

    @Test(arguments: [
        (#"{"kind": "charge", "data": {"object": {"amount": 3}}}"#, Notice.charge(.init(amount: 3))),
        (#"{"data": {"previous": 1, "object": {"amount": 3}}, "kind": "charge"}"#, .charge(.init(amount: 3))),
        (
            #"{"kind": "refund", "reason": "late", "data": {"object": {"amount": 3}}}"#,
            .refund(.init(amount: 3), reason: "late")
        ),
        (#"{"data": {}, "kind": "refund"}"#, .refund(nil)),
        (#"{"kind": "closed", "data": {"object": {"amount": 3}}}"#, .closed),
    ])
    func contentIsUnderItsKey(_ text: String, _ notice: Notice) async throws {
        let outcome = try await importAllFrontEnds(to: Notice.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [notice, notice])
    }

    @Test(arguments: [
        (#"{"meta": {"type": "text"}, "body": "a"}"#, Message.text(.init(body: "a"))),
        (#"{"body": "a", "meta": {"id": [1], "type": "text"}}"#, .text(.init(body: "a"))),
        (#"{"url": "u", "meta": {"type": "image"}}"#, .image(url: "u")),
    ])
    func discriminatorMayBePath(_ text: String, _ message: Message) async throws {
        let outcome = try await importAllFrontEnds(to: Message.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [message, message])
    }

    @Test(arguments: [
        (#"{"push": {"ref": "a", "commits": [{"id": 1}, {"id": 2}]}}"#, Command.push(push)),
        (#"{"mv": 3}"#, .move(to: 3)),
        (#"{"MOVE": 3}"#, .move(to: 3)),
        (#"{"tags": ["a", "b"]}"#, .tags(["a", "b"])),
        (#"{"quit": null}"#, .quit),
        (#"{"quit": {}}"#, .quit),
        (#"{"other": [1]}"#, .unknown(.object(["other": .array([.number("1")])]))),
    ])
    func keySelectsCase(_ text: String, _ command: Command) async throws {
        let outcome = try await importAllFrontEnds(to: Command.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [command, command])
    }

    @Test(arguments: [
        (#"{"a": 3}"#, Identifier.number(3)),
        (#"{"a": "3"}"#, .text("3")),
        (#"{"a": true}"#, .number(1)),
        (#"{"a": 1.5}"#, .text("1.5")),
        (#"{"a": [1, "b", []]}"#, .list([.number(1), .text("b"), .list([])])),
        (#"{"a": {"y": 2, "x": 1}}"#, .point(x: 1, y: 2)),
        (#"{"a": {"name": "b"}}"#, .person(.init(name: "b"))),
        (#"{"a": {"x": 1, "name": "b"}}"#, .person(.init(name: "b"))),
        (#"{"a": [{"x": 1, "y": "2"}]}"#, .list([.point(x: 1, y: 2)])),
    ])
    func valueBecomesFirstCaseThatFits(_ text: String, _ identifier: Identifier) async throws {
        let outcome = try await importAllFrontEnds(to: IdentifierHolder.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [IdentifierHolder(a: identifier), IdentifierHolder(a: identifier)])
    }

    @Test(arguments: [
        (#"{"type": "message", "subtype": "bot", "name": "b"}"#, SlackEvent.message(.bot(name: "b"))),
        (#"{"text": "b", "subtype": "plain", "type": "message"}"#, .message(.plain(text: "b"))),
        (#"{"subtype": "plain", "text": "b", "type": "message"}"#, .message(.plain(text: "b"))),
        (#"{"type": "joined", "channel": "c"}"#, .joined(channel: "c")),
    ])
    func payloadMayHaveItsOwnDiscriminator(_ text: String, _ event: SlackEvent) async throws {
        let outcome = try await importAllFrontEnds(to: SlackEvent.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [event, event])
    }

    @Test(arguments: [
        (#"{"type": "unknown", "id": 1}"#, Signal.strange(id: 1)),
        (#"{"id": 1, "type": "unknown"}"#, .strange(id: 1)),
        (#"{"type": "Unknown"}"#, .unknown(.object(["type": .string("Unknown")]))),
        (#"{"type": "other"}"#, .unknown(.object(["type": .string("other")]))),
    ])
    func caseForUnknownNamesHasNoName(_ text: String, _ signal: Signal) async throws {
        let outcome = try await importAllFrontEnds(to: Signal.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [signal, signal])
    }

    @Test(arguments: [
        (#"{"unknown": 1}"#, KeyedSignal.strange(1)),
        (#"{"other": 1}"#, .unknown(.object(["other": .number("1")]))),
    ])
    func caseForUnknownKeysHasNoKey(_ text: String, _ signal: KeyedSignal) async throws {
        let outcome = try await importAllFrontEnds(to: KeyedSignal.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [signal, signal])
        #expect(try signal.jsonString() == text.replacing(" ", with: ""))
    }

    @Test func enumMayBeAnyPartOfModel() async throws {
        let text = #"""
            [{"one": {"type": "ping"}, "list": [{"type": "ping"}, {"count": 1, "type": "star_count"}],
              "map": {"a": {"type": "ping"}}, "maybe": null, "nested": [[{"x": 1, "type": "ping"}]]},
             {"one": {"x": [], "type": "ping"}, "list": [], "map": {}, "maybe": {"y": 1, "type": "ping"}, "nested": []}]
            """#
        let outcome = try await importAllFrontEnds(to: EventHolder.self, from: text)
        #expect(
            outcome.records == [
                EventHolder(
                    one: .ping, list: [.ping, .starCount(count: 1, by: nil)], map: ["a": .ping], maybe: nil,
                    nested: [[.ping]]),
                EventHolder(one: .ping, list: [], map: [:], maybe: .ping, nested: []),
            ])
    }
}

@Importable
struct IdentifierHolder: Equatable, Sendable {
    var a: Identifier
}

@Importable
struct EventHolder: Equatable, Sendable {
    var one: Event
    var list: [Event]
    var map: [String: Event]
    var maybe: Event?
    var nested: [[Event]]
}
