import StreamImport
import Testing

/// Errors in a value that is replayed because another property has a path through the value.
@Suite(.countsInstances) struct SharedPathErrorTests {
    /// A model whose parents of paths accept any value, so that only the values at the paths cause errors.
    @Importable
    struct Loose: Equatable {
        var a: JSONValue
        @Key("a.b") var b: Int
        @Key("a.b2.c") var c: [Int]?
        var list: [JSONValue] = []
        @Key("list[1].tag") var tag: Tag?
    }

    static let errorCases: [(object: String, message: String)] = [
        (
            #"{"a":{"b":"x"}}"#,
            #"typeMismatch at 3:11 (20), record 2, $.r[1].a.b: expected an integer, found "x""#
        ),
        (
            "{\"a\":{\n\"b\":1,\"b2\":\n{\"z\":0,\"c\":[1,\n {}]}}}",
            "typeMismatch at 6:2 (45), record 2, $.r[1].a.b2.c[1]: expected a value for Int, found '{'"
        ),
        (
            #"{"tag":"t","list":[0,{"tag":"bad"}],"a":{"b":1}}"#,
            #"invalidValue at 3:29 (38), record 2, $.r[1].list[1].tag: "bad" was rejected: TagError()"#
        ),
        (
            #"{"a":{"z":1}}"#,
            #"missingKeys at 3:1 (10), record 2, $.r[1]: missing required key "a.b" of Loose"#
        ),
        (
            #"{"a":{"b":null,"b":null}}"#,
            #"missingKeys at 3:1 (10), record 2, $.r[1]: missing required key "a.b" (null) of Loose"#
        ),
    ]

    static func text(_ object: String) -> String { "{\"r\":[\n5,\n\(object),{\"b\":7,\"a\":[]}]}" }

    @Test(arguments: errorCases.indices)
    func errorInReplayReportsLocationAndPath(index: Int) async throws {
        let (object, message) = Self.errorCases[index]
        let outcome = try await importAllVariants(
            to: Loose.self, from: Self.text(object).replacing("5,", with: "{\"b\":1,\"a\":0},"), at: "r")
        let shift = "{\"b\":1,\"a\":0},".count - "5,".count
        let offset = try #require(outcome.error?.location?.offset)
        #expect(
            outcome.message?.replacing("(\(offset))", with: "(\(offset - shift))") == message)
        #expect(outcome.records?.count == 1)
    }

    @Test(arguments: errorCases.indices)
    func recordWithErrorInReplayIsRejected(index: Int) async throws {
        let (object, message) = Self.errorCases[index]
        for keepsText in [false, true] {
            let outcome = try await importAllVariants(to: Loose.self, from: Self.text(object), at: "r") {
                $0.errorPolicy = .collect()
                $0.keepsRejectedText = keepsText
            }
            #expect(outcome.message == nil)
            #expect(outcome.records == [Loose(a: .array([]), b: 7, list: [])])
            let rejected = try #require(outcome.summary?.rejectedRecords)
            #expect(rejected.map { render($0.error) }.last == message)
            #expect(rejected.map(\.text) == (keepsText ? ["5", object] : [nil, nil]))
        }
    }

    @Test func lineWithErrorInReplayIsRejected() async throws {
        let lines =
            #"{"a":{"b":1}}"# + "\n" + #"{"a":{"b":{}}}"# + "\n" + #"{"a":{"b":2,"c":[}"# + "\n"
            + #"{"a":{"b":3}}"# + "\n" + #"{"a":{"b":tru}}"# + "\n" + #"{"a":{"b":4}"# + "\n"
            + #"{"a":{"b":5}}"#
        for keepsText in [false, true] {
            let outcome = try await importAllVariants(to: Loose.self, from: lines) {
                $0.format = .lines
                $0.errorPolicy = .collect()
                $0.keepsRejectedText = keepsText
            }
            #expect(outcome.records?.map(\.b) == [1, 3, 5])
            #expect(outcome.summary?.rejectedRecords.map(\.number) == [2, 3, 5, 6])
            #expect(
                outcome.summary?.rejectedRecords.first?.rendition
                    == "#2 14..<28 typeMismatch at 2:11 (24), record 2, $.a.b: expected a value for Int, found '{'"
            )
        }
    }

    @Test func mismatchInReplayIsSkipped() async throws {
        let text =
            #"[{"a":{"b":1,"b2":{"c":[1,{}],"d":1}},"list":[0,{"tag":[]}]},{"a":{"b":2,"b2":{"c":[3]}}}]"#
        let outcome = try await importAllVariants(to: Loose.self, from: text) { $0.mismatches = .skipValue }
        #expect(outcome.records?.map(\.b) == [1, 2])
        #expect(outcome.records?.map(\.c) == [nil, [3]])
        #expect(
            outcome.mismatches == [
                "#1 typeMismatch at 1:27 (26), record 1, $[0].a.b2.c[1]: expected a value for Int, found '{'",
                "#1 typeMismatch at 1:56 (55), record 1, $[0].list[1].tag: expected a value for Tag, found '['",
            ])
    }

    @Importable
    struct LenientList: Equatable {
        @Lenient var all: [Loose]
    }

    @Test func lenientArraySkipsElementWithErrorInReplay() async throws {
        let text =
            #"[{"all":[{"a":{"b":1}},{"a":{"b":[]}},{"a":{"b":{}},"b":3},{"a":{"b":4}}],"z":1},{"all":[]}]"#
        let outcome = try await importAllVariants(to: LenientList.self, from: text)
        #expect(outcome.records?.map { $0.all.map(\.b) } == [[1, 4], []])
        #expect(
            outcome.mismatches == [
                "#1 typeMismatch at 1:34 (33), record 1, $[0].all[1].a.b: expected a value for Int, found '['",
                "#1 typeMismatch at 1:49 (48), record 1, $[0].all[2].a.b: expected a value for Int, found '{'",
            ])
    }

    @Test func unpairedSurrogatePolicyAppliesInReplay() async throws {
        let text = #"[{"a":{"b":1,"c":"\ud800","\udc00":2}}]"#
        let rejected = try await importAllVariants(to: Loose.self, from: text)
        #expect(rejected.error?.code == .unpairedSurrogate)
        let replaced = try await importAllVariants(to: Loose.self, from: text) {
            $0.unpairedSurrogates = .replace
        }
        #expect(
            replaced.records?.first?.a
                == .object(["b": .number("1"), "c": .string("\u{FFFD}"), "\u{FFFD}": .number("2")]))
        #expect(replaced.records?.first?.b == 1)
    }

    /// A model that reads each of its objects twice.
    @Importable
    final class Chain {
        var child: Chain?
        @Key("child.child") var grandchild: Chain?
    }

    /// The time doubled with each level.
    @Test func replaysOfNestedValuesAreLimited() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: #"{"child":"#, count: levels) + "null" + String(repeating: "}", count: levels)
        }
        let deep = nested(40)
        let reads: [() throws -> Void] = [
            { _ = try Chain(json: deep) }, { _ = try Chain(dictionary: dictionary(deep)) },
        ]
        for read in reads {
            let error = #expect(throws: ImportError.self) { try read() }
            #expect(error?.code == .tooManyReplays)
        }
        var options = ImportOptions()
        options.errorPolicy = .collect()
        options.chunkBytes = 7
        let text = "[{\"child\":{}},\(deep),\n{\"child\":{}}]"
        var chains: [Chain] = []
        let summary = try StreamImporter.objects(of: Chain.self, from: text, options: options).collect(
            into: &chains)
        #expect(chains.count == 2 && chains.allSatisfy { $0.child != nil })
        #expect(summary.rejectedRecords.map(\.error.code) == [.tooManyReplays])
        #expect(summary.rejectedRecords.map(\.error.location?.line) == [1])
        let chain = try Chain(json: nested(3))
        #expect(chain.grandchild?.child == nil && chain.child?.child != nil)
    }
}
