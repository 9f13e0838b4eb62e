import StreamImport

/// An enum with every kind of case, whose discriminator is a member.
@Importable(discriminator: "type")
enum Event: Equatable, Sendable {
    case push(Push)
    @Key("PullRequestEvent", "pr") case opened(PullRequest)
    case starCount(count: Int, by: Actor?, weight: Double = 1)
    case ping
    indirect case reply(to: Event)
    case unknown(JSONValue)

    @Importable
    struct Push: Equatable, Sendable {
        var ref: String
        var commits: [Commit] = []
    }

    @Importable
    struct Commit: Equatable, Sendable {
        var id: Int
    }

    @Importable
    struct PullRequest: Equatable, Sendable {
        var number: Int
        @Key("head.ref") var branch: String?
        var actor: Actor
    }

    @Importable
    struct Actor: Equatable, Sendable {
        var login: String
    }
}

/// An enum whose payloads are under a key of their own.
@Importable(discriminator: "kind", content: "data.object")
enum Notice: Equatable, Sendable {
    case charge(Charge)
    case refund(Charge?, reason: String = "none")
    case closed

    @Importable
    struct Charge: Equatable, Sendable {
        var amount: Int
    }
}

/// An enum whose discriminator is inside another object.
@Importable(discriminator: "meta.type")
enum Message: Equatable, Sendable {
    case text(Text)
    case image(url: String)

    @Importable
    struct Text: Equatable, Sendable {
        var body: String
    }
}

/// An enum whose discriminator is a key with a dot, beside one with the content.
@Importable(discriminator: #"$["event.type"]"#, content: #"$["event.data"].body"#)
enum Dispatch: Equatable, Sendable {
    case text(String)
}

/// An enum whose cases are selected by the key of the only member.
@Importable(discriminator: .key)
enum Command: Equatable, Sendable {
    case push(Event.Push)
    @Key("mv") case move(to: Int)
    case tags([String])
    case quit
    case unknown(JSONValue)
}

/// An enum whose values become the first case that they fit.
@Importable(discriminator: .firstFit)
enum Identifier: Equatable, Sendable {
    case number(Int)
    case text(String)
    case list([Identifier])
    case point(x: Int, y: Int)
    case person(Person)

    @Importable
    struct Person: Equatable, Sendable {
        var name: String
    }
}

/// An enum whose payload is an enum that is told apart by another member of the same object.
@Importable(discriminator: "type")
enum SlackEvent: Equatable, Sendable {
    case message(SlackMessage)
    case joined(channel: String)
}

@Importable(discriminator: "subtype")
enum SlackMessage: Equatable, Sendable {
    case bot(name: String)
    case plain(text: String)
}

/// An enum with a case of the name `unknown` in the input, and a case for all other names.
@Importable(discriminator: "type")
enum Signal: Equatable, Sendable {
    @Key("unknown") case strange(id: Int)
    case unknown(JSONValue)
}

/// An enum with a case of the key `unknown` in the input, and a case for all other keys.
@Importable(discriminator: .key)
enum KeyedSignal: Equatable, Sendable {
    @Key("unknown") case strange(Int)
    case unknown(JSONValue)
}

/// An enum whose cases have the names of bools and of a number in the input.
@Importable(discriminator: "on")
enum Switch: Equatable, Sendable {
    @Key("true") case on
    @Key("false") case off
    @Key("1") case one
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

/// An enum whose discriminator is a key, with names that look like paths.
@Importable(discriminator: .key)
enum Call: Equatable, Sendable {
    @Key("org.example.push") case push(ref: String)
    @Key("a") case outer([String: Int])
    @Key("a.b", "a.c") case inner(Int)
    @Key("/x~y/z", "items[0]") case pointer(Int)
    case unknown(JSONValue)
}

/// An enum with a payload that contains the enum as a member.
@Importable(discriminator: "kind")
enum Node: Equatable, Sendable {
    case group(Group)
    case leaf(value: Int)
    case empty

    @Importable
    struct Group: Equatable, Sendable {
        var children: [Node?] = []
        var byName: [String: Node?] = [:]
    }
}

/// An enum with the payload of another enum, which contains both enums as members.
@Importable(discriminator: "kind")
indirect enum Quotation: Equatable, Sendable {
    case quote(Quote)
    case text(body: String)

    @Importable
    struct Quote: Equatable, Sendable {
        var by: String
        var quoted: Quoted?
        var parent: [Quotation]? = []
    }

    @Importable(discriminator: "kind")
    indirect enum Quoted: Equatable, Sendable {
        case quote(Quote)
        case text(body: String)
    }
}
