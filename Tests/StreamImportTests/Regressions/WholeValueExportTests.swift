import Foundation
import StreamImport
import Testing

/// Exports of cases whose value without a label has any JSON.
@Suite struct WholeValueExportTests {
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
