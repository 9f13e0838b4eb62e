import StreamImport
import Testing

/// The effect of null on a property.
@Suite struct NullTests {
    struct Model: Importable, Equatable {
        var must: Int
        var may: Int?
        var level = 5
        var list: [Int] = [0]
        var any: JSONValue = .bool(true)
        var hole: Int??

        static let importPlan = ImportPlan(Model.self) { fields in
            let must = fields.required("must", Int.self)
            let may = fields.optional("may", Int.self)
            let level = fields.defaulted("level", Int.self)
            let list = fields.defaulted("list", [Int].self)
            let any = fields.defaulted("any", JSONValue.self)
            let hole = fields.defaulted("hole", Int?.self)
            return { draft in
                Model(
                    must: draft[must], may: draft[may], level: draft[level] ?? 5, list: draft[list] ?? [0],
                    any: draft[any] ?? .bool(true), hole: draft[hole])
            }
        }
    }

    /// With `.ignore`, null counts as a missing key, unless null is a value of the type, as for `JSONValue`.
    @Test func ignoredNullIsTreatedAsMissingKey() async throws {
        let text = #"[{"must":1,"may":null,"level":null},{"any":null,"must":2},{"must":3,"hole":null}]"#
        let outcome = try await importAllVariants(to: Model.self, from: text) { $0.nulls = .ignore }
        #expect(outcome.records == [Model(must: 1), Model(must: 2, any: .null), Model(must: 3)])
    }

    @Test(arguments: [NullPolicy.reset, .mismatch])
    func nullIsValueOfOptionalAndJSONValue(policy: NullPolicy) async throws {
        let text = #"[{"must":1,"may":null},{"any":null,"must":2},{"must":3,"hole":null}]"#
        let outcome = try await importAllVariants(to: Model.self, from: text) { $0.nulls = policy }
        #expect(
            outcome.records == [Model(must: 1), Model(must: 2, any: .null), Model(must: 3, hole: .some(nil))])
    }

    @Test func nullKeepsDefaultValueByDefault() async throws {
        let outcome = try await importAllVariants(
            to: Model.self, from: #"[{"must":1,"level":null,"list":null}]"#)
        #expect(outcome.records == [Model(must: 1)])
    }

    @Test(arguments: [
        (#""level":null"#, "1:21 (20), record 1, $[0].level: expected a value for Int, found null"),
        (#""list":null"#, "1:20 (19), record 1, $[0].list: expected an array, found null"),
    ])
    func nullForDefaultedPropertyIsMismatchWithMismatchPolicy(member: String, message: String) async throws {
        let text = #"[{"must":1, \#(member),"may":2},{"must":2}]"#
        let outcome = try await importAllVariants(to: Model.self, from: text) { $0.nulls = .mismatch }
        #expect(outcome.message == "typeMismatch at \(message)")
        let kept = try await importAllVariants(to: Model.self, from: text) {
            $0.nulls = .mismatch
            $0.mismatches = .skipValue
        }
        #expect(kept.records == [Model(must: 1, may: 2), Model(must: 2)])
        #expect(kept.mismatches == ["#1 typeMismatch at \(message)"])
    }

    @Test(arguments: NullPolicy.allCases)
    func nullForRequiredPropertyIsMissingKey(policy: NullPolicy) async throws {
        let outcome = try await importAllVariants(to: Model.self, from: #"[{"must":null}]"#) {
            $0.nulls = policy
        }
        #expect(
            outcome.message
                == #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "must" (null) of Model"#)
    }

    @Test func nullForRequiredOptionalIsNil() async throws {
        struct Link: Importable, Equatable {
            var next: [Link?]
            var last: JSONValue
            var maybe: Int?

            static let importPlan = ImportPlan(Link.self) { fields in
                let next = fields.required("next", [Link?]?.self)
                let last = fields.required("last", JSONValue.self)
                let maybe = fields.required("maybe", Int?.self)
                return { draft in Link(next: draft[next] ?? [], last: draft[last], maybe: draft[maybe]) }
            }
        }
        let text = #"[[{"next":[null,{"next":null,"last":null,"maybe":null}],"last":1,"maybe":2}],null]"#
        let outcome = try await importAllVariants(to: [Link?]?.self, from: text)
        #expect(outcome.message == nil)
        #expect(
            outcome.records == [
                [Link(next: [nil, Link(next: [], last: .null)], last: .number("1"), maybe: 2)], nil,
            ])
    }
}
