import Foundation
import StreamImport
import Testing

/// Structs whose conformance the macro generates.
@Suite struct StructModelTests {
    @Importable
    struct Branch: Equatable {
        static let dates = DateStrategy.unixSeconds

        var children: [Self] = []
        var kinds: Set<Self.Kind>
        @DateFormat(Self.dates) var grown: Double

        @Importable
        enum Kind: String {
            case leaf, fruit
        }
    }

    @Test func selfIsResolvedInPropertyTypesAndAttributes() async throws {
        let outcome = try await importAllVariants(
            to: Branch.self,
            from: #"[{"kinds":["leaf"],"grown":1,"children":[{"kinds":["leaf","fruit"],"grown":2}]}]"#)
        #expect(
            outcome.records == [
                Branch(children: [Branch(kinds: [.leaf, .fruit], grown: 2)], kinds: [.leaf], grown: 1)
            ])
    }

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
        let outcome = try await importAllVariants(to: Repo.self, from: #"[{"id":1,"name":"a"\#(members)}]"#)
        #expect(outcome.message == nil)
        #expect(outcome.records == [repo])
    }

    @Test func allMissingKeysAreNamed() async throws {
        let outcome = try await importAllVariants(to: Repo.self, from: #"[{"stars":1,"name":null}]"#)
        #expect(
            outcome.message == """
                missingKeys at 1:2 (1), record 1, $[0]: missing required keys "id", "name" (null) of Repo
                """)
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

    @Test func recursiveStructIsImported() async throws {
        let outcome = try await importAllVariants(
            to: Leaf.self, from: #"[{"id":1,"leaves":[{"leaves":[{"id":3}],"id":2},{"id":4}]}]"#)
        #expect(
            outcome.records == [
                Leaf(id: 1, leaves: [Leaf(id: 2, leaves: [Leaf(id: 3)]), Leaf(id: 4)])
            ])
    }

    @Test func genericStructIsImported() async throws {
        let outcome = try await importAllVariants(
            to: Page<Page<Leaf>>.self, from: #"[{"items":[{"items":[{"id":1}],"next":"n"}]}]"#)
        #expect(outcome.records == [Page(items: [Page(items: [Leaf(id: 1)], next: "n")])])
        let marks = try await importAllVariants(to: Page<Int>.Mark.self, from: #"[{"item":1}]"#)
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

    @Test func importedValueEqualsCodableDecoding() async throws {
        let text = #"{"id":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","name":"a","level":1,"tags":["b"]}"#
        let outcome = try await importAllVariants(to: Person.self, from: text)
        let decoded = try JSONDecoder().decode(Person.self, from: Data(text.utf8))
        #expect(outcome.records == [decoded])
        #expect(Set(outcome.records ?? []) == [decoded])
    }

    @Importable
    struct Empty: Equatable {}

    @Test func structWithoutFieldsIsImported() async throws {
        #expect(
            try await importAllVariants(to: Empty.self, from: #"[{},{"a":1}]"#).records == [
                Empty(), Empty(),
            ])
    }
}
