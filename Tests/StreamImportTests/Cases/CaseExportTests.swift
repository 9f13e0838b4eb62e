import Foundation
import StreamImport
import Testing

/// The export of enums with discriminators.
struct CaseExportTests {
    @Test(arguments: [
        (
            Event.push(.init(ref: "a", commits: [.init(id: 1)])),
            #"{"type":"push","ref":"a","commits":[{"id":1}]}"#
        ),
        (
            .opened(.init(number: 7, branch: "b"), actor: .init(login: "octo")),
            #"{"type":"PullRequestEvent","number":7,"head":{"ref":"b"},"actor":{"login":"octo"}}"#
        ),
        (
            .starCount(count: 3, by: .init(login: "octo"), weight: 0.5),
            #"{"type":"starCount","count":3,"by":{"login":"octo"},"weight":0.5}"#
        ),
        (.ping, #"{"type":"ping"}"#),
        (.reply(to: .reply(to: .ping)), #"{"type":"reply","to":{"type":"reply","to":{"type":"ping"}}}"#),
        (.unknown(.object(["type": .string("fork")])), #"{"type":"fork"}"#),
    ])
    func exportHasDiscriminator(_ event: Event, _ text: String) throws {
        #expect(try event.jsonString() == text)
        #expect(try Event(json: text) == event)
        #expect(try Event(dictionary: try event.dictionary()) == event)
    }

    @Test(arguments: [
        (Notice.charge(.init(amount: 3)), #"{"kind":"charge","data":{"object":{"amount":3}}}"#),
        (
            .refund(.init(amount: 3), reason: "late"),
            #"{"kind":"refund","data":{"object":{"amount":3}},"reason":"late"}"#
        ),
        (.closed, #"{"kind":"closed"}"#),
    ])
    func contentIsExportedUnderItsKey(_ notice: Notice, _ text: String) throws {
        #expect(try notice.jsonString() == text)
        #expect(try Notice(json: text) == notice)
    }

    @Test(arguments: [
        (Message.text(.init(body: "a")), #"{"meta":{"type":"text"},"body":"a"}"#),
        (.image(url: "u"), #"{"meta":{"type":"image"},"url":"u"}"#),
    ])
    func pathOfDiscriminatorIsExported(_ message: Message, _ text: String) throws {
        #expect(try message.jsonString() == text)
        #expect(try Message(json: text) == message)
    }

    @Test(arguments: [
        (Command.push(.init(ref: "a")), #"{"push":{"ref":"a","commits":[]}}"#),
        (.move(to: 3), #"{"mv":3}"#),
        (.tags([]), #"{"tags":[]}"#),
        (.quit, #"{"quit":{}}"#),
        (.unknown(.object(["other": .null])), #"{"other":null}"#),
    ])
    func keyOfCaseIsExported(_ command: Command, _ text: String) throws {
        #expect(try command.jsonString() == text)
        #expect(try Command(json: text) == command)
    }

    @Test(arguments: [
        (Identifier.number(3), "3"), (.text("3"), #""3""#), (.list([.number(1), .list([])]), "[1,[]]"),
        (.point(x: 1, y: 2), #"{"x":1,"y":2}"#), (.person(.init(name: "b")), #"{"name":"b"}"#),
    ])
    func caseWithoutDiscriminatorIsExportedAsItsPayload(_ identifier: Identifier, _ text: String) throws {
        let holder = IdentifierHolder(a: identifier)
        #expect(try holder.jsonString() == #"{"a":\#(text)}"#)
        #expect(try IdentifierHolder(json: holder.jsonString()) == holder)
    }

    @Test(arguments: [
        (SlackEvent.message(.bot(name: "b")), #"{"type":"message","subtype":"bot","name":"b"}"#),
        (.joined(channel: "c"), #"{"type":"joined","channel":"c"}"#),
    ])
    func discriminatorsOfNestedEnumsAreExported(_ event: SlackEvent, _ text: String) throws {
        #expect(try event.jsonString() == text)
        #expect(try SlackEvent(json: text) == event)
    }

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

    @Test func enumIsExportedInsideModels() throws {
        let holder = EventHolder(
            one: .ping, list: [.ping], map: ["a": .ping], maybe: .ping, nested: [[.ping]])
        let ping = #"{"type":"ping"}"#
        #expect(
            try holder.jsonString()
                == #"{"one":\#(ping),"list":[\#(ping)],"map":{"a":\#(ping)},"maybe":\#(ping),"nested":[[\#(ping)]]}"#
        )
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
