import StreamImport
import Testing

/// An unpaired surrogate is an error, or is replaced with U+FFFD. libyajl decodes unpaired surrogates to other
/// characters.
@Suite(.manyVariants) struct SurrogateTests {
    /// Spellings of strings with unpaired surrogates, and the strings with U+FFFD for each unpaired surrogate.
    static let unpairedStrings: [(spelling: String, repaired: String)] = [
        (#"\uD800"#, "\u{FFFD}"),
        (#"\uDBFF"#, "\u{FFFD}"),
        (#"\uDC00"#, "\u{FFFD}"),
        (#"\udfff"#, "\u{FFFD}"),
        (#"a\uD800b"#, "a\u{FFFD}b"),
        (#"\uD800\u0041"#, "\u{FFFD}A"),
        (#"\uD800\uD800"#, "\u{FFFD}\u{FFFD}"),
        (#"\uDC00\uD800"#, "\u{FFFD}\u{FFFD}"),
        (#"\uD83D\uDE00\uDE00"#, "😀\u{FFFD}"),
        (#"\uD83D\uD83D\uDE00"#, "\u{FFFD}😀"),
        (#"\uD800\n"#, "\u{FFFD}\n"),
        (#"\uD800\\uDC00"#, "\u{FFFD}\\uDC00"),
        (#"\\\uD800\""#, "\\\u{FFFD}\""),
        (#"\b\f\n\r\t\/\\\"\uD800"#, "\u{8}\u{C}\n\r\t/\\\"\u{FFFD}"),
        (#"é\uD800日"#, "é\u{FFFD}日"),
        (#"\u0000\uDC00"#, "\0\u{FFFD}"),
    ]

    @Test(arguments: unpairedStrings)
    func unpairedSurrogateThrows(spelling: String, repaired: String) async throws {
        let outcome = try await importAllVariants(to: String.self, from: #"["ok", ""# + spelling + #""]"#)
        #expect(outcome.records == ["ok"])
        #expect(
            outcome.message
                == "unpairedSurrogate at 1:8 (7), record 2, $[1]: a \\u escape is an unpaired surrogate")
        #expect(outcome.error?.advice == "set unpairedSurrogates to .replace to read it as U+FFFD")
    }

    @Test(arguments: unpairedStrings)
    func unpairedSurrogateIsReplacedOnRequest(spelling: String, repaired: String) async throws {
        let outcome = try await importAllVariants(to: String.self, from: #"["ok", ""# + spelling + #""]"#) {
            $0.unpairedSurrogates = .replace
        }
        #expect(outcome.message == nil)
        #expect(outcome.records == ["ok", repaired])
    }

    @Test(arguments: unpairedStrings)
    func unpairedSurrogateInKeyFollowsSurrogatePolicy(spelling: String, repaired: String) async throws {
        let text = #"[{""# + spelling + #"":1}]"#
        let outcome = try await importAllVariants(to: [String: Int].self, from: text)
        #expect(
            outcome.message
                == "unpairedSurrogate at 1:3 (2), record 1, $[0]: a \\u escape is an unpaired surrogate")
        let second = #"[{"x":1,""# + spelling + #"":1}]"#
        #expect(try await importAllVariants(to: [String: Int].self, from: second).error?.path == "[0]")
        #expect(try await importAllVariants(to: Point.self, from: second).error?.path == "[0]")
        let replaced = try await importAllVariants(to: [String: Int].self, from: text) {
            $0.unpairedSurrogates = .replace
        }
        #expect(replaced.records == [[repaired: 1]])
    }

    @Test func unpairedSurrogateInKeyIsReplacedBeforeFieldIsMatched() async throws {
        struct Odd: Importable, Equatable {
            var value: Int
            static let importPlan = ImportPlan(Odd.self) { fields in
                let value = fields.required("a\u{FFFD}", Int.self)
                return { draft in Odd(value: draft[value]) }
            }
        }
        let outcome = try await importAllVariants(to: Odd.self, from: #"[{"a\uD800":1}]"#) {
            $0.unpairedSurrogates = .replace
        }
        #expect(outcome.records == [Odd(value: 1)])
    }

    @Test(arguments: [
        (#"\uD83D\uDE00"#, "😀"), (#"\uD800\uDC00"#, "\u{10000}"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
        (#"\ud7ff\ue000"#, "\u{D7FF}\u{E000}"), (#"\\uD800"#, #"\uD800"#), (#"\\\\uDC00"#, #"\\uDC00"#),
        (#"\uFFFF\uFFFE"#, "\u{FFFF}\u{FFFE}"),
    ])
    func surrogatePairsAreDecoded(spelling: String, value: String) async throws {
        for policy in SurrogatePolicy.allCases {
            let text = #"{"k":""# + spelling + #"",""# + spelling + #"":"v"}"#
            let outcome = try await importAllVariants(to: [String: String].self, from: text) {
                $0.unpairedSurrogates = policy
            }
            #expect(outcome.records == [["k": value, value: "v"]])
        }
    }

    @Test func unpairedSurrogateInSkippedValueIsIgnored() async throws {
        let text = #"[{"z":"\uD800","deep":{"\uDC00":["\uDFFF"]},"x":1}]"#
        let outcome = try await importAllVariants(to: Point.self, from: text)
        #expect(outcome.message == nil)
        #expect(outcome.records == [Point(x: 1)])
    }

    @Test func unpairedSurrogateInEnvelopeIsIgnored() async throws {
        let text = #"{"\uD800":1,"z":"\uDC00","data":[{"x":1}],"\uDBFF":{}}"#
        for policy in [ErrorPolicy.fail, .skip(), .collect()] {
            let outcome = try await importAllVariants(to: Point.self, from: text, at: "data") {
                $0.errorPolicy = policy
            }
            #expect(outcome.message == nil)
            #expect(outcome.records == [Point(x: 1)])
            #expect(outcome.summary?.rejectedCount == 0)
        }
    }

    @Test func unpairedSurrogateRejectsOneRecord() async throws {
        let text = #"[{"x":1},{"\uD800":1,"x":2},{"x":3}]"#
        let outcome = try await importAllVariants(to: Point.self, from: text) { $0.errorPolicy = .collect() }
        #expect(outcome.records == [Point(x: 1), Point(x: 3)])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                "#2 9..<27 unpairedSurrogate at 1:11 (10), record 2, $[1]: a \\u escape is an unpaired surrogate"
            ])
    }
}
