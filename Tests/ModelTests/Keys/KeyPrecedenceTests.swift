import StreamImport
import TestSupport
import Testing

/// If several keys of an object match one property, the value of the key of the highest precedence is read, in any
/// order of the keys.
@Suite(.countsInstances) struct KeyPrecedenceTests {
    /// A model with an optional property that has two keys.
    @Importable
    struct OptionalTag: Equatable {
        @Key("k1", "k2") var theTag: Tag?
    }

    /// A model with a required property that has two keys, and with a nested `OptionalTag`.
    @Importable
    struct Required: Equatable {
        @Key("k1", "k2") var theTag: [Tag]
        var inner: OptionalTag?
    }

    /// The keys, by descending precedence.
    static let keys = ["mapped", "k1", "k2", "theTag", "the_tag"]

    static func map(_ options: inout ImportOptions) { options.map("mapped", to: "theTag") }

    @Test(arguments: keys.indices, keys.indices)
    func keyOfHigherPrecedenceWinsInAnyOrder(first: Int, second: Int) async throws {
        guard first != second else { return }
        let (one, other) = (Self.keys[first], Self.keys[second])
        let winner = first < second ? "one" : "other"
        for duplicates in DuplicateKeyPolicy.allCases {
            let object = #"{"\#(one)":"one","\#(other)":"other"}"#
            let outcome = try await importAllVariants(to: OptionalTag.self, from: "[\(object),\(object)]") {
                Self.map(&$0)
                $0.duplicateKeys = duplicates
            }
            #expect(outcome.message == nil)
            #expect(outcome.records?.map(\.theTag?.text) == [winner, winner], "\(object)")
        }
    }

    @Test(arguments: keys.indices, keys.indices)
    func keyOfHigherPrecedenceWinsInNestedAndRequiredFields(first: Int, second: Int) async throws {
        guard first != second else { return }
        let (one, other) = (Self.keys[first], Self.keys[second])
        let winner = first < second ? "one" : "other"
        let text = """
            [{"\(one)":["one","x"],"inner":{"\(other)":"other","\(one)":"one"},"\(other)":["other","y","z"]}]
            """
        let outcome = try await importAllVariants(to: Required.self, from: text) { Self.map(&$0) }
        #expect(outcome.message == nil)
        #expect(outcome.records?.first?.theTag.first?.text == winner)
        #expect(outcome.records?.first?.inner?.theTag?.text == winner)
    }

    @Test(arguments: keys.indices, keys.indices)
    func nullOfKeyOfHigherPrecedenceKeepsValue(first: Int, second: Int) async throws {
        guard first < second else { return }
        for object in [
            #"{"\#(Self.keys[first])":null,"\#(Self.keys[second])":"x"}"#,
            #"{"\#(Self.keys[second])":"x","\#(Self.keys[first])":null}"#,
        ] {
            let outcome = try await importAllVariants(to: OptionalTag.self, from: "[\(object)]") {
                Self.map(&$0)
            }
            #expect(outcome.records?.map(\.theTag?.text) == ["x"], "\(object)")
            let required = try await importAllVariants(
                to: Required.self, from: "[\(object.replacing("\"x\"", with: "[\"x\"]"))]"
            ) { Self.map(&$0) }
            #expect(required.records?.map { $0.theTag.map(\.text) } == [["x"]], "\(object)")
            let nulls = try await importAllVariants(
                to: Required.self, from: "[\(object.replacing("\"x\"", with: "null"))]"
            ) { Self.map(&$0) }
            #expect(
                nulls.message
                    == #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "k1" (null) of Required"#
            )
        }
    }

    @Test(arguments: keys.indices, keys.indices)
    func mismatchOfKeyOfHigherPrecedenceKeepsValue(first: Int, second: Int) async throws {
        guard first < second else { return }
        for object in [
            #"{"\#(Self.keys[first])":"bad","\#(Self.keys[second])":"x"}"#,
            #"{"\#(Self.keys[second])":"x","\#(Self.keys[first])":[{}]}"#,
        ] {
            let outcome = try await importAllVariants(to: OptionalTag.self, from: "[\(object)]") {
                Self.map(&$0)
                $0.mismatches = .skipValue
            }
            #expect(outcome.records?.map(\.theTag?.text) == ["x"], "\(object)")
            #expect(outcome.summary?.mismatchCount == 1)
            let rejected = try await importAllVariants(to: OptionalTag.self, from: "[\(object)]") {
                Self.map(&$0)
            }
            #expect(rejected.error?.path?.description == "$[0].\(Self.keys[first])", "\(object)")
        }
    }

    @Test(arguments: keys.indices, keys.indices)
    func mismatchOfKeyOfLowerPrecedenceIsNotCounted(first: Int, second: Int) async throws {
        guard first < second else { return }
        for object in [
            #"{"\#(Self.keys[first])":"x","\#(Self.keys[second])":"bad"}"#,
            #"{"\#(Self.keys[second])":[{}],"\#(Self.keys[first])":"x"}"#,
        ] {
            for policy in MismatchPolicy.allCases {
                let outcome = try await importAllVariants(to: OptionalTag.self, from: "[\(object)]") {
                    Self.map(&$0)
                    $0.mismatches = policy
                }
                #expect(outcome.records?.map(\.theTag?.text) == ["x"], "\(object)")
                #expect(outcome.summary?.mismatchCount == 0)
            }
        }
    }

    @Test func keyOrderDoesNotAffectPrecedence() throws {
        var generator = Random(seed: TestTier.seed &+ 11)
        for _ in 0..<TestTier.count(20, full: 200) {
            let order = Self.keys.shuffled(using: &generator)
                .prefix(Int.random(in: 1...5, using: &generator))
            let members = order.flatMap { key in (0..<2).map { #""\#(key)":["\#(key)\#($0)"]"# } }
            let winner = try #require(Self.keys.first { order.contains($0) })
            for duplicates in [DuplicateKeyPolicy.last, .first] {
                let outcome = try importAllChunkSizes(
                    to: Required.self, from: Array("[{\(members.joined(separator: ","))}]".utf8),
                    chunkSizes: [3, nil]
                ) {
                    Self.map(&$0)
                    $0.duplicateKeys = duplicates
                }
                #expect(
                    outcome.records?.first?.theTag.map(\.text) == [winner + (duplicates == .last ? "1" : "0")]
                )
            }
        }
    }

    @Test func onlyKeysOfEqualPrecedenceAreDuplicates() async throws {
        for (object, message) in [
            (#"{"k1":"a","k2":"b","theTag":"c","TheTag":"d"}"#, nil),
            (#"{"k2":"a","k1":"b","k2":"c"}"#, #"$[0].k2: duplicate key "k2""#),
            (#"{"k1":null,"k2":"b","k1":"c"}"#, #"$[0].k1: duplicate key "k1""#),
            (#"{"k2":"a","k1":"b","theTag":"c","k2":null}"#, #"$[0].k2: duplicate key "k2""#),
            (#"{"k1":"a","k2":"b","k1":"c"}"#, #"$[0].k1: duplicate key "k1""#),
            (#"{"TheTag":"a","THETAG":"b"}"#, #"$[0].THETAG: duplicate key "THETAG""#),
        ] as [(String, String?)] {
            let outcome = try await importAllVariants(to: OptionalTag.self, from: "[\(object)]") {
                $0.duplicateKeys = .rejectRecord
            }
            #expect(outcome.message.map { $0.contains(message ?? "?") } == (message == nil ? nil : true))
        }
    }

    @Test func rejectedOrTruncatedRecordReleasesAllValues() throws {
        let tails = [
            #""k1":"bad""#, #""k1":{}"#, #""inner":{"k2":"a","k1":"bad"}"#,
            #""inner":{"k2":"a","k1":null,"theTag":1}"#,
            #""inner":{"k2":"a","k1":"b"},"inner":{"theTag":"a","k1":["#, #""k1":null"#, #""k1":["c",tru"#,
        ]
        for tail in tails {
            for policy in [ErrorPolicy.fail, .skip()] {
                let validObject = #"{"the_tag":["a"],"k2":["b"],"k1":["c"],"theTag":["d"]}"#
                let invalidObject = #"{"the_tag":["a"],"k2":["b","c"],\#(tail)}"#
                try importAllChunkSizes(
                    to: Required.self, from: Array("[\(validObject),\(invalidObject),\(validObject)]".utf8),
                    chunkSizes: [1, 7, nil]
                ) { $0.errorPolicy = policy }
                #expect(LiveCount.current?.value == 0, "\(tail)")
            }
        }
    }

    // MARK: - Many keys

    struct Many: Importable, Equatable {
        var value: Int

        static let keys = (0..<70).map { "key\($0)" }
        static let importPlan = ImportPlan(Many.self) { fields in
            let value = fields.required("value", Int.self, keys: keys)
            return { draft in Many(value: draft[value]) }
        }
    }

    @Test func propertyWithSeventyKeysKeepsPrecedence() async throws {
        for key in Many.keys + ["value", "VALUE"] {
            let outcome = try importAllChunkSizes(
                to: Many.self, from: Array("[{\"\(key)\":7}]".utf8), chunkSizes: [1, nil])
            #expect(outcome.records == [Many(value: 7)], "\(key)")
        }
        let pairs = [(0, 69), (0, 1), (10, 61), (59, 60), (60, 69)]
        for (higher, lower) in pairs {
            for (first, second) in [(higher, lower), (lower, higher)] {
                let outcome = try await importAllVariants(
                    to: Many.self, from: "[{\"key\(first)\":\(first),\"key\(second)\":\(second)}]")
                #expect(outcome.records == [Many(value: higher)])
            }
        }
    }

    @Test func explicitKeysTakePrecedenceOverFieldNames() async throws {
        struct Swapped: Importable, Equatable {
            var a: Int?, b: Int?

            static let importPlan = ImportPlan(Swapped.self) { fields in
                let a = fields.optional("a", Int.self, keys: ["b"])
                let b = fields.optional("b", Int.self, keys: ["a"])
                return { draft in Swapped(a: draft[a], b: draft[b]) }
            }
        }
        let outcome = try await importAllVariants(to: Swapped.self, from: #"[{"a":1,"b":2},{"A":3,"_b":4}]"#)
        #expect(outcome.records == [Swapped(a: 2, b: 1), Swapped(a: 3, b: 4)])
    }
}
