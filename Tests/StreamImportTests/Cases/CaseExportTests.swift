import Foundation
import StreamImport
import Testing

/// The export of enums with discriminators.
struct CaseExportTests {
    @Test(arguments: [
        (Labelled.named(.init(type: "named", name: "a")), #"{"type":"named","name":"a"}"#),
        (.json(.object(["type": .string("json"), "a": .null])), #"{"type":"json","a":null}"#),
        (.json(.object(["a": .null])), #"{"type":"json","a":null}"#),
    ])
    func payloadThatHasDiscriminatorWritesItItself(_ value: Labelled, _ text: String) throws {
        let exported = try JSONSerialization.jsonObject(with: value.jsonData()) as? NSDictionary
        #expect(exported == (try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary))
        #expect(try value.jsonString().split(separator: #""type""#).count == 2)
    }

    @Test(arguments: [
        (Partly.tagged(.init(type: nil, name: "a")), #"{"name":"a","type":"tagged"}"#),
        (.tagged(.init(type: "TAGGED", name: "a")), #"{"type":"TAGGED","name":"a"}"#),
        (.labelled(type: "labelled", count: 1), #"{"type":"labelled","count":1}"#),
        (.both(.init(type: nil, name: "a"), count: 1), #"{"name":"a","count":1,"type":"both"}"#),
    ])
    func discriminatorIsWrittenOnce(_ value: Partly, _ text: String) throws {
        #expect(try value.jsonString() == text)
        #expect(try Partly(json: text).jsonString() == text || text.hasSuffix("\"}"))
    }

    @Test func payloadThatWritesPartOfPathIsNotExported() {
        let error = #expect(throws: ImportError.self) {
            try Divided.note(.init(id: 1)).jsonString()
        }
        #expect(error?.code == .invalidPlan)
        #expect(error?.message.contains("the payload writes the member \"meta\"") == true)
    }

    @Test(arguments: [JSONValue.string("a"), .null, .array([])])
    func unknownMembersThatAreNoObjectAreNotExported(_ json: JSONValue) {
        let error = #expect(throws: ImportError.self) { try Command.unknown(json).jsonString() }
        #expect(error?.code == .invalidPlan)
        #expect(error?.message == #"the extras "unknown" of Command are not an object"#)
    }

    // MARK: - Payloads of any JSON

    @Importable(discriminator: "type")
    enum Entry: Equatable, Sendable {
        case note(JSONValue, userID: Int, at: Date?)
        case hook(JSONText, userID: Int, at: Date?)
        case mark(JSONValue?, userID: Int, at: Date?)
        case task(JSONText?, userID: Int, at: Date?)
    }

    @Importable(discriminator: "meta.type")
    enum Nested: Equatable, Sendable {
        case note(JSONValue, id: Int)
    }

    /// The discriminator and the labels were written twice.
    @Test(arguments: [
        #"{"type":"note","userID":1,"a":[1.5,{"type":"b"}]}"#,
        #"{"a":null,"userID":1,"type":"NOTE","at":null}"#,
        #"{"Type":"note","user_id":"1","at":"2024-05-06T07:08:09+02:00"}"#,
        #"{"USER_ID":1,"type":"note","At":0}"#,
    ])
    func valueIsExportedWithItsMembers(text: String) throws {
        for name in ["note", "hook", "mark", "task"] {
            let text = text.replacing("note", with: name).replacing("NOTE", with: name.uppercased())
            let entry = try Entry(json: text)
            #expect(try Entry(json: entry.jsonString()) == entry)
            let dictionary = try #require(try dictionaries(in: "[\(text)]")?.first)
            let copy = try Entry(dictionary: dictionary)
            #expect(try copy.dictionary() as NSDictionary == dictionary as NSDictionary)
            #expect(try Entry(dictionary: copy.dictionary()) == copy)
        }
    }

    @Test(arguments: [#"{"type" : "hook", "userID":1}"#, #"{"a":"\u0041", "userID":1, "type":"hook"}"#])
    func completeTextIsExportedUnchanged(text: String) throws {
        #expect(try Entry(json: text).jsonString() == text)
    }

    @Test(arguments: [
        (#"{}"#, #"{"type":"note","userID":1}"#), (#"{"user_id":2}"#, #"{"type":"note","user_id":2}"#),
        (#"{"TYPE":"a"}"#, #"{"TYPE":"a","userID":1}"#),
    ])
    func missingMembersAreAdded(json: String, text: String) throws {
        let note = Entry.note(try JSONValue(json: json), userID: 1, at: nil)
        #expect(try note.jsonString() == text)
        let hook = Entry.hook(try JSONText(json: json), userID: 1, at: nil)
        #expect(try hook.jsonString() == text.replacing("note", with: "hook"))
        #expect(try hook.dictionary().count == note.dictionary().count)
    }

    @Test(arguments: [#"{"meta":{"id":2,"type":"note"},"id":1}"#, #"{"id":1,"meta":{"type":"note"}}"#])
    func pathOfDiscriminatorIsExportedOnce(text: String) throws {
        let nested = try Nested(json: text)
        #expect(try Nested(json: nested.jsonString()) == nested)
        #expect(try Nested(dictionary: nested.dictionary()) == nested)
    }

    @Test(arguments: ["[]", "1", "null"])
    func valueThatIsNotObjectIsNotExported(json: String) throws {
        for entry in [
            Entry.note(try JSONValue(json: json), userID: 1, at: nil),
            .hook(try JSONText(json: json), userID: 1, at: nil),
        ] {
            let error = #expect(throws: ImportError.self) { try entry.jsonString() }
            #expect(error?.code == .invalidPlan)
            #expect(error?.message.contains("object") == true)
        }
    }
}

/// An enum whose payloads have the discriminator as a property.
@Importable(discriminator: "type")
enum Labelled: Equatable, Sendable {
    case named(Named)
    case json(JSONValue)

    @Importable
    struct Named: Equatable, Sendable {
        var type: String
        var name: String
    }
}

/// An enum whose payloads may have the discriminator as a property.
@Importable(discriminator: "type")
enum Partly: Equatable, Sendable {
    case tagged(Tagged)
    case labelled(type: String, count: Int)
    case both(Tagged, count: Int)

    @Importable
    struct Tagged: Equatable, Sendable {
        var type: String?
        var name: String
    }
}

/// An enum with a payload that has a part of the discriminator's path.
@Importable(discriminator: "meta.type")
enum Divided: Equatable, Sendable {
    case note(Note)

    @Importable
    struct Note: Equatable, Sendable {
        @Key("meta.id") var id: Int
    }
}
