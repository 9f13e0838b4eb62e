import StreamImport
import Testing

/// A model sees each member before it is the value of a property.
@Suite struct ImportInterceptingTests {
    struct Address: ImportIntercepting, Equatable {
        var zip: String?
        var city = "-"
        var point: Point?
        var tags: [String] = []
        var country: String?

        static let importPlan = ImportPlan(Address.self) { fields in
            let zip = fields.optional("zip", String.self)
            let city = fields.defaulted("city", String.self, keys: ["town"])
            let point = fields.optional("point", Point.self)
            let tags = fields.defaulted("tags", [String].self)
            let country = fields.optional("country", String.self, keys: ["country.code"])
            return { draft in
                Address(
                    zip: draft[zip], city: draft[city] ?? "-", point: draft[point], tags: draft[tags] ?? [],
                    country: draft[country])
            }
        }

        static func intercept(_ member: ImportedMember) throws -> MemberDecision {
            switch (member.key, member.value) {
            case ("zip", let zip as String) where zip.allSatisfy(\.isNumber): .pass
            case ("zip", _): .skip
            case (_, let text as String) where text == "bad": throw Refusal()
            case ("tags", let tags as [Any]) where tags.isEmpty: .skip
            case ("town", let town as String): .replace(town + "!")
            case ("POINT", _): .replace(Point(x: 7))
            case ("point", let x as Int): .replace(["x": x])
            default: .pass
            }
        }
    }

    struct Refusal: Error {}

    @Test(arguments: [
        (#"{"zip":"123"}"#, Address(zip: "123")), (#"{"zip":"12x"}"#, Address()), (#"{"zip":5}"#, Address()),
        (#"{"zip":null}"#, Address()), (#"{"city":"a"}"#, Address(city: "a")),
        (#"{"town":"a","city":"b"}"#, Address(city: "a!")),
        (#"{"city":"b","town":"a"}"#, Address(city: "a!")),
        (#"{"city":null}"#, Address()), (#"{"point":{"x":1}}"#, Address(point: Point(x: 1))),
        (#"{"POINT":{"x":1}}"#, Address(point: Point(x: 7))), (#"{"point":3}"#, Address(point: Point(x: 3))),
        (#"{"tags":["a","b\u0041"]}"#, Address(tags: ["a", "bA"])), (#"{"tags":[]}"#, Address()),
        (#"{"country":{"code":"de","x":[{}]}}"#, Address(country: "de")),
        (#"{"country":"fr"}"#, Address(country: "fr")),
        (#"{"unknown":[1,{"a":{}}],"zip":"1"}"#, Address(zip: "1")),
    ])
    func membersAreWhatIsDecided(object: String, address: Address) async throws {
        let outcome = try await everyWay(to: Address.self, from: "[\(object),\(object)]")
        #expect(outcome.records == [address, address])
    }

    @Test func whatIsThrownRejectsTheRecord() async throws {
        let outcome = try await everyWay(to: Address.self, from: #"[{"zip":"1"},{"city":"bad"}]"#)
        #expect(
            outcome.problem
                == "rejectedByModel at 1:22 (21), record 2, $[1].city: the model refused it: Refusal()")
    }

    @Test func valuesKeepTheirPlaces() async throws {
        for (object, problem) in [
            (
                #"{"point":{"x":"a"}}"#,
                #"typeMismatch at 1:16 (15), record 1, $[0].point.x: expected an integer, found "a""#
            ),
            (
                #"{"zip":"1","tags":["a",{}]}"#,
                "typeMismatch at 1:25 (24), record 1, $[0].tags[1]: expected a value for String, found '{'"
            ),
            (
                #"{"country":{"code":[]}}"#,
                "typeMismatch at 1:21 (20), record 1, $[0].country.code: expected a value for String, found '['"
            ),
        ] {
            let outcome = try await everyWay(to: Address.self, from: "[\(object)]")
            #expect(outcome.problem == problem)
        }
    }

    @Test func unknownKeysAreStillUnknown() async throws {
        let outcome = try await everyWay(to: Address.self, from: #"[{"a":1,"b":[{}],"a":2}]"#) {
            $0.unknownKeys = .report
        }
        #expect(outcome.summary?.unknownKeys.map(\.key) == ["a", "b"])
        let refused = try await everyWay(to: Address.self, from: #"[{"zip":"1","b":[{}]}]"#) {
            $0.unknownKeys = .rejectRecord
        }
        #expect(refused.error?.code == .unknownKey)
    }

    @Test func duplicatesFollowTheirPolicy() async throws {
        let text = #"[{"point":{"x":1},"point":{"x":2}}]"#
        for (policy, x) in [(DuplicateKeyPolicy.first, 1), (.last, 2)] {
            let outcome = try await everyWay(to: Address.self, from: text) { $0.duplicateKeys = policy }
            #expect(outcome.records == [Address(point: Point(x: x))])
        }
        let refused = try await everyWay(to: Address.self, from: text) { $0.duplicateKeys = .rejectRecord }
        #expect(refused.error?.code == .duplicateKey)
    }

    @Test func aValueThatDoesNotFitMayBeLeftOut() async throws {
        let text = #"[{"point":{"x":"a"},"tags":["a"]},{"tags":{},"zip":"1"}]"#
        let outcome = try await everyWay(to: Address.self, from: text) { $0.mismatches = .skipValue }
        #expect(outcome.records == [Address(tags: ["a"]), Address(zip: "1")])
        #expect(outcome.summary?.mismatchCount == 2)
    }
}
