import StreamImport
import Testing

/// A lenient array skips mismatched elements, and lists them as mismatches.
@Suite(.countsInstances) struct LenientTests {
    @Importable
    struct Lists: Equatable {
        @Lenient var tags: [Tag] = []
        @Lenient var points: [Point] = []
        @Lenient var nested: [[Int]] = []
        @Lenient var set: Set<Tag> = []
        @Lenient var maybe: [Int]?
        @Lenient var holes: [Int?] = []

        var texts: [String] {
            tags.map(\.text) + points.map { "\($0.x)/\($0.y ?? 0)" } + nested.map { "\($0)" }
                + set.map(\.text).sorted() + (maybe.map { ["\($0)"] } ?? []) + holes.map { "\($0 ?? -1)" }
        }
    }

    static let arrays: [(member: String, texts: [String], paths: [String])] = [
        (#""tags":["a","b"]"#, ["a", "b"], []),
        (#""tags":["bad","a","b"]"#, ["a", "b"], [".tags[0]"]),
        (#""tags":["a","bad","b"]"#, ["a", "b"], [".tags[1]"]),
        (#""tags":["a","b","bad"]"#, ["a", "b"], [".tags[2]"]),
        (#""tags":["bad","bad","bad"]"#, [], [".tags[0]", ".tags[1]", ".tags[2]"]),
        (
            #""tags":["a",{"b":[]},"c",[["d"],{}],"e",null,"f"]"#, ["a", "c", "e", "f"],
            [".tags[1]", ".tags[3]", ".tags[5]"]
        ),
        (
            #""points":[{"x":1},{"y":1},{"x":"q","y":[{}]},{"x":2,"y":3},7,[],{"x":4,"z":{}}]"#,
            ["1/0", "2/3", "4/0"],
            [".points[1]", ".points[2].x", ".points[4]", ".points[5]"]
        ),
        (
            #""nested":[[1],[2,"x",{}],[],5,[3,[4]]]"#, ["[1]", "[]"],
            [".nested[1][1]", ".nested[3]", ".nested[4][1]"]
        ),
        (#""set":["a","bad","a","b",[]]"#, ["a", "b"], [".set[1]", ".set[4]"]),
        (#""maybe":[{},1]"#, ["[1]"], [".maybe[0]"]), (#""maybe":[{}]"#, ["[]"], [".maybe[0]"]),
        (#""maybe":null"#, [], []),
        (#""holes":[null,1,"x",null]"#, ["-1", "1", "-1"], [".holes[2]"]),
    ]

    @Test(arguments: arrays.indices)
    func mismatchedElementsAreSkipped(index: Int) async throws {
        let (member, texts, paths) = Self.arrays[index]
        for mismatch in MismatchPolicy.allCases {
            let outcome = try await importAllVariants(
                to: Lists.self, from: "[{\"z\":0,\(member)},{\(member),\"z\":[]}]"
            ) {
                $0.mismatches = mismatch
            }
            #expect(outcome.message == nil)
            #expect(outcome.records?.map(\.texts) == [texts, texts])
            #expect(
                outcome.summary?.mismatches.map { "\($0.error.path?.description ?? "")" }
                    == paths.map { "$[0]\($0)" } + paths.map { "$[1]\($0)" })
        }
    }

    struct Even: Importable, Equatable {
        var value: Int
        struct Odd: Error {}

        static let importPlan = ImportPlan(Even.self) { fields in
            let value = fields.required("value", Int.self)
            return { draft in
                let even = Even(value: draft[value])
                guard even.value.isMultiple(of: 2) else { throw Odd() }
                return even
            }
        }
    }

    @Importable
    struct Evens: Equatable {
        @Lenient var list: [Even]
    }

    @Test func elementRejectedByModelIsSkipped() async throws {
        let text = #"[{"list":[{"value":1},{"value":2},{"value":3},{"value":4},{"value":5}]}]"#
        let outcome = try await importAllVariants(to: Evens.self, from: text)
        #expect(outcome.records == [Evens(list: [Even(value: 2), Even(value: 4)])])
        #expect(
            outcome.mismatches == [
                "#1 rejectedByModel at 1:11 (10), record 1, $[0].list[0]: the model threw an error: Odd()",
                "#1 rejectedByModel at 1:35 (34), record 1, $[0].list[2]: the model threw an error: Odd()",
                "#1 rejectedByModel at 1:59 (58), record 1, $[0].list[4]: the model threw an error: Odd()",
            ])
        #expect(outcome.summary?.mismatches.first?.error.cause is Even.Odd)
    }

    @Test(arguments: [#""tags":{"a":1}"#, #""tags":7"#, #""points":{"x":1}"#, #""set":"a""#])
    func nonArrayValueIsTypeMismatch(member: String) async throws {
        let outcome = try await importAllVariants(to: Lists.self, from: "[{\(member)}]")
        #expect(outcome.error?.code == .typeMismatch)
        #expect(outcome.error?.message.hasPrefix("expected an array, found ") == true)
        let kept = try await importAllVariants(to: Lists.self, from: "[{\(member)}]") {
            $0.mismatches = .skipValue
        }
        #expect(kept.records?.map(\.texts) == [[]])
    }

    @Test func manyMismatchedElementsAreSkipped() throws {
        let elements = (0..<2000).map { $0.isMultiple(of: 3) ? "\"t\($0)\"" : "[{\"\($0)\":[]}]" }
        let outcome = try importAllChunkSizes(
            to: Lists.self, from: Array("[{\"tags\":[\(elements.joined(separator: ","))]}]".utf8),
            chunkSizes: [7, 4096, nil])
        #expect(
            outcome.records?.first?.tags.map(\.text)
                == (0..<2000).filter { $0.isMultiple(of: 3) }.map { "t\($0)" })
        #expect(outcome.summary?.mismatchCount == 1333)
        #expect(outcome.summary?.mismatches.last?.error.path?.description == "$[0].tags[1499]")
    }
}
