import StreamImport
import Testing

/// If a path leads through the value of another property, both properties receive their values.
@Suite(.countsInstances) struct SharedPathTests {
    /// A model whose paths lead through an object, an array, a dictionary, a value of any type and a number.
    struct Repo: Importable, Equatable {
        var owner: TaggedOwner?, login: Tag?, id: Int?
        var owners: [TaggedOwner] = [], first: Tag?, second: Int?
        var table: [String: TaggedOwner] = [:], anna: Tag?
        var any: JSONValue?, number: Int?
        var count: Int?, counted: Tag?

        static let importPlan = ImportPlan(Repo.self) { fields in
            let owner = fields.optional("owner", TaggedOwner.self)
            let login = fields.optional("ownerLogin", Tag.self, keys: ["owner.login"])
            let id = fields.optional("ownerID", Int.self, keys: ["owner.id"])
            let owners = fields.optional("owners", [TaggedOwner].self)
            let first = fields.optional("first", Tag.self, keys: ["owners[0].login"])
            let second = fields.optional("second", Int.self, keys: ["/owners/1/id"])
            let table = fields.optional("table", [String: TaggedOwner].self)
            let anna = fields.optional("anna", Tag.self, keys: ["table.anna.login"])
            let any = fields.optional("any", JSONValue.self)
            let number = fields.optional("number", Int.self, keys: ["any.x[1]"])
            let count = fields.optional("count", Int.self)
            let counted = fields.optional("counted", Tag.self, keys: ["count.name"])
            return { draft in
                Repo(
                    owner: draft[owner], login: draft[login], id: draft[id], owners: draft[owners] ?? [],
                    first: draft[first], second: draft[second], table: draft[table] ?? [:],
                    anna: draft[anna], any: draft[any], number: draft[number], count: draft[count],
                    counted: draft[counted])
            }
        }

        /// The values of the properties with paths. Each value follows the letter of its property.
        var found: [String] {
            [
                "l", login?.text, "i", id?.description, "f", first?.text, "s", second?.description,
                "a",
                anna?.text,
                "n", number?.description, "c", counted?.text,
            ].compactMap { $0 }
        }

        /// The values of the properties that contain the values of the paths.
        var parents: [String] {
            let allOwners =
                (owner.map { [$0] } ?? []) + owners + table.sorted { $0.key < $1.key }.map(\.value)
            return allOwners.map { $0.login.text + ($0.id.map { "#\($0)" } ?? "") }
                + (any == nil ? [] : ["any"]) + (count.map { ["\($0)"] } ?? [])
        }
    }

    /// Returns the expected `Repo.found`. Each argument is the letter of a property, and the value of the property.
    static func found(_ values: String...) -> [String] {
        ["l", "i", "f", "s", "a", "n", "c"].flatMap { letter in
            [letter] + values.filter { $0.hasPrefix(letter) }.map { String($0.dropFirst()) }
        }
    }

    static let objects: [(object: String, found: [String], parents: [String])] = [
        (#"{"owner":{"login":"x","id":3}}"#, found("lx", "i3"), ["x#3"]),
        (#"{"z":1,"owner":{"z":[{}],"id":3,"login":"x","y":0},"z":2}"#, found("lx", "i3"), ["x#3"]),
        (#"{"owner":{"login":"\u00e9\"\\"}}"#, found("lé\"\\"), ["é\"\\"]),
        (#"{"OWNER":{"login":"x"}}"#, found(), ["x"]), (#"{"owner":null}"#, found(), []), ("{}", found(), []),
        (#"{"ownerLogin":"y","owner":{"login":"x"}}"#, found("lx"), ["x"]),
        (#"{"owner":{"login":"x"},"ownerLogin":"y"}"#, found("lx"), ["x"]),
        (
            #"{"owners":[{"login":"x","id":1},{"login":"y","id":2},{"login":"z"}]}"#, found("fx", "s2"),
            ["x#1", "y#2", "z"]
        ),
        (#"{"owners":[{"id":1,"login":"x"}]}"#, found("fx"), ["x#1"]), (#"{"owners":[]}"#, found(), []),
        (
            #"{"table":{"bob":{"login":"b"},"anna":{"login":"a","id":1},"carl":{"login":"c"}}}"#, found("aa"),
            ["a#1", "b", "c"]
        ),
        (#"{"any":{"x":[1,2,3]}}"#, found("n2"), ["any"]), (#"{"any":{"x":{"1":4}}}"#, found(), ["any"]),
        (#"{"any":5}"#, found(), ["any"]), (#"{"any":[{"x":[1,2]}]}"#, found(), ["any"]),
        (#"{"count":5}"#, found(), ["5"]),
        (
            #"{"owner":{"login":"x"},"owners":[{"login":"y"}],"table":{"anna":{"login":"z"}},"any":{"x":[0,9]},"count":1}"#,
            found("lx", "fy", "az", "n9"), ["x", "y", "z", "any", "1"]
        ),
    ]

    @Test(arguments: objects.indices)
    func valueSharedByPropertyAndPathIsReadForBoth(index: Int) async throws {
        let (object, found, parents) = Self.objects[index]
        for padding in ["", String(repeating: " ", count: 90), "\n\n"] {
            let text = "[\(object),\(padding)\(object)\(padding),{},\(object)]"
            let outcome = try await importAllVariants(to: Repo.self, from: text)
            #expect(outcome.message == nil)
            #expect(outcome.records?.map(\.found) == [found, found, Self.found(), found], "\(object)")
            #expect(outcome.records?.map(\.parents) == [parents, parents, [], parents], "\(object)")
        }
    }

    @Test(arguments: [
        (#"{"owner":{"login":"x","id":1},"owner":{"login":"y"}}"#, found("ly", "i1"), found("lx", "i1")),
        (#"{"owner":{"login":"x","id":1},"owner":null}"#, found("lx", "i1"), found("lx", "i1")),
        (#"{"owner":null,"owner":{"login":"x"}}"#, found("lx"), found("lx")),
        (
            #"{"owners":[{"login":"x"},{"login":"y","id":2}],"owners":[]}"#, found("fx", "s2"),
            found("fx", "s2")
        ),
        (#"{"owner":{"login":"x","login":"y"}}"#, found("ly"), found("lx")),
    ])
    func pathThroughDuplicateKeyKeepsValue(object: String, last: [String], first: [String]) async throws {
        let lastOutcome = try await importAllVariants(to: Repo.self, from: "[\(object)]")
        #expect(lastOutcome.records?.map(\.found) == [last])
        let firstOutcome = try await importAllVariants(to: Repo.self, from: "[\(object)]") {
            $0.duplicateKeys = .first
        }
        #expect(firstOutcome.records?.map(\.found) == [first])
        let rejected = try await importAllVariants(to: Repo.self, from: "[\(object)]") {
            $0.duplicateKeys = .rejectRecord
        }
        #expect(rejected.error?.code == .duplicateKey)
    }

    @Test func pathThroughMismatchedParentIsRead() async throws {
        do {
            let text =
                #"[{"count":{"x":[0],"name":"n"},"owner":{"id":1},"owners":[{"login":"a"},5,{"login":"b"}]},{"count":["name"]}]"#
            let outcome = try await importAllVariants(to: Repo.self, from: text) {
                $0.mismatches = .skipValue
            }
            #expect(outcome.message == nil)
            #expect(outcome.records?.map(\.found) == [Self.found("cn", "i1", "fa"), Self.found()])
            #expect(outcome.records?.map(\.parents) == [[], []])
            #expect(
                outcome.mismatches == [
                    "#1 typeMismatch at 1:11 (10), record 1, $[0].count: expected a value for Int, found '{'",
                    #"#1 missingKeys at 1:40 (39), record 1, $[0].owner: missing required key "login" of \#(TaggedOwner.self)"#,
                    "#1 typeMismatch at 1:73 (72), record 1, $[0].owners[1]: expected an object, found 5",
                    "#2 typeMismatch at 1:100 (99), record 2, $[1].count: expected a value for Int, found '['",
                ])
        }
    }

    // MARK: - Nested paths

    @Importable
    struct Nested: Equatable {
        var a: JSONValue?
        @Key("a.b") var b: [String: JSONValue]?
        @Key("a.b.c") var c: Int?
        var e: [[Int]]?
        @Key("e[1]") var f: [Int]?
        @Key("e[1][2]") var g: Int?
    }

    @Importable
    struct Steps: Equatable {
        @Key("p[0]") var head: Point?
        @Key("p[0].z[0]") var x: Int?
        @Key("p[1]") var tail: Point?
    }

    @Importable
    struct LowerKey: Equatable {
        @Key("m", "a") var value: JSONValue?
        @Key("a.b") var inner: Int?

        static let one = LowerKey(value: .number("1"), inner: 2)
    }

    private static let stepsText =
        #"[{"p":[{"x":1,"z":[5]},{"x":2},{"x":3}]},{"p":[{"x":1,"z":["q"]},{"x":2}]},{"p":[{"z":[6]},{"x":2}]}]"#
    private static let repeatedKey = #"[{"m":1,"a":{"b":3},"a":{"b":2}}]"#

    static let scenarios = [
        ImportScenario(
            "nested paths read their values", Nested.self,
            #"[{"a":{"b":{"c":1}},"e":[[0],[1,2,3],[4]]},{"a":{"b":[]}},{"e":[]}]"#,
            records: [
                Nested(
                    a: .object(["b": .object(["c": .number("1")])]), b: ["c": .number("1")], c: 1,
                    e: [[0], [1, 2, 3], [4]], f: [1, 2, 3], g: 3),
                Nested(a: .object(["b": .array([])])), Nested(e: []),
            ],
            mismatches: ["#2 typeMismatch at 1:54 (53), record 2, $[1].a.b: expected an object, found '['"]
        ) { $0.mismatches = .skipValue },
        ImportScenario(
            "a mismatch at a nested path has the path", Nested.self, #"[{"a":{"b":{"c":"x"}}}]"#, records: [],
            error: #"typeMismatch at 1:17 (16), record 1, $[0].a.b.c: expected an integer, found "x""#),
        ImportScenario(
            "an element is read as a value and as the parent of a path", Steps.self, stepsText,
            records: [
                Steps(head: Point(x: 1), x: 5, tail: Point(x: 2)),
                Steps(head: Point(x: 1), tail: Point(x: 2)), Steps(x: 6, tail: Point(x: 2)),
            ],
            mismatches: [
                #"#2 typeMismatch at 1:60 (59), record 2, $[1].p[0].z[0]: expected an integer, found "q""#,
                #"#3 missingKeys at 1:82 (81), record 3, $[2].p[0]: missing required key "x" of Point"#,
            ]
        ) { $0.mismatches = .skipValue },
        ImportScenario(
            "an element with a mismatch is an error", Steps.self, stepsText,
            records: [Steps(head: Point(x: 1), x: 5, tail: Point(x: 2))],
            error: #"typeMismatch at 1:60 (59), record 2, $[1].p[0].z[0]: expected an integer, found "q""#),
        ImportScenario(
            "a path through a key of lower precedence is read", LowerKey.self,
            #"[{"m":1,"a":{"b":2}},{"a":{"b":2},"m":1},{"m":1,"a":{"b":3},"a":{"b":2}}]"#,
            records: [.one, .one, .one]),
        ImportScenario(
            "the first of two keys of lower precedence is read", LowerKey.self, repeatedKey,
            records: [LowerKey(value: .number("1"), inner: 3)]
        ) { $0.duplicateKeys = .first },
        ImportScenario(
            "two keys of lower precedence are duplicates", LowerKey.self, repeatedKey, records: [],
            error: #"duplicateKey at 1:21 (20), record 1, $[0].a: duplicate key "a""#
        ) { $0.duplicateKeys = .rejectRecord },
    ]

    @Test(arguments: scenarios)
    func importHasExpectedOutcome(_ scenario: ImportScenario) async throws { try await scenario.check() }

    // MARK: - Recursive types

    final class Category: Importable, Equatable {
        let name: Tag, parent: Category?, parentName: Tag?, children: [Category]

        init(name: Tag, parent: Category?, parentName: Tag?, children: [Category]) {
            (self.name, self.parent, self.parentName, self.children) = (name, parent, parentName, children)
        }

        static let importPlan = ImportPlan(Category.self) { fields in
            let name = fields.required("name", Tag.self)
            let parent = fields.optional("parent", Category.self)
            let parentName = fields.optional("parentName", Tag.self, keys: ["parent.name"])
            let children = fields.defaulted("children", [Category].self, isLenient: true)
            return { draft in
                Category(
                    name: draft[name], parent: draft[parent], parentName: draft[parentName],
                    children: draft[children] ?? [])
            }
        }

        static func == (left: Category, right: Category) -> Bool { left.text == right.text }

        var text: String {
            [
                name.text, parentName?.text ?? "-", parent?.text ?? "-",
                children.map(\.text).joined(separator: "|"),
            ]
            .joined(separator: ",")
        }
    }

    @Test func recursiveTypeReadsPathThroughParent() async throws {
        let text =
            #"[{"name":"a","parent":{"parent":{"name":"c"},"name":"b"},"children":[{"name":"d"},1,{"name":"e"}]}]"#
        let outcome = try await importAllVariants(to: [Category].self, from: "[\(text)]")
        #expect(outcome.message == nil)
        #expect(outcome.records?.first?.map(\.text) == ["a,b,b,c,c,-,-,,,d,-,-,|e,-,-,"])
        #expect(
            outcome.mismatches == [
                "#1 typeMismatch at 1:84 (83), record 1, $[0][0].children[1]: expected an object, found 1"
            ])
    }

    @Test(arguments: [
        #""owner":{"login":"bad"}"#, #""owners":[{"login":"a"},{"login":"b","id":"x"}]"#,
        #""owner":{"login":"a"},"owner":{"id":1}"#,
        #""table":{"anna":{"login":"a"},"b":{}}"#, #""owner":{"login":"a"},"count":{}"#,
        #""count":{"name":["#,
        #""owner":{"login":"a"},"any":{"x":[1,tru"#, #""any":{"x":[1,true]},"owner":{"login":"a"#,
    ])
    func replayedValuesAreReleased(tail: String) throws {
        let validObject = Self.objects[Self.objects.count - 1].object
        for duplicates in DuplicateKeyPolicy.allCases {
            for mismatch in MismatchPolicy.allCases {
                for policy in [ErrorPolicy.fail, .skip()] {
                    for text in [
                        "[\(validObject),{\(tail)},\(validObject)]",
                        "\(validObject)\n{\(tail)}\n\(validObject)",
                    ] {
                        try importAllChunkSizes(
                            to: Repo.self, from: Array(text.utf8), chunkSizes: [1, 7, nil]
                        ) {
                            $0.duplicateKeys = duplicates
                            $0.mismatches = mismatch
                            $0.errorPolicy = policy
                        }
                        #expect(LiveCount.current?.value == 0)
                    }
                }
            }
        }
    }
}
