import Foundation
import StreamImport
import Testing

/// Structs whose conformance is written by the macro.
@Suite struct StructModelTests {
    @Importable
    struct Repo: Equatable {
        let id: Int
        var name: String
        var stars = 0
        var license: String?
        let homepage: URL?
        var topics: [String] = []
        var score: Double? = 0.5
        private(set) var isFork = false
        private var secret: Int?

        init(
            id: Int, name: String, stars: Int = 0, license: String? = nil, homepage: URL? = nil,
            topics: [String] = [], score: Double? = 0.5, isFork: Bool = false, secret: Int? = nil
        ) {
            (self.id, self.name, self.stars, self.license) = (id, name, stars, license)
            (self.homepage, self.topics, self.score) = (homepage, topics, score)
            (self.isFork, self.secret) = (isFork, secret)
        }
    }

    @Test(arguments: [
        ("", Repo(id: 1, name: "a")),
        (#","stars":5,"license":"MIT""#, Repo(id: 1, name: "a", stars: 5, license: "MIT")),
        (
            #","homepage":"https://swift.org","topics":["b"]"#,
            Repo(id: 1, name: "a", homepage: URL(string: "https://swift.org"), topics: ["b"])
        ),
        (#","score":1.5,"isFork":true"#, Repo(id: 1, name: "a", score: 1.5, isFork: true)),
        (#","secret":7"#, Repo(id: 1, name: "a", secret: 7)),
        (#","stars":null,"topics":null,"isFork":null"#, Repo(id: 1, name: "a")),
        (#","license":null,"homepage":null,"secret":null"#, Repo(id: 1, name: "a")),
        (#","unknown":{"id":2}"#, Repo(id: 1, name: "a")),
    ])
    func propertiesAreRequiredOptionalOrDefaulted(members: String, repo: Repo) async throws {
        let outcome = try await everyWay(to: Repo.self, from: #"[{"id":1,"name":"a"\#(members)}]"#)
        #expect(outcome.problem == nil)
        #expect(outcome.records == [repo])
    }

    @Test func allMissingKeysAreNamed() async throws {
        let outcome = try await everyWay(to: Repo.self, from: #"[{"stars":1,"name":null}]"#)
        #expect(
            outcome.problem == """
                missingKeys at 1:2 (1), record 1, $[0]: Repo needs the keys "id", "name" (null)
                """)
    }

    // MARK: - Properties

    /// Every kind of property that is not simply stored.
    @Importable
    struct Gauge: Equatable {
        static let scale = 10
        static var unit: String { "m" }

        let kind = "gauge"
        var value: Int {
            didSet { changes += 1 }
        }
        var label = "none" {
            willSet { changes += 1 }
        }
        @Ignored var changes = 0
        var scaled: Int { value * Self.scale }
        var half: Int {
            get { value / 2 }
            set { value = newValue * 2 }
        }

        static func == (left: Gauge, right: Gauge) -> Bool {
            (left.value, left.label, left.changes) == (right.value, right.label, right.changes)
        }
    }

    @Test func observersAreNotCalledAndConstantsStay() async throws {
        let outcome = try await everyWay(
            to: Gauge.self, from: #"[{"value":4,"label":"a","scaled":1,"half":9,"unit":"x"}]"#)
        let gauge = try #require(outcome.records?.first)
        #expect((gauge.value, gauge.label, gauge.changes) == (4, "a", 0))
        #expect((gauge.kind, gauge.scaled, gauge.half) == ("gauge", 40, 2))
    }

    @Importable
    struct Lazy {
        var number: Int
        lazy var text = "number \(number)"
    }

    @Test func lazyPropertiesAreMadeLater() throws {
        var lazy = try #require(
            try StreamImporter.objects(of: Lazy.self, from: #"{"number":1,"text":"x"}"#).collect().first)
        #expect(lazy.text == "number 1")
    }

    @Importable
    struct Defaults: Equatable {
        var integer = -1
        var double = 1.5
        var bool = true
        var text = "text \(1)"
        var list = [Int]()
        var table = [String: [Double]]()
        var set = Set<String>()
        var numbers = [1, 2]
        var byName = ["a": 1]
        var small = 1 as UInt8
        var date = Date(timeIntervalSince1970: 0) as Date
        var level: Level = .low
        var nothing: Int?? = nil
        var unwrapped: Int! = 3
    }

    @Importable
    enum Level: String {
        case low, high
    }

    @Test func defaultsOfEveryKindStayOrGiveWay() async throws {
        let outcome = try await everyWay(
            to: Defaults.self,
            from: """
                [{}, {"integer":7,"double":2,"bool":false,"text":"","list":[1],"table":{"a":[0.5]},"set":["b","b"],
                "numbers":[],"byName":{"c":3},"small":255,"date":60,"level":"high","nothing":4,"unwrapped":5}]
                """)
        #expect(outcome.problem == nil)
        #expect(
            outcome.records == [
                Defaults(),
                Defaults(
                    integer: 7, double: 2, bool: false, text: "", list: [1], table: ["a": [0.5]], set: ["b"],
                    numbers: [], byName: ["c": 3], small: 255, date: Date(timeIntervalSince1970: 60),
                    level: .high, nothing: 4, unwrapped: 5),
            ])
    }

    /// A percentage, whatever it is set to.
    @propertyWrapper
    struct Clamped: Equatable {
        private var value: Int

        init(wrappedValue: Int) { value = min(max(wrappedValue, 0), 100) }

        var wrappedValue: Int {
            get { value }
            set { self = Clamped(wrappedValue: newValue) }
        }
    }

    @Importable
    struct Volume: Equatable {
        @Clamped var left: Int
        @Clamped var right = 200
    }

    @Test func wrappersReceiveTheirValues() async throws {
        let outcome = try await everyWay(to: Volume.self, from: #"[{"left":101},{"left":3,"right":-4}]"#)
        #expect(outcome.records == [Volume(left: 100, right: 100), Volume(left: 3, right: 0)])
    }

    @Importable
    struct Names: Equatable {
        var fields: Int
        var draft: Int?
        var value = 1
        var `default`: Int
        var `init`: Int?
        var `self`: Int?
        var größe = 0.5
        let `two words`: Int?
    }

    @Test func namesMayBeAnything() async throws {
        let outcome = try await everyWay(
            to: Names.self,
            from: """
                [{"fields":1,"draft":2,"value":3,"default":4,"init":5,"self":6,"größe":7,"two words":8}]
                """)
        #expect(
            outcome.records == [
                Names(
                    fields: 1, draft: 2, value: 3, default: 4, init: 5, self: 6, größe: 7, `two words`: 8)
            ])
    }

    // MARK: - Dates

    @Importable
    struct Dated: Equatable {
        @DateFormat(.unixMilliseconds) var sent: Date
        @DateFormat(.iso8601) var read: Date?
        @DateFormat(.dotNet) var gone = Date(timeIntervalSince1970: 0) as Date
    }

    @Test func datesAreReadAsTheirPropertiesSay() async throws {
        let outcome = try await everyWay(
            to: Dated.self,
            from: #"[{"sent":1500,"read":"1970-01-01T00:00:02Z","gone":"/Date(3000)/"},{"sent":0}]"#)
        #expect(outcome.problem == nil)
        let moments = [0, 1.5, 2, 3].map(Date.init(timeIntervalSince1970:))
        #expect(
            outcome.records == [
                Dated(sent: moments[1], read: moments[2], gone: moments[3]), Dated(sent: moments[0]),
            ])
    }

    // MARK: - Trees and generics

    @Importable
    struct Leaf: Equatable {
        var id: Int
        var leaves: [Leaf] = []
    }

    @Importable
    struct Page<Item: Importable & Equatable>: Equatable {
        var items: [Item]
        var next: String?

        @Importable
        struct Mark: Equatable {
            var item: Item
        }
    }

    @Test func aStructMayContainItself() async throws {
        let outcome = try await everyWay(
            to: Leaf.self, from: #"[{"id":1,"leaves":[{"leaves":[{"id":3}],"id":2},{"id":4}]}]"#)
        #expect(
            outcome.records == [
                Leaf(id: 1, leaves: [Leaf(id: 2, leaves: [Leaf(id: 3)]), Leaf(id: 4)])
            ])
    }

    @Test func aStructMayBeGeneric() async throws {
        let outcome = try await everyWay(
            to: Page<Page<Leaf>>.self, from: #"[{"items":[{"items":[{"id":1}],"next":"n"}]}]"#)
        #expect(outcome.records == [Page(items: [Page(items: [Leaf(id: 1)], next: "n")])])
        let marks = try await everyWay(to: Page<Int>.Mark.self, from: #"[{"item":1}]"#)
        #expect(marks.records == [Page<Int>.Mark(item: 1)])
    }

    // MARK: - Conformances

    @Importable
    struct Person: Codable, Hashable, Identifiable, Sendable {
        let id: UUID
        var name: String
        var level: Level? = .low
        var tags: Set<String> = []

        enum Level: Int, Codable, Importable {
            case low, high
        }
    }

    @Test func otherConformancesStandBeside() async throws {
        let text = #"{"id":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","name":"a","level":1,"tags":["b"]}"#
        let outcome = try await everyWay(to: Person.self, from: text)
        let decoded = try JSONDecoder().decode(Person.self, from: Data(text.utf8))
        #expect(outcome.records == [decoded])
        #expect(Set(outcome.records ?? []) == [decoded])
    }

    @Importable
    struct Nothing: Equatable {}

    @Test func aStructMayHaveNoFields() async throws {
        #expect(
            try await everyWay(to: Nothing.self, from: #"[{},{"a":1}]"#).records == [Nothing(), Nothing()])
    }
}
