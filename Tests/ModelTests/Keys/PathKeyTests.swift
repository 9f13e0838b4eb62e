import StreamImport
import Testing

/// A key can be a path through objects and arrays to the value of a property.
@Suite(.countsInstances) struct PathKeyTests {
    struct Picture: Importable, Equatable {
        var deep: Int?, url: String?, second: Int?, pointer: Int?, odd: Int?, list: [Int]?, point: Point?,
            table: [String: Int]?, any: JSONValue?, last: Int?

        static let importPlan = ImportPlan(Picture.self) { fields in
            let deep = fields.optional("deep", Int.self, keys: ["a.b.c"])
            let url = fields.optional("url", String.self, keys: ["photos[0].url"])
            let second = fields.optional("second", Int.self, keys: ["m[1][0]"])
            let pointer = fields.optional("pointer", Int.self, keys: ["/p/0/q"])
            let odd = fields.optional("odd", Int.self, keys: ["/x~1y/~0.z"])
            let list = fields.optional("list", [Int].self, keys: ["a.list"])
            let point = fields.optional("point", Point.self, keys: ["a.point"])
            let table = fields.optional("table", [String: Int].self, keys: ["photos[2].table"])
            let any = fields.optional("any", JSONValue.self, keys: ["a.b.any"])
            let last = fields.optional("last", Int.self, keys: ["/one"])
            return { draft in
                Picture(
                    deep: draft[deep], url: draft[url], second: draft[second], pointer: draft[pointer],
                    odd: draft[odd], list: draft[list], point: draft[point], table: draft[table],
                    any: draft[any], last: draft[last])
            }
        }
    }

    static let objects: [(text: String, picture: Picture)] = [
        (#"{"a":{"b":{"c":1}}}"#, Picture(deep: 1)),
        (#"{"a":{"z":[{"c":0}],"b":{"b":{"c":0},"c":1,"d":{}},"c":2},"b":{"c":3}}"#, Picture(deep: 1)),
        (#"{"a.b.c":1}"#, Picture(deep: 1)), (#"{"a.b":{"c":1}}"#, Picture()),
        (#"{"A":{"b":{"c":1}}}"#, Picture()),
        (#"{"DEEP":4,"a":{"b":{"C":1}}}"#, Picture(deep: 4)),
        (#"{"deep":4,"a":{"b":{"c":1}}}"#, Picture(deep: 1)),
        (#"{"a":{"b":{"c":1}},"deep":4}"#, Picture(deep: 1)),
        (#"{"a":{"b":{"c":null}},"deep":4}"#, Picture(deep: 4)),
        (#"{"photos":[{"w":1,"url":"u","h":[]},{"url":"v"}]}"#, Picture(url: "u")),
        (#"{"photos":[]}"#, Picture()), (#"{"photos":[null,{"url":"v"}]}"#, Picture()),
        (#"{"photos":[5,{"url":"v"}]}"#, Picture()), (#"{"photos":{"0":{"url":"v"}}}"#, Picture()),
        (#"{"photos":[[{"url":"v"}],{"url":"w"},{"table":{"k":1}}]}"#, Picture(table: ["k": 1])),
        (#"{"photos":[[],[],{"table":{"k":1}},{"table":{"k":2}}]}"#, Picture(table: ["k": 1])),
        (#"{"photos":["\"\n",{"url":[{}]},{"table":{}},{"table":{"k":2}}]}"#, Picture(table: [:])),
        (#"{"photos":[{"\u0075rl":"\u00e9"}]}"#, Picture(url: "é")),
        (#"{"photos[0].url":"u"}"#, Picture(url: "u")),
        (#"{"m":[[0],[1,2],[3]]}"#, Picture(second: 1)), (#"{"m":[0,[1]]}"#, Picture(second: 1)),
        (#"{"m":[{"a":[[9]]},[1]]}"#, Picture(second: 1)), (#"{"m":[[[7],8],[],[9]]}"#, Picture()),
        (#"{"m":[[0]]}"#, Picture()), (#"{"m":[1,2]}"#, Picture()),
        (#"{"m":null,"second":3}"#, Picture(second: 3)),
        (#"{"p":[{"q":1}]}"#, Picture(pointer: 1)), (#"{"p":{"0":{"q":1}}}"#, Picture(pointer: 1)),
        (#"{"p":{"00":{"q":1}}}"#, Picture()), (#"{"/p/0/q":1}"#, Picture(pointer: 1)),
        (#"{"x/y":{"~.z":1}}"#, Picture(odd: 1)), (#"{"x":{"y":{"~.z":1}}}"#, Picture()),
        (#"{"a":{"list":[1,2],"point":{"x":1,"y":2}}}"#, Picture(list: [1, 2], point: Point(x: 1, y: 2))),
        (
            #"{"a":{"b":{"any":{"x":[1.0,null]}},"point":null}}"#,
            Picture(any: .object(["x": .array([.number("1.0"), .null])]))
        ),
        (#"{"a":null}"#, Picture()), (#"{"a":1}"#, Picture()), (#"{"a":"\ud800"}"#, Picture()),
        (#"{"a":[{"b":{"c":1}}]}"#, Picture()), (#"{"a":{"b":[1]}}"#, Picture()),
        (#"{"a":{"b":true}}"#, Picture()),
        (#"{"a":{}}"#, Picture()), (#"{"a":{"b":{}}}"#, Picture()), (#"{"one":5}"#, Picture(last: 5)),
        (#"{"/one":5}"#, Picture(last: 5)),
        (
            #"{"a":{"b":{"c":1,"any":2},"list":[]},"m":[0,[3]],"photos":[{"url":"u"}],"p":[{"q":6}]}"#,
            Picture(deep: 1, url: "u", second: 3, pointer: 6, list: [], any: .number("2"))
        ),
    ]

    @Test(arguments: objects.indices)
    func pathKeyReadsNestedValue(index: Int) async throws {
        let (object, picture) = Self.objects[index]
        for policy in UnknownKeyPolicy.allCases where policy != .rejectRecord {
            let outcome = try await importAllVariants(
                to: Picture.self, from: "[\(object),\(object),{},\(object)]"
            ) {
                $0.unknownKeys = policy
            }
            #expect(outcome.message == nil)
            #expect(outcome.records == [picture, picture, Picture(), picture], "\(object)")
        }
    }

    @Test func unknownKeysInUnreachedValuesAreNotReported() async throws {
        let text = #"[{"photos":[1,{"z":2}],"m":{"z":1},"deep":1},{"a":{},"z":1}]"#
        let outcome = try await importAllVariants(to: Picture.self, from: text) {
            $0.unknownKeys = .rejectRecord
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [Picture(deep: 1)])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                #"#2 45..<59 unknownKey at 1:54 (53), record 2, $[1].z: unknown key "z" of Picture"#
            ])
    }

    @Test(arguments: [
        (#"{"a":{"b":{"c":"x"}}}"#, #"1:17 (16), record 1, $[0].a.b.c: expected an integer, found "x""#),
        (#"{"m":[0,["x"]]}"#, "1:11 (10), record 1, $[0].m[1][0]: expected an integer, found \"x\""),
        (
            #"{"a":{"point":{"x":1,"y":{}}}}"#,
            "1:27 (26), record 1, $[0].a.point.y: expected a value for Int, found '{'"
        ),
        (
            "{\"photos\":[{},{},\n {\"table\":{\"k\":1.5}}]}",
            "2:16 (34), record 1, $[0].photos[2].table.k: expected an integer, found 1.5"
        ),
        (
            #"{"p":{"0":{"q":[1]}}}"#,
            #"1:17 (16), record 1, $[0].p["0"].q: expected a value for Int, found '['"#
        ),
    ])
    func errorReportsLocationAndPathOfNestedValue(object: String, message: String) async throws {
        let outcome = try await importAllVariants(to: Picture.self, from: "[\(object)]")
        #expect(
            outcome.message?.contains(message.replacing(#"["0"]"#, with: ".0")) == true,
            "\(outcome.message ?? "")")
    }

    // MARK: - Required properties

    @Importable
    struct Strict: Equatable {
        @Key("a.b", "a.c[0]") var tags: [Tag]
        @Key("a.o", "o[1]") var other: Tag
        @Key("o[2]", "o[0]") var last: Tag?

        var texts: [String] { tags.map(\.text) + [other.text] + (last.map { [$0.text] } ?? []) }
    }

    @Test(arguments: [
        (#"{"a":{"b":["1"],"o":"2"}}"#, ["1", "2"]), (#"{"a":{"c":[["1"]],"o":"2"}}"#, ["1", "2"]),
        (#"{"a":{"c":[["3"],["4"]],"b":["1"],"o":"2"}}"#, ["1", "2"]),
        (#"{"a":{"b":["1"],"c":[["3"]]},"o":["3","2"]}"#, ["1", "2", "3"]),
        (#"{"o":["3","4","5","6"],"a":{"o":"2","b":["1"]},"other":"7","tags":[]}"#, ["1", "2", "5"]),
        (#"{"tags":["1"],"other":"2","a":{}}"#, ["1", "2"]),
    ])
    func requiredPropertiesAreReadByPaths(object: String, texts: [String]) async throws {
        let outcome = try await importAllVariants(to: Strict.self, from: "[\(object),\(object)]")
        #expect(outcome.message == nil)
        #expect(outcome.records?.map(\.texts) == [texts, texts])
    }

    @Test(arguments: [
        ("{}", #""a.b", "a.o""#), (#"{"a":{"b":["1"]}}"#, #""a.o""#),
        (#"{"a":{"b":null,"o":"x"}}"#, #""a.b" (null)"#),
        (#"{"a":{"b":null,"o":"x","c":[null]},"tags":null}"#, #""a.b" (null)"#),
        (#"{"a":null,"o":["x"]}"#, #""a.b", "a.o""#),
        (#"{"a":{"c":[]},"o":["0",null]}"#, #""a.b", "a.o" (null)"#),
    ])
    func missingKeyIsReportedAsPath(object: String, keys: String) async throws {
        let outcome = try await importAllVariants(to: Strict.self, from: "[\(object)]")
        let word = keys.contains(",") ? "keys" : "key"
        #expect(
            outcome.message
                == "missingKeys at 1:2 (1), record 1, $[0]: missing required \(word) \(keys) of Strict")
    }

    @Test(arguments: [
        #""a":{"b":["1","bad"]}"#, #""a":{"c":[["1",{}]]}"#, #""a":{"b":["1"],"b":["2"],"o":"bad"}"#,
        #""o":["1","2",{}]"#, #""o":["1","2","3",tru"#, #""a":{"b":["1"]},"a":{"b":["2"],"o":["#,
        #""a":{"\ud800":1}"#, #""a":{"c":[["1"]],"b":["2"],"tags":1},"tags":["3"],"o":[[]]"#,
    ])
    func valuesReadByPathsAreReleased(tail: String) throws {
        let good = #"{"a":{"c":[["1"]],"b":["2","3"],"o":"4"},"o":["5","6","7"]}"#
        for duplicates in DuplicateKeyPolicy.allCases {
            for policy in [ErrorPolicy.fail, .skip()] {
                try importAllChunkSizes(
                    to: Strict.self, from: Array("[\(good),{\"last\":\"x\",\(tail)},\(good)]".utf8),
                    chunkSizes: [1, 7, nil]
                ) {
                    $0.duplicateKeys = duplicates
                    $0.errorPolicy = policy
                }
                #expect(LiveCount.current?.value == 0)
            }
        }
    }

    // MARK: - Duplicate parents

    @Test(
        arguments: [
            (#"{"a":{"b":{"c":1}},"a":{"b":{"c":2}}}"#, 2, 1), (#"{"a":{"b":{"c":1}},"a":{"b":{}}}"#, 1, 1),
            (#"{"a":{"b":{"c":1}},"a":{}}"#, 1, 1), (#"{"a":{"b":{"c":1}},"a":null}"#, 1, 1),
            (#"{"a":{"b":{"c":1}},"a":5}"#, 1, 1), (#"{"a":null,"a":{"b":{"c":2}}}"#, 2, 2),
            (#"{"a":{"b":{"c":1},"b":{"c":2}}}"#, 2, 1), (#"{"a":{"b":{"c":1},"b":[]}}"#, 1, 1),
        ] as [(String, Int?, Int?)])
    func pathThroughDuplicateKeyKeepsValue(object: String, last: Int?, first: Int?) async throws {
        let lastOutcome = try await importAllVariants(to: Picture.self, from: "[\(object)]")
        #expect(lastOutcome.records == [Picture(deep: last)])
        let firstOutcome = try await importAllVariants(to: Picture.self, from: "[\(object)]") {
            $0.duplicateKeys = .first
        }
        #expect(firstOutcome.records == [Picture(deep: first)])
        let rejected = try await importAllVariants(to: Picture.self, from: "[\(object)]") {
            $0.duplicateKeys = .rejectRecord
        }
        #expect(rejected.error?.code == .duplicateKey)
    }

    // MARK: - Spellings

    @Importable
    struct Document: Equatable {
        @Key("_id.$oid") var id: String?
        @Key("$date") var date: Int?
        @Key("$ref.id") var reference: Int?
    }

    @Importable
    struct Entered: Equatable {
        @Key("id.value") var id: Int?
        @Key("at[0]") var at: Int?
    }

    @Importable
    struct OwnName: Equatable {
        @Key("id.value", "_id.value") var id: Int?
        @Key("other", "other[0]") var other: JSONValue?
    }

    @Importable
    struct Elements: Equatable {
        @Key("a[1]", "a[0]", "b[0]") var value: [Int]?
    }

    struct Notations: Importable, Equatable {
        var dotted: Int?, pointer: Int?

        static let importPlan = ImportPlan(Notations.self) { fields in
            let dotted = fields.optional("dotted", Int.self, keys: ["a[0].x"])
            let pointer = fields.optional("pointer", Int.self, keys: ["/a/0/y"])
            return { draft in Notations(dotted: draft[dotted], pointer: draft[pointer]) }
        }
    }

    private static let pathAndLiteral = #"[{"a.b.c":1,"a":{"b":{"c":2}}},{"a":{"b":{"c":2}},"a.b.c":1}]"#
    private static let elementAndLiteral = #"[{"photos[2].table":{},"m[1][0]":1,"m":[0,[2]]}]"#

    static let scenarios = [
        ImportScenario(
            "a path and a literal key have the same precedence", Picture.self, pathAndLiteral,
            records: [Picture(deep: 2), Picture(deep: 1)]),
        ImportScenario(
            "of a path and a literal key, the first is kept", Picture.self, pathAndLiteral,
            records: [Picture(deep: 1), Picture(deep: 2)]
        ) { $0.duplicateKeys = .first },
        ImportScenario(
            "a path and a literal key are duplicates", Picture.self, pathAndLiteral, records: [],
            error: #"duplicateKey at 1:23 (22), record 1, $[0].a.b.c: duplicate key "c""#
        ) { $0.duplicateKeys = .rejectRecord },
        ImportScenario(
            "of an element and a literal key of the same path, the last is kept", Picture.self,
            elementAndLiteral,
            records: [Picture(second: 2, table: [:])]),
        ImportScenario(
            "an element and a literal key of the same path are duplicates", Picture.self, elementAndLiteral,
            records: [], error: #"duplicateKey at 1:44 (43), record 1, $[0].m[1][0]: duplicate key "[0]""#
        ) { $0.duplicateKeys = .rejectRecord },
        ImportScenario(
            "a key that begins with a dollar sign is read", Document.self,
            #"[{"_id":{"$oid":"x"},"$date":1,"$ref":{"id":2}},{"ref":{"id":3}}]"#,
            records: [Document(id: "x", date: 1, reference: 2), Document()]),
        ImportScenario(
            "an array that the path cannot enter is read by the field's name", Entered.self, #"[{"id":[1]}]"#,
            records: [],
            error: "typeMismatch at 1:8 (7), record 1, $[0].id: expected a value for Int, found '['"),
        ImportScenario(
            "an object that the path cannot enter is read by the field's name", Entered.self,
            #"[{"at":{"x":1}}]"#, records: [],
            error: "typeMismatch at 1:8 (7), record 1, $[0].at: expected a value for Int, found '{'"),
        ImportScenario(
            "a path through the field's own name or a plain value is read", OwnName.self,
            """
            [{"id":{"value":1}},{"_id":{"value":2}},{"ID":3},{"_id":{"value":2},"id":{"value":1}},{"id":4},{"other":[5]}]
            """,
            records: [1, 2, 3, 1, 4].map { OwnName(id: $0) } + [OwnName(other: .array([.number("5")]))]),
        ImportScenario(
            "a missing element of higher precedence keeps the value", Elements.self,
            #"[{"a":[[1]]},{"b":[[3]],"a":[]},{"a":[[1],[2]],"b":[[3]]},{"b":[[3]],"a":[[1],null]}]"#,
            records: [[1], [3], [2], [1]].map { Elements(value: $0) }),
        ImportScenario(
            "the index of an element is read by a dotted path and a pointer", Notations.self,
            #"[{"a":[{"x":1,"y":2}]},{"a":{"0":{"x":3,"y":4}}}]"#,
            records: [Notations(dotted: 1, pointer: 2), Notations(pointer: 4)]),
    ]

    @Test(arguments: scenarios)
    func importHasExpectedOutcome(_ scenario: ImportScenario) async throws { try await scenario.check() }

    /// Keys that are not simple names, as in the dump of a content management system.
    @Importable
    struct Template: Equatable {
        @Key(#"$["template.image.details"]["image.width"]"#) var width: Int?
        @Key(#"$["Nr."]"#) var number: Int
        @Key(#"$[""]"#, #"$["a\"b"]"#) var name: String?
        @Key("$.$.id") var identifier: Int?
    }

    @Test func keyInBracketsIsReadAndWritten() async throws {
        let text = """
            [{"template.image.details":{"image.width":7},"Nr.":3,"":"n","$":{"id":4}},\
            {"Nr.":5,"a\\"b":"m","template":{"image":{"details":{"image":{"width":1}}}}}]
            """
        let outcome = try await importAllFrontEnds(to: Template.self, from: text)
        let first = Template(width: 7, number: 3, name: "n", identifier: 4)
        #expect(outcome.records == [first, Template(number: 5, name: "m")])
        #expect(
            try first.jsonString()
                == #"{"template.image.details":{"image.width":7},"Nr.":3,"":"n","$":{"id":4}}"#)
    }

    @Importable
    struct Form: Equatable {
        var `a.b`: Int?
        @Key("a.b") var path: Int?
    }

    @Test func rawIdentifierIsKey() async throws {
        let text = #"[{"a.b":1,"a":{"b":2}}]"#
        let outcome = try await importAllFrontEnds(to: Form.self, from: text)
        let form = Form(`a.b`: 1, path: 2)
        #expect(outcome.records == [form])
        #expect(try form.jsonString() == #"{"a.b":1,"a":{"b":2}}"#)
    }
}
