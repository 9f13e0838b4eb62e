import StreamImport
import Testing

/// Updates of enums with discriminators, from texts and from dictionaries.
struct CaseUpdateTests {
    private static let push = Event.push(.init(ref: "a", commits: [.init(id: 1)]))
    private static let opened = Event.opened(
        .init(number: 7, branch: "b", actor: .init(login: "octo")))
    private static let fork = Event.unknown(.object(["type": .string("fork"), "id": .number("1")]))
    private static let stars = Event.starCount(count: 3, by: .init(login: "octo"), weight: 0.5)

    @Test(arguments: [
        // The same case keeps the values whose keys are missing.
        (push, #"{"type": "push", "ref": "b"}"#, Event.push(.init(ref: "b", commits: [.init(id: 1)]))),
        (push, #"{"ref": "b"}"#, .push(.init(ref: "b", commits: [.init(id: 1)]))),
        (push, "{}", push),
        (
            stars, #"{"count": 4, "type": "star_count"}"#,
            .starCount(count: 4, by: .init(login: "octo"), weight: 0.5)
        ),
        (stars, #"{"by": null, "weight": 2}"#, .starCount(count: 3, by: nil, weight: 2)),
        (opened, #"{"number": 8}"#, .opened(.init(number: 8, branch: "b", actor: .init(login: "octo")))),
        (
            opened, #"{"actor": {"login": "b"}, "type": "pr"}"#,
            .opened(.init(number: 7, branch: "b", actor: .init(login: "b")))
        ),
        // Another case replaces the value.
        (push, #"{"type": "ping"}"#, .ping),
        (.ping, #"{"ref": "b", "type": "push"}"#, .push(.init(ref: "b"))),
        (push, #"{"type": "fork"}"#, .unknown(.object(["type": .string("fork")]))),
        // Without a discriminator, an unknown case lost its name.
        (
            fork, #"{"id": 2, "tags": []}"#,
            .unknown(.object(["type": .string("fork"), "id": .number("2"), "tags": .array([])]))
        ),
        (fork, "{}", fork),
        // Another unknown name replaces the value; the same name, or null, updates it.
        (fork, #"{"type": "gone"}"#, .unknown(.object(["type": .string("gone")]))),
        (fork, #"{"TYPE": "gone"}"#, .unknown(.object(["TYPE": .string("gone")]))),
        (
            fork, #"{"type": "fork", "tags": []}"#,
            .unknown(.object(["type": .string("fork"), "id": .number("1"), "tags": .array([])]))
        ),
        (
            fork, #"{"id": 2, "Type": "fork"}"#,
            .unknown(.object(["type": .string("fork"), "id": .number("2")]))
        ),
        (fork, #"{"type": null}"#, fork), (fork, #"{"type": ["gone"]}"#, fork),
        (
            fork, #"{"TYPE": {}, "id": null}"#,
            .unknown(.object(["type": .string("fork"), "id": .null]))
        ),
        (fork, #"{"type": "push", "ref": "b"}"#, .push(.init(ref: "b"))),
        (.unknown(.number("1")), #"{"id": 2}"#, .unknown(.object(["id": .number("2")]))),
    ])
    func updateKeepsCaseUnlessItIsNamed(_ old: Event, _ text: String, _ expected: Event) throws {
        var (event, other) = (old, old)
        var options = ImportOptions()
        options.nestedObjects = .merge
        try event.update(from: text, options: options)
        #expect(event == expected)
        try other.update(from: try #require(try dictionaries(in: "[\(text)]")?.first), options: options)
        #expect(other == expected)
    }

    @Importable(discriminator: #"meta["a.b"]"#)
    enum Message: Equatable {
        case note(text: String)
        case unknown(JSONValue)
    }

    @Test func updateKeepsDiscriminatorInObject() throws {
        let old = JSONValue.object(["meta": .object(["a.b": .string("x"), "v": .number("1")])])
        for (text, members) in [
            (#"{"meta": {"v": 2}}"#, #"{"meta": {"a.b": "x", "v": 2}}"#),
            (#"{"meta": {"a.b": null, "v": 2}, "n": 0}"#, #"{"meta": {"a.b": "x", "v": 2}, "n": 0}"#),
            (#"{"meta": null, "n": 0}"#, #"{"meta": {"a.b": "x", "v": 1}, "n": 0}"#),
            (#"{"meta": {"a.b": "y"}}"#, #"{"meta": {"a.b": "y"}}"#),
        ] {
            var message = Message.unknown(old)
            try message.update(from: text)
            #expect(try message == .unknown(JSONValue(json: members)))
        }
        let error = #expect(throws: ImportError.self) { try Message(json: "{}") }
        #expect(error?.message == #"missing required key "meta[\"a.b\"]" of Message"#)
    }

    @Test func failedUpdateLeavesValueUnchanged() {
        var event = Self.push
        #expect(throws: ImportError.self) { try event.update(from: #"{"type": "starCount"}"#) }
        #expect(throws: ImportError.self) { try event.update(from: #"{"ref": []}"#) }
        #expect(event == Self.push)
    }

    @Test(arguments: [
        (#"{"one": {"ref": "b"}}"#, Event.push(.init(ref: "b", commits: [.init(id: 1)]))),
        (#"{"one": {"ref": "b", "type": "push"}}"#, .push(.init(ref: "b", commits: [.init(id: 1)]))),
        (#"{"one": {"type": "ping"}}"#, .ping),
    ])
    func nestedEnumIsMerged(_ text: String, _ expected: Event) throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        var holder = EventHolder(one: Self.push, list: [], map: [:], maybe: Self.fork, nested: [])
        try holder.update(from: text, options: options)
        #expect(holder.one == expected)
        try holder.update(from: #"{"maybe": {"a": {"b": [1]}}, "list": []}"#, options: options)
        #expect(
            holder.maybe
                == .unknown(
                    .object([
                        "type": .string("fork"), "id": .number("1"),
                        "a": .object(["b": .array([.number("1")])]),
                    ])))
    }

    @Test func nestedEnumIsReplacedByDefault() throws {
        var holder = EventHolder(one: Self.push, list: [], map: [:], maybe: nil, nested: [])
        try holder.update(from: #"{"one": {"type": "push", "ref": "b"}}"#)
        #expect(holder.one == .push(.init(ref: "b")))
        #expect(throws: ImportError.self) { try holder.update(from: #"{"one": {"ref": "c"}}"#) }
    }

    @Test func keySelectedEnumIsReplaced() throws {
        var command = Command.quit
        try command.update(from: #"{"mv": 4}"#)
        #expect(command == .move(to: 4))
        try command.update(from: "{}")
        #expect(command == .move(to: 4))
        #expect(throws: ImportError.self) { try command.update(from: #"{"mv": 4, "tags": []}"#) }
    }
}
