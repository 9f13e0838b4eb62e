import Foundation
import StreamImport
import Testing

/// The export of enums with discriminators.
struct CaseExportTests {
    @Test(arguments: [
        (Labelled.named(.init(type: "named", name: "a")), #"{"type":"named","name":"a"}"#),
        (.json(.object(["type": .string("json"), "a": .null])), #"{"type":"json","a":null}"#),
        (.json(.object(["a": .null])), #"{"type":"json","a":null}"#),
        (.named(.init(type: "NAMED", name: "a")), #"{"type":"NAMED","name":"a"}"#),
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
    ])
    func discriminatorIsWrittenOnce(_ value: Partly, _ text: String) throws {
        #expect(try value.jsonString() == text)
        #expect(try Partly(json: text).jsonString() == text || text.hasSuffix("\"}"))
        // With null, the discriminator had no name.
        var options = ExportOptions()
        options.nils = .write
        #expect(try value.jsonString(options: options) == text)
        #expect(try value.dictionary(options: options)["type"] is String)
    }

    @Importable(discriminator: "meta.type")
    enum Inner: Equatable, Sendable {
        case a(A)

        @Importable
        struct A: Equatable, Sendable {
            @Key("meta.type") var type: String?
            @Key("meta.id") var id: Int?
        }
    }

    @Importable(discriminator: "type")
    enum Signed: Equatable, Sendable {
        case hook(JSONText)
        case on(JSONValue)
        case unknown(JSONValue)
    }

    @Test(arguments: [NilPolicy.omit, .write])
    func nilDiscriminatorInNestedObjectIsNamed(nils: NilPolicy) throws {
        var options = ExportOptions()
        options.nils = nils
        let inner = Inner.a(.init(type: nil, id: nil))
        if nils == .omit {
            #expect(try inner.jsonString(options: options) == #"{"meta":{"type":"a"}}"#)
        } else {
            #expect(throws: ImportError.self) { try inner.jsonString(options: options) }
        }
        #expect(throws: ImportError.self) {
            try Inner.a(.init(type: nil, id: 1)).jsonString(options: options)
        }
        #expect(
            try Inner.a(.init(type: "A", id: 1)).jsonString(options: options)
                == #"{"meta":{"type":"A","id":1}}"#)
    }

    @Test func textWithoutDiscriminatorIsNamed() throws {
        let hook = Signed.hook(try JSONText(json: #"{"a" : 1}"#))
        #expect(try hook.jsonString() == #"{"type":"hook","a":1}"#)
        #expect(try hook.dictionary()["type"] as? String == "hook")
    }

    /// Such values were written, and could not be imported again, or only as another case.
    @Test(arguments: [
        (
            Labelled.named(.init(type: "zzz", name: "a")) as any Importable & Sendable,
            #"expected "named" as the discriminator of Labelled, found "zzz""#
        ),
        (
            Labelled.named(.init(type: "json", name: "a")),
            #"expected "named" as the discriminator of Labelled, found "json""#
        ),
        (
            Labelled.json(.object(["Type": .string("named")])),
            #"expected "json" as the discriminator of Labelled, found "named""#
        ),
        (
            Labelled.json(.object(["type": .null])),
            #"expected "json" as the discriminator of Labelled, found none"#
        ),
        (
            Partly.labelled(type: "tagged", count: 1),
            #"expected "labelled" as the discriminator of Partly, found "tagged""#
        ),
        (
            Inner.a(.init(type: "b", id: nil)), #"expected "a" as the discriminator of Inner, found "b""#
        ),
        (
            Signed.unknown(.number("1")),
            "expected an object as the value beside a discriminator, found another value"
        ),
        (
            Signed.unknown(.object(["a": .null])),
            "expected a name of no case as the discriminator of Signed, found none"
        ),
        (
            Signed.unknown(.object(["TYPE": .string("HOOK")])),
            #"expected a name of no case as the discriminator of Signed, found "HOOK""#
        ),
        (
            CasePlanErrorTests.Endless.negated(.number(label: "")),
            #"expected "negated" as the discriminator of Endless, found "number""#
        ),
        (
            CasePlanErrorTests.Outer.inner(.unknown(.object(["type": .string("other")]))),
            #"expected "inner" as the discriminator of Outer, found "other""#
        ),
        (Command.unknown(.object([:])), #"the extras "unknown" of Command are not an object with members"#),
    ])
    func valueThatNoImportAcceptsIsNotExported(_ value: any Importable & Sendable, _ message: String) {
        let error = #expect(throws: ImportError.self) { try value.jsonString() }
        #expect(error?.message == message)
        #expect(throws: ImportError.self) { try value.dictionary() }
    }

    @Test(arguments: [
        Signed.unknown(.object(["type": .string("x"), "a": .null])),
        .unknown(.object(["TYPE": .number("1")])),
        .on(.object(["Type": .string("ON")])), .unknown(.object(["type": .bool(true)])),
    ])
    func unknownCaseIsImportedAgain(_ value: Signed) throws {
        #expect(try Signed(json: value.jsonString()) == value)
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
        #expect(error?.message == #"the extras "unknown" of Command are not an object with members"#)
    }

    // MARK: - Payloads of any JSON

    @Importable(discriminator: "type")
    enum Entry: Equatable, Sendable {
        case note(JSONValue)
        case hook(JSONText)
        case mark(JSONValue?)
        case task(JSONText?)
    }

    @Importable(discriminator: "meta.type")
    enum Nested: Equatable, Sendable {
        case note(JSONValue)
    }

    /// The discriminator was written twice.
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
        (#"{}"#, #"{"type":"note"}"#), (#"{"user_id":2}"#, #"{"type":"note","user_id":2}"#),
        (#"{"TYPE":"NOTE"}"#, #"{"TYPE":"NOTE"}"#),
    ])
    func missingDiscriminatorIsAdded(json: String, text: String) throws {
        let note = Entry.note(try JSONValue(json: json))
        #expect(try note.jsonString() == text)
        let hook = Entry.hook(try JSONText(json: json.replacing("NOTE", with: "HOOK")))
        #expect(try hook.jsonString() == text.replacing("note", with: "hook").replacing("NOTE", with: "HOOK"))
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
        for entry in [Entry.note(try JSONValue(json: json)), .hook(try JSONText(json: json))] {
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

/// Exports of cases with optional payloads.
@Suite struct OptionalPayloadExportTests {
    @Importable(discriminator: "type")
    enum Inner: Equatable {
        case a(x: Int)
        case b
    }

    @Importable
    struct Typed: Equatable { var type = "t", x = 0 }

    @Importable(discriminator: "type")
    enum Outer: Equatable {
        case a(Inner?)
        case t(Typed?)
    }

    /// The discriminator of a nil payload was read from memory without an instance.
    @Test(arguments: [Outer.a(nil), .t(nil)])
    func nilPayloadIsNotExported(_ value: Outer) {
        let error = #expect(throws: ImportError.self) { try value.jsonString() }
        #expect(error?.message.hasPrefix("expected an object as the value beside a discriminator") == true)
    }

    @Test func optionalPayloadIsExported() throws {
        #expect(try Outer.a(.a(x: 1)).jsonString() == #"{"type":"a","x":1}"#)
        #expect(try Outer.t(Typed(x: 2)).jsonString() == #"{"type":"t","x":2}"#)
    }
}
