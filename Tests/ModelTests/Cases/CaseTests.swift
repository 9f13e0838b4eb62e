import StreamImport
import Testing

/// Enums and classes with cases, in texts and in dictionaries.
struct CaseTests {
    /// A record, the name of its case, and the text to which the case is exported.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: @Sendable () async throws -> Void

        /// Creates a row.
        ///
        /// - Parameters:
        ///   - exported: the exported text, by default the record without spaces.
        ///   - value: the imported record; `nil` for any.
        init<Model: Importable & Equatable & SendableMetatype>(
            _ model: Model.Type, _ name: String, _ record: String, _ exported: String? = nil,
            value expected: @escaping @autoclosure @Sendable () -> Model? = nil
        ) {
            let exported = exported ?? record.replacing(" ", with: "")
            testDescription = "\(model): \(record)"
            check = {
                let outcome = try await importAllFrontEnds(to: model, from: "[\(record), \(record)]")
                #expect(outcome.message == nil)
                let value = try #require(outcome.records?.first)
                #expect(outcome.records == [value, value])
                if let expected = expected() { #expect(value == expected) }
                #expect("\(value)".prefix { $0 != "(" } == name)
                let text = try value.jsonString()
                // The members of any JSON have no order.
                if name == "unknown" {
                    #expect(try JSONValue(json: text) == JSONValue(json: exported))
                } else {
                    #expect(text == exported)
                }
                #expect(try model.init(json: exported) == value)
                #expect(try model.init(dictionary: value.dictionary()) == value)
            }
        }

        /// Returns a row of a record with an error on the first line: the code, the column, the path and the message.
        static func error<Model: Importable & Equatable & SendableMetatype>(
            _ model: Model.Type, _ record: String, _ expected: String
        ) -> Row {
            Row("\(model): \(record)") {
                let outcome = try await importAllVariants(to: model, from: "[\(record), \(record)]")
                let error = try #require(outcome.error)
                let (location, path) = (try #require(error.location), error.path?.description ?? "")
                #expect("\(error.code) \(location.column) \(path): \(error.message)" == expected)
                #expect(location.line == 1 && location.offset == location.column - 1 && error.record == 1)
            }
        }

        private init(_ description: String, _ check: @escaping @Sendable () async throws -> Void) {
            (testDescription, self.check) = (description, check)
        }
    }

    @Test(arguments: discriminators + keys + payloads)
    func objectBecomesCase(row: Row) async throws { try await row.check() }

    @Test(arguments: errors)
    func errorSaysWhatIsExpected(row: Row) async throws { try await row.check() }

    private static let push = #"{"type":"push","ref":"a","commits":[{"id":1},{"id":2}]}"#
    private static let pushEvent = #"{"type":"PushEvent","ref":"a","commits":[{"id":1},{"id":2}]}"#
    private static let opened =
        #"{"type":"PullRequestEvent","number":7,"head":{"ref":"b"},"actor":{"login":"octo"}}"#
    private static let star = #"{"type":"starCount","count":3,"by":{"login":"octo"},"weight":0.5}"#
    private static let reply = #"{"type":"reply","to":{"type":"reply","to":{"type":"ping"}}}"#
    private static let charge = #"{"kind":"charge","data":{"object":{"amount":3}}}"#
    private static let refund = #"{"kind":"refund","data":{"object":{"amount":3}},"reason":"late"}"#

    private static let commits = [Event.Commit(id: 1), Event.Commit(id: 2)]
    private static let octo = Event.Actor(login: "octo")
    private static let plannedPush = PlannedEvent.Push(
        ref: "a", commits: [PlannedEvent.Commit(id: 1), PlannedEvent.Commit(id: 2)])
    private static let holder = EventHolder(
        one: .ping, list: [.ping, .starCount(count: 1, by: nil, weight: 1)], map: ["a": .ping], maybe: nil,
        nested: [[.ping]])
    private static let group = Node.Group(
        children: [nil, .leaf(value: 1), .group(Node.Group(children: [nil]))], byName: ["a": Node?.none])
    private static let innerQuote = Quotation.Quote(by: "b", quoted: .text(body: "c"))
    private static let outerQuote = Quotation.Quote(
        by: "a", quoted: .quote(innerQuote), parent: [.text(body: "d")])

    private static let discriminators: [Row] = [
        // The discriminator is first, in the middle, last, or has another spelling.
        Row(Event.self, "push", push, value: Event.push(Event.Push(ref: "a", commits: commits))),
        Row(Event.self, "push", #"{"ref": "a", "type": "push", "commits": [{"id": 1}, {"id": 2}]}"#, push),
        Row(
            Event.self, "push",
            #"{"commits": [{"id": 1, "type": "ping"}, {"id": 2}], "ref": "a", "type": "push"}"#, push),
        Row(Event.self, "push", #"{"TYPE": "Push", "ref": "a", "commits": [{"id": 1}, {"id": 2}]}"#, push),
        Row(
            Event.self, "push",
            #"{"ref": "\u0061", "t\u0079pe": "p\u0075sh", "commits": [{"id": 1}, {"id": 2}]}"#, push),
        Row(Event.self, "push", #"{"type":"push","ref":"a"}"#, #"{"type":"push","ref":"a","commits":[]}"#),
        Row(Event.self, "push", #"{"type":"push","ref":"a","commits":[{"id":1}]}"#),
        // A payload with a path.
        Row(
            Event.self, "opened", opened,
            value: Event.opened(Event.PullRequest(number: 7, branch: "b", actor: octo))),
        Row(
            Event.self, "opened",
            #"{"actor": {"login": "octo"}, "head": {"ref": "b"}, "number": 7, "type": "pr"}"#, opened),
        Row(
            Event.self, "opened", #"{"number": 7, "type": "opened", "actor": {"login": "octo"}}"#,
            #"{"type":"PullRequestEvent","number":7,"actor":{"login":"octo"}}"#),
        // Values from members, some optional.
        Row(
            Event.self, "starCount",
            #"{"type": "star_count", "count": 3, "by": {"login": "octo"}, "weight": 0.5}"#, star),
        Row(
            Event.self, "starCount", star, value: Event.starCount(count: 3, by: octo, weight: 0.5)),
        Row(
            Event.self, "starCount", #"{"count": 3, "by": null, "type": "STAR-COUNT"}"#,
            #"{"type":"starCount","count":3,"weight":1.0}"#,
            value: Event.starCount(count: 3, by: nil, weight: 1)),
        Row(Event.self, "ping", #"{"type": "ping"}"#),
        Row(Event.self, "ping", #"{"type": "ping", "anything": [{}]}"#, #"{"type":"ping"}"#),
        Row(Event.self, "ping", #"{"anything": [{}], "type": "ping"}"#, #"{"type":"ping"}"#),
        // An enum in an enum.
        Row(Event.self, "reply", reply, value: Event.reply(to: Event.reply(to: Event.ping))),
        Row(
            Event.self, "reply", #"{"to": {"to": {"type": "ping"}, "type": "reply"}, "type": "reply"}"#, reply
        ),
        // A name without a case.
        Row(
            Event.self, "unknown", #"{"type": "fork"}"#,
            value: Event.unknown(JSONValue.object(["type": JSONValue.string("fork")]))),
        Row(
            Event.self, "unknown", #"{"type": "fork", "forkee": {"id": 1}}"#,
            #"{"forkee":{"id":1},"type":"fork"}"#),
        Row(Event.self, "unknown", #"{"forkee": {"id": 1}, "type": 12}"#),
        Row(Signal.self, "strange", #"{"type": "unknown", "id": 1}"#, value: Signal.strange(id: 1)),
        Row(Signal.self, "strange", #"{"id": 1, "type": "unknown"}"#, #"{"type":"unknown","id":1}"#),
        Row(Signal.self, "unknown", #"{"type": "Unknown"}"#),
        Row(Signal.self, "unknown", #"{"type": "other"}"#),
        // A discriminator that is a path.
        Row(
            Message.self, "text", #"{"meta": {"type": "text"}, "body": "a"}"#,
            value: Message.text(Message.Text(body: "a"))),
        Row(
            Message.self, "text", #"{"body": "a", "meta": {"id": [1], "type": "text"}}"#,
            #"{"meta":{"type":"text"},"body":"a"}"#),
        Row(
            Message.self, "image", #"{"meta": {"type": "image"}, "url": "u"}"#,
            value: Message.image(url: "u")),
        Row(
            Message.self, "image", #"{"url": "u", "meta": {"type": "image"}}"#,
            #"{"meta":{"type":"image"},"url":"u"}"#),
        Row(
            Dispatch.self, "text", #"{"event.type": "text", "event.data": {"body": "a"}}"#,
            value: Dispatch.text("a")),
        // A plan that is written by hand.
        Row(PlannedEvent.self, "push", push, pushEvent, value: PlannedEvent.push(plannedPush)),
        Row(
            PlannedEvent.self, "push",
            #"{"ref": "a", "type": "PushEvent", "commits": [{"id": 1}, {"id": 2}]}"#,
            pushEvent),
        Row(
            PlannedEvent.self, "push", #"{"ref": "a", "commits": [{"id": 1}, {"id": 2}], "type": "PUSH"}"#,
            pushEvent),
        Row(
            PlannedEvent.self, "move", #"{"x": 1, "type": "move", "y": 2}"#, #"{"type":"move","x":1,"y":2}"#,
            value: PlannedEvent.move(x: 1, y: 2)),
        Row(PlannedEvent.self, "quit", #"{"type": "quit"}"#),
        Row(PlannedEvent.self, "quit", #"{"type": "quit", "by": {"name": "\u00e9"}}"#, #"{"type":"quit"}"#),
        Row(
            PlannedEvent.self, "unknown", #"{"type": "fork", "a": [1, {}]}"#, #"{"a":[1,{}],"type":"fork"}"#),
    ]

    private static let keys: [Row] = [
        Row(
            Command.self, "push", #"{"push": {"ref": "a", "commits": [{"id": 1}, {"id": 2}]}}"#,
            #"{"push":{"ref":"a","commits":[{"id":1},{"id":2}]}}"#,
            value: Command.push(Event.Push(ref: "a", commits: commits))),
        Row(Command.self, "push", #"{"push":{"ref":"a"}}"#, #"{"push":{"ref":"a","commits":[]}}"#),
        Row(Command.self, "move", #"{"mv": 3}"#, value: Command.move(to: 3)),
        Row(Command.self, "move", #"{"MOVE": 3}"#, #"{"mv":3}"#),
        Row(Command.self, "tags", #"{"tags": ["a", "b"]}"#), Row(Command.self, "tags", #"{"tags": []}"#),
        Row(Command.self, "quit", #"{"quit": null}"#, #"{"quit":{}}"#),
        Row(Command.self, "quit", #"{"quit": {}}"#), Row(Command.self, "unknown", #"{"other": [1]}"#),
        Row(Command.self, "unknown", #"{"other": null}"#),
        Row(KeyedSignal.self, "strange", #"{"unknown": 1}"#, value: KeyedSignal.strange(1)),
        Row(KeyedSignal.self, "unknown", #"{"other": 1}"#),
        // The name of a case is not a path.
        Row(Call.self, "push", #"{"org.example.push":"main"}"#, value: Call.push(ref: "main")),
        Row(Call.self, "unknown", #"{"org":{"example":{"push":"main"}}}"#),
        Row(Call.self, "outer", #"{"a":{"b":1}}"#), Row(Call.self, "inner", #"{"a.b":1}"#),
        Row(Call.self, "inner", #"{"a.c": 1}"#, #"{"a.b":1}"#),
        Row(Call.self, "pointer", #"{"/x~y/z":1}"#),
        Row(Call.self, "pointer", #"{"items[0]": 1}"#, #"{"/x~y/z":1}"#),
    ]

    private static let payloads: [Row] = [
        // The payload is under a key of its own.
        Row(Notice.self, "charge", charge),
        Row(
            Notice.self, "charge", #"{"data": {"previous": 1, "object": {"amount": 3}}, "kind": "charge"}"#,
            charge),
        Row(
            Notice.self, "refund",
            #"{"kind": "refund", "reason": "late", "data": {"object": {"amount": 3}}}"#,
            refund),
        Row(
            Notice.self, "refund", refund,
            value: Notice.refund(Notice.Charge(amount: 3), reason: "late")),
        Row(Notice.self, "refund", #"{"data": {}, "kind": "refund"}"#, #"{"kind":"refund","reason":"none"}"#),
        Row(
            Notice.self, "closed", #"{"kind": "closed", "data": {"object": {"amount": 3}}}"#,
            #"{"kind":"closed"}"#),
        Row(Notice.self, "closed", #"{"kind": "closed"}"#),
        // The payload has its own discriminator.
        Row(
            SlackEvent.self, "message", #"{"type": "message", "subtype": "bot", "name": "b"}"#,
            value: SlackEvent.message(SlackMessage.bot(name: "b"))),
        Row(
            SlackEvent.self, "message", #"{"text": "b", "subtype": "plain", "type": "message"}"#,
            #"{"type":"message","subtype":"plain","text":"b"}"#),
        Row(
            SlackEvent.self, "message", #"{"subtype": "plain", "text": "b", "type": "message"}"#,
            #"{"type":"message","subtype":"plain","text":"b"}"#),
        Row(SlackEvent.self, "joined", #"{"type": "joined", "channel": "c"}"#),
        // The value becomes the first case that fits.
        Row(IdentifierHolder.self, "IdentifierHolder", #"{"a": 3}"#),
        Row(IdentifierHolder.self, "IdentifierHolder", #"{"a": "3"}"#),
        Row(IdentifierHolder.self, "IdentifierHolder", #"{"a": true}"#, #"{"a":1}"#),
        Row(IdentifierHolder.self, "IdentifierHolder", #"{"a": 1.5}"#, #"{"a":"1.5"}"#),
        Row(IdentifierHolder.self, "IdentifierHolder", #"{"a": [1, "b", []]}"#),
        Row(IdentifierHolder.self, "IdentifierHolder", #"{"a": [1, []]}"#),
        Row(
            IdentifierHolder.self, "IdentifierHolder", #"{"a": {"x": 1, "y": 2}}"#,
            value: IdentifierHolder(a: Identifier.point(x: 1, y: 2))),
        Row(
            IdentifierHolder.self, "IdentifierHolder", #"{"a": {"y": 2, "x": 1}}"#, #"{"a":{"x":1,"y":2}}"#,
            value: IdentifierHolder(a: Identifier.point(x: 1, y: 2))),
        Row(IdentifierHolder.self, "IdentifierHolder", #"{"a": {"name": "b"}}"#),
        Row(
            IdentifierHolder.self, "IdentifierHolder", #"{"a": {"x": 1, "name": "b"}}"#,
            #"{"a":{"name":"b"}}"#),
        Row(
            IdentifierHolder.self, "IdentifierHolder", #"{"a": [{"x": 1, "y": "2"}]}"#,
            #"{"a":[{"x":1,"y":2}]}"#),
        // The enum is any part of a model, or of its payload.
        Row(
            EventHolder.self, "EventHolder",
            #"{"one": {"type": "ping"}, "list": [{"type": "ping"}, {"count": 1, "type": "star_count"}],"#
                + #""map": {"a": {"type": "ping"}}, "maybe": null, "nested": [[{"x": 1, "type": "ping"}]]}"#,
            #"{"one":{"type":"ping"},"list":[{"type":"ping"},{"type":"starCount","count":1,"weight":1.0}],"#
                + #""map":{"a":{"type":"ping"}},"nested":[[{"type":"ping"}]]}"#,
            value: holder),
        Row(
            EventHolder.self, "EventHolder",
            #"{"one": {"x": [], "type": "ping"}, "list": [], "map": {}, "maybe": {"y": 1, "type": "ping"}, "nested": []}"#,
            #"{"one":{"type":"ping"},"list":[],"map":{},"maybe":{"type":"ping"},"nested":[]}"#),
        Row(
            Node.self, "group",
            #"{"kind":"group","children":[null,{"kind":"leaf","value":1},{"kind":"group","children":[null],"byName":{}}],"#
                + #""byName":{"a":null}}"#,
            value: Node.group(group)),
        Row(
            Node.self, "group", #"{"kind":"group","children":[],"byName":{"b":{"kind":"empty"}}}"#,
            value: Node.group(Node.Group(byName: ["b": Node.empty]))),
        Row(
            Quotation.self, "quote",
            #"{"kind":"quote","by":"a","quoted":{"kind":"quote","by":"b","quoted":{"kind":"text","body":"c"},"parent":[]},"#
                + #""parent":[{"kind":"text","body":"d"}]}"#,
            value: Quotation.quote(outerQuote)),
        Row(
            Picture.self, "Picture",
            #"{"main": {"radius": 1, "name": "a", "kind": "circle"}, "others": [{"kind": "square", "side": 2, "name": "b"}], "maybe": null}"#,
            #"{"main":{"kind":"Circle","name":"a","radius":1.0},"others":[{"kind":"Square","name":"b","side":2.0}]}"#,
            value: Picture(
                main: Circle(name: "a", radius: 1), others: [Square(name: "b", side: 2)], maybe: nil)
        ),
    ]

    private static let errors: [Row] = [
        .error(
            CaseErrorTests.Shape.self, #"{"type": "oval"}"#,
            #"unknownCase 11 $[0].type: expected a case of Shape (circle, sq), found "oval""#),
        .error(
            CaseErrorTests.Shape.self, #"{"a": [1], "type": "oval", "b": 2}"#,
            #"unknownCase 21 $[0].type: expected a case of Shape (circle, sq), found "oval""#),
        .error(
            CaseErrorTests.Shape.self, #"{"a": [1], "T\u0059pe" : "ov\u0061l", "b": 2}"#,
            #"unknownCase 27 $[0].TYpe: expected a case of Shape (circle, sq), found "oval""#),
        .error(
            CaseErrorTests.Shape.self, #"{"type": 12}"#,
            #"unknownCase 11 $[0].type: expected a case of Shape (circle, sq), found "12""#),
        .error(
            CaseErrorTests.Shape.self, #"{"TYPE": true}"#,
            #"unknownCase 11 $[0].TYPE: expected a case of Shape (circle, sq), found "true""#),
        .error(
            Message.self, #"{"body": "a", "meta": {"a": [], "type": "oval"}}"#,
            #"unknownCase 42 $[0].meta.type: expected a case of Message (text, image), found "oval""#),
        .error(
            CaseExportTests.Entry.self, #"{"userID": 1, "type": "both", "at": [], "x": {"y": {}}}"#,
            #"unknownCase 24 $[0].type: expected a case of Entry (note, hook, mark, task), found "both""#),
        .error(
            Event.self, #"{"number": 1, "type": "pr", "head": {"a": [{"b": 1}]}, "actor": {"login": []}}"#,
            #"typeMismatch 76 $[0].actor.login: expected a value for String, found '['"#),
        .error(
            PayloadUpdateTests.Item.self, #"{"type": "part", "count": 1, "name": {}, "x": {"y": 2}}"#,
            #"typeMismatch 39 $[0].name: expected a value for String, found '{'"#),
        .error(
            CaseErrorTests.Shape.self, #"{"radius": 1}"#,
            #"missingKeys 2 $[0]: missing required key "type" of Shape"#),
        .error(
            CaseErrorTests.Shape.self, #"{"type": "circle"}"#,
            #"missingKeys 2 $[0]: missing required key "radius" of Circle"#),
        .error(
            CaseErrorTests.Shape.self, #"{"name": "a", "type": "circle"}"#,
            #"missingKeys 2 $[0]: missing required key "radius" of Circle"#),
        .error(
            CaseErrorTests.Shape.self, #"{"radius": "a", "type": "circle"}"#,
            #"typeMismatch 13 $[0].radius: expected an integer, found "a""#),
        .error(
            CaseErrorTests.Shape.self, #"{"type": "circle", "radius": []}"#,
            "typeMismatch 31 $[0].radius: expected a value for Int, found '['"),
        .error(
            CaseErrorTests.Shape.self, #"{"tags": ["a", 1.5], "type": "circle", "radius": 1, "tags": [{}]}"#,
            "typeMismatch 63 $[0].tags[0]: expected a value for String, found '{'"),
        .error(
            CaseErrorTests.Shape.self, #"{"side": {}, "type": "square"}"#,
            "typeMismatch 11 $[0].side: expected a value for Int, found '{'"),
        .error(
            PlannedEvent.self, #"{"ref": "a"}"#,
            #"missingKeys 2 $[0]: missing required key "type" of PlannedEvent"#),
        .error(PlannedEvent.self, "{}", #"missingKeys 2 $[0]: missing required key "type" of PlannedEvent"#),
        .error(
            PlannedEvent.self, #"{"type": null}"#,
            #"missingKeys 2 $[0]: missing required key "type" of PlannedEvent"#),
        .error(
            PlannedEvent.self, #"{"type": {"a": 1}}"#,
            #"missingKeys 2 $[0]: missing required key "type" of PlannedEvent"#),
        .error(
            PlannedEvent.self, #"{"type": "move", "x": 1}"#,
            #"missingKeys 2 $[0]: missing required key "y" of PlannedEvent"#),
        .error(
            PlannedEvent.self, #"{"x": "a", "type": "move", "y": 1}"#,
            #"typeMismatch 8 $[0].x: expected an integer, found "a""#),
        .error(
            PlannedEvent.self, #"{"type": "push", "ref": "a", "commits": [{}]}"#,
            #"missingKeys 43 $[0].commits[0]: missing required key "id" of Commit"#),
        .error(PlannedEvent.self, "[1]", "typeMismatch 2 $[0]: expected an object, found '['"),
        .error(PlannedEvent.self, #""a""#, #"typeMismatch 2 $[0]: expected an object, found "a""#),
        .error(PlannedEvent.self, "null", "typeMismatch 2 $[0]: expected an object, found null"),
        .error(
            Figure.self, #"{"kind": "oval", "name": "a"}"#,
            #"unknownCase 11 $[0].kind: expected a case of Figure (Figure, Circle, Square), found "oval""#),
        .error(Figure.self, #"{"name": "a"}"#, #"missingKeys 2 $[0]: missing required key "kind" of Figure"#),
        .error(
            Figure.self, #"{"name": "a", "kind": "circle"}"#,
            #"missingKeys 2 $[0]: missing required key "radius" of Circle"#),
        .error(
            IdentifierHolder.self, #"{"a": {"x": 1, "name": []}}"#,
            "unknownCase 8 $[0].a: the value fits no case of Identifier (person at name: expected a value for String, found '['; "
                + "number: expected a value for Int, found '{'; text: expected a value for String, found '{'; "
                + #"list: expected an array, found '{'; point: missing required key "y" of Identifier)"#
        ),
        .error(
            IdentifierHolder.self, #"{"a": null}"#,
            #"missingKeys 2 $[0]: missing required key "a" (null) of IdentifierHolder"#),
        .error(
            Command.self, #"{"mv": 1, "tags": []}"#,
            "unknownCase 2 $[0]: expected one of the keys push, mv, tags, quit of Command, found 2"),
        .error(
            Command.self, "{}",
            "unknownCase 2 $[0]: expected one of the keys push, mv, tags, quit of Command, found none"),
    ]

    /// `true` in a dictionary of Foundation was the name `1`.
    @Test func boolNamesCaseInEachFrontEnd() async throws {
        let text = #"[{"on": true}, {"on": 1}, {"on": false}, {"a": [], "on": true}, {"on": "true"}]"#
        let outcome = try await importAllFrontEnds(to: Switch.self, from: text)
        #expect(outcome.records == [.on, .one, .off, .on, .on])
    }

    /// The order of the dictionary, which differs between equal dictionaries, must not select the case.
    @Test func firstSpellingInKeyOrderSelectsCase() throws {
        for _ in 0..<100 {
            var dictionary: [String: Any] = [:]
            for key in ["type", "Type", "ref", "a"].shuffled() { dictionary[key] = "push" }
            dictionary["Type"] = "ping"
            #expect(try Event(dictionary: dictionary) == .ping)
            #expect(try Event(dictionary: ["type": "reply", "to": dictionary]) == .reply(to: .ping))
            var event = Event.ping
            try event.update(from: dictionary)
            #expect(event == .ping)
        }
    }
}
