import StreamImport
import Testing

/// The effects of the attributes of properties on keys.
@Suite struct MacroKeyTests {
    @Importable
    struct Repo: Equatable {
        var id: Int
        var fullName: String
        @Key("stargazers_count", "watchers") var stars = 0
        @Key("license.spdx_id") var license: String?
        @Key("photos[0].url") var photo: String?
        @Ignored var note = "none"
        let version = 2
    }

    @Test(arguments: ["fullName", "full_name", "FULL-NAME", "Full Name", "FuLl_NAme"])
    func keySpellingVariantsMatchProperty(key: String) async throws {
        let outcome = try await importAllVariants(to: Repo.self, from: #"[{"id":1,"\#(key)":"a"}]"#)
        #expect(outcome.records == [Repo(id: 1, fullName: "a")])
    }

    @Test(arguments: [
        (#""stargazers_count":5"#, 5), (#""watchers":6"#, 6), (#""stars":7"#, 7),
        (#""stars":7,"watchers":6,"stargazers_count":5"#, 5), (#""watchers":6,"stars":7"#, 6),
    ])
    func earlierKeyTakesPrecedence(members: String, stars: Int) async throws {
        let outcome = try await importAllVariants(
            to: Repo.self, from: #"[{\#(members),"id":1,"fullName":"a"}]"#)
        #expect(outcome.records == [Repo(id: 1, fullName: "a", stars: stars)])
    }

    @Test(arguments: [
        (#""license":{"key":"mit","spdx_id":"MIT"}"#, "MIT", nil as String?),
        (#""license.spdx_id":"MIT""#, "MIT", nil),
        (#""photos":[{"url":"b"},{"url":"c"}]"#, nil, "b"),
        (#""photos":[],"license":null"#, nil, nil),
    ])
    func pathKeyReadsNestedOrFlatMember(members: String, license: String?, photo: String?) async throws {
        let outcome = try await importAllVariants(
            to: Repo.self, from: #"[{\#(members),"id":1,"fullName":"a"}]"#)
        #expect(outcome.message == nil)
        #expect(outcome.records == [Repo(id: 1, fullName: "a", license: license, photo: photo)])
    }

    @Test func ignoredPropertyKeysAreNotUnknown() async throws {
        let text = #"[{"id":1,"fullName":"a","note":"x","version":3}]"#
        let outcome = try await importAllVariants(to: Repo.self, from: text) {
            $0.unknownKeys = .rejectRecord
        }
        #expect(outcome.message == nil)
        #expect(outcome.records == [Repo(id: 1, fullName: "a")])
    }

    @Importable
    struct Event: Equatable {
        var id: Int
        @Extras var extras: [String: JSONValue]
    }

    @Test func unknownMembersAreKeptInExtras() async throws {
        let outcome = try await importAllVariants(
            to: Event.self, from: #"[{"id":1,"a":1.50,"b":[null,{"c":"d"}]},{"id":2}]"#)
        #expect(
            outcome.records == [
                Event(
                    id: 1,
                    extras: ["a": .number("1.50"), "b": .array([.null, .object(["c": .string("d")])])]),
                Event(id: 2, extras: [:]),
            ])
    }

    @Importable
    struct Measurements: Equatable {
        @Lenient var values: [Int]
        @Lenient var names: Set<String> = ["none"]
    }

    @Test func mismatchedElementsAreSkipped() async throws {
        let outcome = try await importAllVariants(
            to: Measurements.self, from: #"[{"values":[1,"a",{"b":2},3],"names":[[],"c"]}]"#)
        #expect(outcome.message == nil)
        #expect(outcome.records == [Measurements(values: [1, 3], names: ["c"])])
    }

    @Importable
    struct Score: Equatable {
        var points: Double? = 0.5
    }

    @Test func nullOverridesDefaultOfOptional() async throws {
        let outcome = try await importAllVariants(to: Score.self, from: #"[{},{"points":null},{"points":1}]"#)
        #expect(outcome.records == [Score(), Score(points: nil), Score(points: 1)])
    }

    @Importable
    struct Form: Equatable {
        let `items[]`: [Int]
        @Key("a.b") var `c.d`: Int?
    }

    @Test func rawIdentifierIsMatchedAsLiteralKey() async throws {
        let outcome = try await importAllVariants(
            to: Form.self, from: #"[{"items[]":[1],"c.d":2},{"ITEMS[]":[]}]"#)
        #expect(outcome.message == nil)
        #expect(outcome.records == [Form(`items[]`: [1], `c.d`: 2), Form(`items[]`: [])])
    }
}
