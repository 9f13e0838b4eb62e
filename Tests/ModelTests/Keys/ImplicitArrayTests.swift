import StreamImport
import TestSupport
import Testing

/// With permissive coercion, a single value becomes an implicit array where an array is expected.
@Suite(.countsInstances) struct ImplicitArrayTests {
    @Importable
    struct Lists: Equatable {
        var tags: [Tag]?
        var points: [Point]?
        var nested: [[Int]]?
        var deep: [[[Point]]]?
        var set: Set<Tag>?
        var tables: [[String: Int]]??
        @Key("points.z[0]") var last: Int?
        var holes: [Int?]?
    }

    static let values: [(member: String, isExpected: @Sendable (Lists) -> Bool)] = [
        (#""tags":"a""#, { $0.tags?.map(\.text) == ["a"] }),
        (#""tags":["a","b"]"#, { $0.tags?.map(\.text) == ["a", "b"] }),
        (#""tags":"\u0061""#, { $0.tags?.map(\.text) == ["a"] }),
        (#""points":{"x":1}"#, { $0 == Lists(points: [Point(x: 1)]) }),
        (#""points":{"x":1,"z":[],"y":2}"#, { $0.points == [Point(x: 1, y: 2)] }),
        (#""nested":[1,[2,3]]"#, { $0.nested == [[1], [2, 3]] }), (#""nested":1"#, { $0.nested == [[1]] }),
        (#""nested":[]"#, { $0.nested == [] }), (#""deep":{"x":1}"#, { $0.deep == [[[Point(x: 1)]]] }),
        (
            #""deep":[{"x":1},[{"x":2}],[[{"x":3}]]]"#,
            { $0.deep == [[[Point(x: 1)]], [[Point(x: 2)]], [[Point(x: 3)]]] }
        ),
        (#""set":"a""#, { $0.set?.map(\.text) == ["a"] }),
        (#""tables":{"a":1,"b":2}"#, { $0.tables == [["a": 1, "b": 2]] }),
        (#""tables":{}"#, { $0.tables == [[:]] }), (#""holes":1"#, { $0.holes == [1] }),
        (#""tags":null"#, { $0 == Lists() }),
    ]

    @Test(arguments: values.indices)
    func nonArrayValueBecomesImplicitArray(index: Int) async throws {
        let (member, isExpected) = Self.values[index]
        let text = #"[{"z":1,\#(member)},{\#(member),"z":{}},{}]"#
        do {
            let outcome = try await importAllVariants(to: Lists.self, from: text) {
                $0.coercion = .permissive
            }
            #expect(outcome.message == nil)
            #expect(outcome.records?.map(isExpected).prefix(2) == [true, true], "\(outcome.records ?? [])")
            #expect(outcome.records?.last == Lists())
        }
    }

    @Test func pathThroughImplicitArrayDoesNotApplyToExplicitArray() async throws {
        let text = #"[{"points":{"x":1,"z":[7]}},{"points":[{"x":1,"z":[7]}]}]"#
        let outcome = try await importAllVariants(to: Lists.self, from: text) { $0.coercion = .permissive }
        #expect(outcome.records?.map(\.last) == [7, nil])
        #expect(outcome.records?.map(\.points) == [[Point(x: 1)], [Point(x: 1)]])
    }

    @Test(arguments: [
        (#""tags":"a""#, #"1:10 (9), record 1, $[0].tags: expected an array, found "a""#),
        (#""points":{"x":1}"#, "1:12 (11), record 1, $[0].points: expected an array, found '{'"),
        (#""nested":[1]"#, "1:13 (12), record 1, $[0].nested[0]: expected an array, found 1"),
        (#""set":true"#, "1:9 (8), record 1, $[0].set: expected an array, found true"),
    ])
    func nonPermissiveCoercionRejectsImplicitArray(member: String, message: String) async throws {
        for coercion in [CoercionPolicy.strict, .lossless] {
            let outcome = try await importAllVariants(to: Lists.self, from: "[{\(member)}]") {
                $0.coercion = coercion
            }
            #expect(outcome.message == "typeMismatch at \(message)")
        }
    }

    @Test(arguments: [
        (#""tags":"bad""#, #"invalidValue at 1:10 (9), record 1, $[0].tags: "bad" was rejected: TagError()"#),
        (
            #""points":{"y":1}"#,
            #"missingKeys at 1:12 (11), record 1, $[0].points: missing required key "x" of Point"#
        ),
        (
            #""points":{"x":{}}"#,
            "typeMismatch at 1:17 (16), record 1, $[0].points.x: expected a value for Int, found '{'"
        ),
        (
            #""nested":[1,"x"]"#,
            #"typeMismatch at 1:15 (14), record 1, $[0].nested[1]: expected an integer, found "x""#
        ),
        (
            #""nested":{}"#,
            "typeMismatch at 1:12 (11), record 1, $[0].nested: expected a value for Int, found '{'"
        ),
        (
            #""holes":[null,{}]"#,
            "typeMismatch at 1:17 (16), record 1, $[0].holes[1]: expected a value for Int, found '{'"
        ),
    ])
    func implicitArrayReportsElementMismatch(member: String, message: String) async throws {
        let text = "[{\(member)},{\"nested\":3}]"
        let outcome = try await importAllVariants(to: Lists.self, from: text) { $0.coercion = .permissive }
        #expect(outcome.message == message)
        let kept = try await importAllVariants(to: Lists.self, from: text) {
            $0.coercion = .permissive
            $0.mismatches = .skipValue
        }
        #expect(kept.records?.last == Lists(nested: [[3]]))
        #expect(kept.summary?.mismatchCount == 1)
        let skipped = try await importAllVariants(to: Lists.self, from: text) {
            $0.coercion = .permissive
            $0.errorPolicy = .skip()
        }
        #expect(skipped.records == [Lists(nested: [[3]])])
    }

    @Test(arguments: [ImportFormat.json, .lines, .sequence])
    func recordBecomesImplicitArray(format: ImportFormat) async throws {
        let records = ["[1,2]", "3", "[]", "4"]
        let text = format == .json ? "[\(records.joined(separator: ","))]" : records.joined(separator: "\n")
        let outcome = try await importAllVariants(to: [Int].self, from: text) {
            $0.coercion = .permissive
            $0.format = format
        }
        #expect(outcome.message == nil)
        #expect(outcome.records == [[1, 2], [3], [], [4]])
        let recordsWithMismatches = ["3", "{\"x\":4}", "\"q\"", "[5]"]
        let textWithMismatches =
            format == .json
            ? "[\(recordsWithMismatches.joined(separator: ","))]"
            : recordsWithMismatches.joined(separator: "\n")
        let collected = try await importAllVariants(to: [Int].self, from: textWithMismatches) {
            $0.coercion = .permissive
            $0.format = format
            $0.errorPolicy = .collect()
            $0.keepsRejectedText = true
        }
        #expect(collected.records == [[3], [5]])
        #expect(collected.summary?.rejectedRecords.map(\.text) == ["{\"x\":4}", "\"q\""])
    }

    @Test func implicitArraysOfManyMembersAreRead() throws {
        let count = TestTier.count(1_000, full: 20_000)
        let members = (0..<count).map { "\"\($0)\":\($0)" }
        let outcome = try importAllChunkSizes(
            to: [String: [Int]].self, from: Array("[{\(members.joined(separator: ","))}]".utf8),
            chunkSizes: [4096, nil]
        ) { $0.coercion = .permissive }
        #expect(outcome.records?.first?["\(count - 1)"] == [count - 1])
    }
}
