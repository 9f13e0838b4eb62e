import StreamImport
import Testing

/// A model's `intercept` receives each member before the member becomes the value of a property.
@Suite struct ImportInterceptingTests {
    @Importable
    struct Address: ImportIntercepting, Equatable {
        var zip: String?
        @Key("town") var city: String = "-"
        var point: Point?
        var tags: [String] = []
        @Key("country.code") var country: String?

        static func intercept(_ member: ImportedMember) throws -> MemberDecision {
            switch (member.key, member.value) {
            case ("zip", let zip as String) where zip.allSatisfy(\.isNumber): .keep
            case ("zip", _): .skip
            case (_, let text as String) where text == "bad": throw InterceptError()
            case ("tags", let tags as [Any]) where tags.isEmpty: .skip
            case ("town", let town as String): .replace(town + "!")
            case ("POINT", _): .replace(Point(x: 7))
            case ("point", let x as Int): .replace(["x": x])
            default: .keep
            }
        }
    }

    struct InterceptError: Error {}

    @Importable
    struct Contact: ImportIntercepting, Equatable {
        @Key("given") var first: String?
        var last: String = "-"
        var point: Point?
        var tags: [String] = []
        var id: Int

        static func intercept(_ member: ImportedMember) throws -> MemberDecision {
            switch (member.key, member.value) {
            case ("name", let name as String):
                let parts = name.split(separator: " ").map(String.init)
                return .set(["first": parts[0], "last": parts[1], "id": parts.count])
            case ("place", let place as [Any]): return .set(["point": ["x": place[0]], "tags": place[1]])
            case ("ready", _): return .set(["point": Point(x: 9), "id": 9])
            case ("none", _): return .set([:])
            case ("null", let value): return .set(["first": value, "last": Optional<Int>.none as Any])
            case ("wrong", _): return .set(["nobody": 1])
            default: return .keep
            }
        }
    }

    @Test(arguments: [
        (#"{"name":"Ann Lee"}"#, Contact(first: "Ann", last: "Lee", id: 2)),
        (#"{"name":"Ann Lee","id":7,"last":"Poe","given":"Bob"}"#, Contact(first: "Ann", last: "Lee", id: 2)),
        (#"{"id":7,"last":"Poe","given":"Bob","name":"Ann Lee"}"#, Contact(first: "Ann", last: "Lee", id: 2)),
        (#"{"place":[5,["a","b"]],"id":7}"#, Contact(point: Point(x: 5), tags: ["a", "b"], id: 7)),
        (#"{"place":[{},["a"]],"id":7}"#, Contact(tags: ["a"], id: 7)),
        (#"{"ready":{"z":[1]}}"#, Contact(point: Point(x: 9), id: 9)),
        (#"{"none":1,"id":7}"#, Contact(id: 7)),
        (#"{"null":null,"id":7,"last":"Poe"}"#, Contact(last: "Poe", id: 7)),
    ])
    func oneMemberSetsSeveralProperties(object: String, contact: Contact) async throws {
        let outcome = try await importAllFrontEnds(to: Contact.self, from: "[\(object),\(object)]") {
            $0.mismatches = .skipValue
        }
        #expect(outcome.message == nil)
        #expect(outcome.records == [contact, contact])
    }

    @Test func errorInSetValueIsLocatedAtItsMember() async throws {
        for (object, message) in [
            (
                #"{"place":[{},[]],"id":7}"#,
                "typeMismatch at 1:11 (10), record 1, $[0].place.x: expected a value for Int, found '{'"
            ),
            (
                #"{"id":7,"wrong":1}"#,
                #"unknownProperty at 1:18 (17), record 1, $[0].wrong: unknown property "nobody" of Contact"#
            ),
        ] {
            let outcome = try await importAllVariants(to: Contact.self, from: "[\(object)]")
            #expect(outcome.message == message)
        }
        let nullOutcome = try await importAllVariants(to: Contact.self, from: #"[{"null":null,"id":7}]"#) {
            $0.nulls = .mismatch
        }
        #expect(nullOutcome.error?.message == "expected a value for String, found null")
    }

    @Test func setValueIsTransformed() async throws {
        let outcome = try await importAllVariants(to: Contact.self, from: #"[{"name":"Ann Lee"}]"#) {
            $0.transform(String.self) { "\($0)!" }
        }
        #expect(outcome.records == [Contact(first: "Ann!", last: "Lee!", id: 2)])
    }

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
    func memberFollowsInterceptDecision(object: String, address: Address) async throws {
        let outcome = try await importAllVariants(to: Address.self, from: "[\(object),\(object)]")
        #expect(outcome.records == [address, address])
    }

    @Test func errorThrownByInterceptRejectsRecord() async throws {
        let outcome = try await importAllVariants(to: Address.self, from: #"[{"zip":"1"},{"city":"bad"}]"#)
        #expect(
            outcome.message
                == "rejectedByModel at 1:22 (21), record 2, $[1].city: the model threw an error: InterceptError()"
        )
    }

    @Test func errorInKeptMemberHasPathAndLocation() async throws {
        for (object, message) in [
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
            let outcome = try await importAllVariants(to: Address.self, from: "[\(object)]")
            #expect(outcome.message == message)
        }
    }

    @Test func unknownKeysOfInterceptingModelFollowPolicy() async throws {
        let outcome = try await importAllVariants(to: Address.self, from: #"[{"a":1,"b":[{}],"a":2}]"#) {
            $0.unknownKeys = .report
        }
        #expect(outcome.summary?.unknownKeys.map(\.key) == ["a", "b"])
        let rejected = try await importAllVariants(to: Address.self, from: #"[{"zip":"1","b":[{}]}]"#) {
            $0.unknownKeys = .rejectRecord
        }
        #expect(rejected.error?.code == .unknownKey)
    }

    @Test func duplicateKeysOfInterceptingModelFollowPolicy() async throws {
        let text = #"[{"point":{"x":1},"point":{"x":2}}]"#
        for (policy, x) in [(DuplicateKeyPolicy.first, 1), (.last, 2)] {
            let outcome = try await importAllVariants(to: Address.self, from: text) {
                $0.duplicateKeys = policy
            }
            #expect(outcome.records == [Address(point: Point(x: x))])
        }
        let rejected = try await importAllVariants(to: Address.self, from: text) {
            $0.duplicateKeys = .rejectRecord
        }
        #expect(rejected.error?.code == .duplicateKey)
    }

    @Test func mismatchOfInterceptingModelIsSkipped() async throws {
        let text = #"[{"point":{"x":"a"},"tags":["a"]},{"tags":{},"zip":"1"}]"#
        let outcome = try await importAllVariants(to: Address.self, from: text) { $0.mismatches = .skipValue }
        #expect(outcome.records == [Address(tags: ["a"]), Address(zip: "1")])
        #expect(outcome.summary?.mismatchCount == 2)
    }
}
