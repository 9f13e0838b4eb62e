import Foundation
import StreamImport
import Testing

/// A property of the type ``JSONText`` has the text of its value as it is written.
@Suite struct TextPropertyTests {
    @Importable
    struct Message: Equatable {
        var id: Int
        var payload: JSONText
        var note: JSONText?
        var list: [JSONText] = []
        var map: [String: JSONText] = [:]
    }

    static let texts = [
        "{}", "[]", "{ \"b\" : [ 1, 2.50e+1 ] ,\n\t\"a\":{\"x\" :null}}", "[[[{\"a\":[]}]]]", "[ ]", "0",
        "-1.50E-7",
        "123456789012345678901234567890", "true", "false", "null", "\"\"", #""plain""#,
        #""\u00e9\/\n\"\\ \ud83d\ude00""#,
        #""\ud800""#, #"{"\ud800":"\udc00","a":1,"a":2}"#, "\"é\u{1F600}\"", #"["\"]}"]"#,
        "[\(String(repeating: "\"x\",  ", count: 300))1]",
    ]

    @Test(arguments: texts)
    func textIsAsWritten(_ text: String) async throws {
        let record = """
            { "payload": \(text) , "id":1,"note":\(text),"list":[\(text),  \(text)
             ], "map":{"a": \(text)} }
            """
        let outcome = try await importAllVariants(
            to: Message.self, from: "[\(record),\n\(record)]", chunkSizes: [1, 2, 5, 64, nil])
        let value = try JSONText(json: text)
        #expect(value.text == text && value.bytes == Array(text.utf8))
        let message = Message(
            id: 1, payload: value, note: text == "null" ? nil : value, list: [value, value], map: ["a": value]
        )
        #expect(outcome.message == nil)
        #expect(outcome.records == [message, message])
    }

    @Test func missingTextIsError() async throws {
        let outcome = try await importAllVariants(to: Message.self, from: #"[{"id":1}]"#)
        #expect(outcome.error?.message == #"missing required key "payload" of Message"#)
    }

    @Test func errorInTextHasLocation() async throws {
        let outcome = try await importAllVariants(to: Message.self, from: #"[{"id":1,"payload":{"a":[1,}}]"#)
        #expect(outcome.error?.category == .syntax && outcome.error?.location?.offset == 27)
    }

    @Test func textBeyondDepthLimitIsError() async throws {
        let outcome = try await importAllVariants(to: JSONText.self, from: "[[[1]],[[[2]]]]") {
            $0.maximumDepth = 3
        }
        #expect(outcome.records?.map(\.text) == ["[[1]]"])
        #expect(outcome.error?.code == .tooDeep)
    }

    // MARK: - Values that are read twice

    /// A text with a path through it, another key, and a hook.
    @Importable
    struct Event: ImportIntercepting, Equatable {
        @Key("content", "data") var body: JSONText?
        @Key("body.user.name") var name: String?
        @Key("body.user.title") var title: JSONText?
        var keys: [JSONText] = []

        static func intercept(_ member: ImportedMember) throws -> MemberDecision {
            switch member.key {
            case "data":
                .replace(["z": [1, 2.5, NSNull(), true, "\"\n"], "a": [String: Int]()] as [String: Any])
            case "skipped": .skip
            case "content" where member.value is String: .replace("a/\u{E9}")
            case "given": .set(["body": try JSONText(json: "[ 1 ]"), "name": "N"])
            default: .keep
            }
        }
    }

    /// A record, and the texts of the event.
    static let events = [
        (
            #"{"body":{ "user" : {"name":"A", "title" : [ 1 ] } }}"#,
            #"{ "user" : {"name":"A", "title" : [ 1 ] } }"#, "[ 1 ]"
        ),
        (#"{"body":{"user":{"title":"\u00e9"}},"x":{}}"#, #"{"user":{"title":"\u00e9"}}"#, #""\u00e9""#),
        (#"{"skipped":1,"content":[ {"a" : 1.0} ]}"#, #"[ {"a" : 1.0} ]"#, nil),
        (#"{"content":"replaced"}"#, #""a/é""#, nil),
        (#"{"content":1.50}"#, "1.50", nil),
        (#"{"data":[]}"#, #"{"a":{},"z":[1,2.5,null,true,"\"\n"]}"#, nil),
        (#"{"given":{"x":[]}}"#, "[ 1 ]", nil),
        (#"{"content":[ 1 ],"body":[ 2 ]}"#, "[ 1 ]", nil),
        (#"{"body":[ 2 ],"content":[ 1 ]}"#, "[ 1 ]", nil),
        (#"{"body":[ 1 ],"body":[ 2 ],"title":{ },"keys":[ [ ] ]}"#, "[ 2 ]", "{ }"),
    ]

    @Test(arguments: events)
    func replayedTextIsAsWritten(_ record: String, _ body: String, _ title: String?) async throws {
        let outcome = try await importAllVariants(
            to: Event.self, from: "[\(record),\(record)]", chunkSizes: [1, 3, 16, nil])
        #expect(outcome.message == nil)
        #expect(outcome.records?.map(\.body?.text) == [body, body])
        #expect(outcome.records?.map(\.title?.text) == [title, title])
    }

    @Test func singleValueBecomesArrayOfTexts() async throws {
        let outcome = try await importAllVariants(
            to: Message.self,
            from: #"[{"id":1,"payload":[ 1 ],"list":{ "a":1}},{"id":2,"payload":1,"list":1.0}]"#
        ) {
            $0.coercion = .permissive
        }
        #expect(outcome.records?.map { $0.list.map(\.text) } == [["{ \"a\":1}"], ["1.0"]])
        #expect(outcome.records?.map(\.payload.text) == ["[ 1 ]", "1"])
    }

    // MARK: - Dictionaries and updates

    @Test func valueOfDictionaryIsWrittenWithSortedKeys() throws {
        let payload: [String: Any] = [
            "b": [1, 2.5, NSNull()], "a": ["y": "\"\u{E9}", "x": true], "c": [String: Any](),
        ]
        for _ in 0..<10 {
            let message = try Message(dictionary: [
                "id": 1, "payload": payload, "note": NSNull(), "list": [1, "a", [] as [Any]],
                "map": ["k": Decimal(string: "0.10")!, "t": try JSONText(json: "[ 1 ]")] as [String: Any],
            ])
            #expect(message.payload.text == #"{"a":{"x":true,"y":"\"é"},"b":[1,2.5,null],"c":{}}"#)
            #expect(message.note == nil && message.list.map(\.text) == ["1", "\"a\"", "[]"])
            #expect(message.map.mapValues(\.text) == ["k": "0.1", "t": "[ 1 ]"])
        }
    }

    @Importable struct Draft: Equatable {
        var id: Int
        var body: JSONText?
    }

    @Test func updateReplacesText() throws {
        var draft = try Draft(json: #"{"id":1,"body":{ "a":1}}"#)
        try draft.update(from: Data(#"{"id":1,"body":{"b" :2}}"#.utf8))
        #expect(draft.body?.text == #"{"b" :2}"#)
        try draft.update(from: Data(#"{"id":2}"#.utf8))
        #expect(draft == Draft(id: 2, body: try JSONText(json: #"{"b" :2}"#)))
        try draft.update(from: ["body": [1]])
        #expect(draft.body?.text == "[1]")
        try draft.update(from: Data(#"{"body":null}"#.utf8))
        #expect(draft.body == nil)
    }
}
