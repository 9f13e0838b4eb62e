import StreamImport
import Testing

/// Where a path leads through the value of another property, both are served.
@Suite(.serialized) struct SharedPathTests: Census {
    static let population = Population()
    typealias Tag = StreamImportTests.Tag<SharedPathTests>

    struct Owner: Importable, Equatable {
        var login: Tag, id: Int?

        static let importPlan = ImportPlan(Owner.self) { fields in
            let login = fields.required("login", Tag.self)
            let id = fields.optional("id", Int.self)
            return { draft in Owner(login: draft[login], id: draft[id]) }
        }
    }

    /// Every kind of parent.
    struct Repo: Importable, Equatable {
        var owner: Owner?, login: Tag?, id: Int?
        var owners: [Owner] = [], first: Tag?, second: Int?
        var table: [String: Owner] = [:], anna: Tag?
        var any: JSONValue?, number: Int?
        var count: Int?, counted: Tag?

        static let importPlan = ImportPlan(Repo.self) { fields in
            let owner = fields.optional("owner", Owner.self)
            let login = fields.optional("ownerLogin", Tag.self, keys: ["owner.login"])
            let id = fields.optional("ownerID", Int.self, keys: ["owner.id"])
            let owners = fields.optional("owners", [Owner].self)
            let first = fields.optional("first", Tag.self, keys: ["owners[0].login"])
            let second = fields.optional("second", Int.self, keys: ["/owners/1/id"])
            let table = fields.optional("table", [String: Owner].self)
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

        /// What the paths have led to.
        var found: [String] {
            [
                "l", login?.text, "i", id?.description, "f", first?.text, "s", second?.description, "a",
                anna?.text,
                "n", number?.description, "c", counted?.text,
            ].compactMap { $0 }
        }

        /// What the parents have become.
        var parents: [String] {
            let all = (owner.map { [$0] } ?? []) + owners + table.sorted { $0.key < $1.key }.map(\.value)
            return all.map { $0.login.text + ($0.id.map { "#\($0)" } ?? "") }
                + (any == nil ? [] : ["any"]) + (count.map { ["\($0)"] } ?? [])
        }
    }

    static func found(_ marks: String...) -> [String] {
        ["l", "i", "f", "s", "a", "n", "c"].flatMap { mark in
            [mark] + marks.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst()) }
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
    func bothAreServed(index: Int) async throws {
        let (object, found, parents) = Self.objects[index]
        for padding in ["", String(repeating: " ", count: 90), "\n\n"] {
            let text = "[\(object),\(padding)\(object)\(padding),{},\(object)]"
            let outcome = try await everyWay(to: Repo.self, from: text)
            #expect(outcome.problem == nil)
            #expect(outcome.records?.map(\.found) == [found, found, Self.found(), found], "\(object)")
            #expect(outcome.records?.map(\.parents) == [parents, parents, [], parents], "\(object)")
        }
        #expect(Self.population.count == 0)
    }

    @Test(arguments: [
        (#"{"owner":{"login":"x","id":1},"owner":{"login":"y"}}"#, found("ly"), found("lx", "i1")),
        (#"{"owner":{"login":"x","id":1},"owner":null}"#, found(), found("lx", "i1")),
        (#"{"owner":null,"owner":{"login":"x"}}"#, found("lx"), found()),
        (#"{"owners":[{"login":"x"},{"login":"y","id":2}],"owners":[]}"#, found(), found("fx", "s2")),
        (#"{"owner":{"login":"x","login":"y"}}"#, found("ly"), found("lx")),
    ])
    func aParentThatComesTwiceCountsOnce(object: String, last: [String], first: [String]) async throws {
        let byLast = try await everyWay(to: Repo.self, from: "[\(object)]")
        #expect(byLast.records?.map(\.found) == [last])
        let byFirst = try await everyWay(to: Repo.self, from: "[\(object)]") { $0.duplicateKeys = .first }
        #expect(byFirst.records?.map(\.found) == [first])
        let refused = try await everyWay(to: Repo.self, from: "[\(object)]") { $0.duplicateKeys = .reject }
        #expect(refused.error?.code == .duplicateKey)
    }

    // MARK: - Errors

    /// What is wrong for a path only, as the parents take anything.
    struct Loose: Importable, Equatable {
        var a: JSONValue
        var b: Int
        var c: [Int]?
        var list: [JSONValue]
        var tag: Tag?

        static let importPlan = ImportPlan(Loose.self) { fields in
            let a = fields.required("a", JSONValue.self)
            let b = fields.required("b", Int.self, keys: ["a.b"])
            let c = fields.optional("c", [Int].self, keys: ["a.b2.c"])
            let list = fields.defaulted("list", [JSONValue].self)
            let tag = fields.optional("tag", Tag.self, keys: ["list[1].tag"])
            return { draft in
                Loose(a: draft[a], b: draft[b], c: draft[c], list: draft[list] ?? [], tag: draft[tag])
            }
        }
    }

    static let faults: [(object: String, problem: String)] = [
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
            #"invalidValue at 3:29 (38), record 2, $.r[1].list[1].tag: "bad" was refused: Refusal()"#
        ),
        (#"{"a":{"z":1}}"#, #"missingKeys at 3:1 (10), record 2, $.r[1]: Loose needs the key "a.b""#),
        (
            #"{"a":{"b":1,"b":null}}"#,
            #"missingKeys at 3:1 (10), record 2, $.r[1]: Loose needs the key "a.b" (null)"#
        ),
    ]

    static func text(_ object: String) -> String { "{\"r\":[\n5,\n\(object),{\"b\":7,\"a\":[]}]}" }

    @Test(arguments: faults.indices)
    func anErrorInTheSecondReadingIsAtItsPlace(index: Int) async throws {
        let (object, problem) = Self.faults[index]
        let outcome = try await everyWay(
            to: Loose.self, from: Self.text(object).replacing("5,", with: "{\"b\":1,\"a\":0},"), at: "r")
        let shift = "{\"b\":1,\"a\":0},".count - "5,".count
        let offset = try #require(outcome.error?.location?.offset)
        #expect(
            outcome.problem?.replacing("(\(offset))", with: "(\(offset - shift))") == problem)
        #expect(outcome.records?.count == 1)
    }

    @Test(arguments: faults.indices)
    func aRecordThatIsWrongInTheSecondReadingIsLeftOut(index: Int) async throws {
        let (object, problem) = Self.faults[index]
        for keepsText in [false, true] {
            let outcome = try await everyWay(to: Loose.self, from: Self.text(object), at: "r") {
                $0.onError = .collect()
                $0.keepsRejectedText = keepsText
            }
            #expect(outcome.problem == nil)
            #expect(outcome.records == [Loose(a: .array([]), b: 7, list: [])])
            let rejected = try #require(outcome.summary?.rejected)
            #expect(rejected.map { render($0.error) }.last == problem)
            #expect(rejected.map(\.text) == (keepsText ? ["5", object] : [nil, nil]))
        }
        #expect(Self.population.count == 0)
    }

    @Test func aLineThatIsWrongInTheSecondReadingIsLeftOut() async throws {
        let lines =
            #"{"a":{"b":1}}"# + "\n" + #"{"a":{"b":{}}}"# + "\n" + #"{"a":{"b":2,"c":[}"# + "\n"
            + #"{"a":{"b":3}}"# + "\n" + #"{"a":{"b":tru}}"# + "\n" + #"{"a":{"b":4}"# + "\n"
            + #"{"a":{"b":5}}"#
        for keepsText in [false, true] {
            let outcome = try await everyWay(to: Loose.self, from: lines) {
                $0.format = .lines
                $0.onError = .collect()
                $0.keepsRejectedText = keepsText
            }
            #expect(outcome.records?.map(\.b) == [1, 3, 5])
            #expect(outcome.summary?.rejected.map(\.number) == [2, 3, 5, 6])
            #expect(
                outcome.summary?.rejected.first?.rendition
                    == "#2 14..<28 typeMismatch at 2:11 (24), record 2, $.a.b: expected a value for Int, found '{'"
            )
        }
    }

    @Test func whatIsWrongInTheSecondReadingMayBeLeftOutAlone() async throws {
        let text =
            #"[{"a":{"b":1,"b2":{"c":[1,{}],"d":1}},"list":[0,{"tag":[]}]},{"a":{"b":2,"b2":{"c":[3]}}}]"#
        let outcome = try await everyWay(to: Loose.self, from: text) { $0.mismatch = .keep }
        #expect(outcome.records?.map(\.b) == [1, 2])
        #expect(outcome.records?.map(\.c) == [nil, [3]])
        #expect(
            outcome.mismatches == [
                "#1 typeMismatch at 1:27 (26), record 1, $[0].a.b2.c[1]: expected a value for Int, found '{'",
                "#1 typeMismatch at 1:56 (55), record 1, $[0].list[1].tag: expected a value for Tag<SharedPathTests>, found '['",
            ])
    }

    @Test func aParentThatIsLeftOutIsStillOnItsPath() async throws {
        do {
            let text =
                #"[{"count":{"x":[0],"name":"n"},"owner":{"id":1},"owners":[{"login":"a"},5,{"login":"b"}]},{"count":["name"]}]"#
            let outcome = try await everyWay(to: Repo.self, from: text) { $0.mismatch = .keep }
            #expect(outcome.problem == nil)
            #expect(outcome.records?.map(\.found) == [Self.found("cn", "i1", "fa"), Self.found()])
            #expect(outcome.records?.map(\.parents) == [[], []])
            #expect(
                outcome.mismatches == [
                    "#1 typeMismatch at 1:11 (10), record 1, $[0].count: expected a value for Int, found '{'",
                    #"#1 missingKeys at 1:40 (39), record 1, $[0].owner: Owner needs the key "login""#,
                    "#1 typeMismatch at 1:73 (72), record 1, $[0].owners[1]: expected an object, found 5",
                    "#2 typeMismatch at 1:100 (99), record 2, $[1].count: expected a value for Int, found '['",
                ])
        }
        #expect(Self.population.count == 0)
    }

    @Test func theRecordAroundALenientArrayLosesOneElement() async throws {
        struct All: Importable, Equatable {
            var all: [Loose]

            static let importPlan = ImportPlan(All.self) { fields in
                let all = fields.required("all", [Loose].self, isLenient: true)
                return { draft in All(all: draft[all]) }
            }
        }
        let text =
            #"[{"all":[{"a":{"b":1}},{"a":{"b":[]}},{"a":{"b":{}},"b":3},{"a":{"b":4}}],"z":1},{"all":[]}]"#
        let outcome = try await everyWay(to: All.self, from: text)
        #expect(outcome.records?.map { $0.all.map(\.b) } == [[1, 4], []])
        #expect(
            outcome.mismatches == [
                "#1 typeMismatch at 1:34 (33), record 1, $[0].all[1].a.b: expected a value for Int, found '['",
                "#1 typeMismatch at 1:49 (48), record 1, $[0].all[2].a.b: expected a value for Int, found '{'",
            ])
    }

    // MARK: - Paths inside of paths

    struct Nested: Importable, Equatable {
        var a: JSONValue?, b: [String: JSONValue]?, c: Int?, e: [[Int]]?, f: [Int]?, g: Int?

        static let importPlan = ImportPlan(Nested.self) { fields in
            let a = fields.optional("a", JSONValue.self)
            let b = fields.optional("b", [String: JSONValue].self, keys: ["a.b"])
            let c = fields.optional("c", Int.self, keys: ["a.b.c"])
            let e = fields.optional("e", [[Int]].self)
            let f = fields.optional("f", [Int].self, keys: ["e[1]"])
            let g = fields.optional("g", Int.self, keys: ["e[1][2]"])
            return { draft in
                Nested(a: draft[a], b: draft[b], c: draft[c], e: draft[e], f: draft[f], g: draft[g])
            }
        }
    }

    @Test func pathsMayShareTheirWay() async throws {
        let text = #"[{"a":{"b":{"c":1}},"e":[[0],[1,2,3],[4]]},{"a":{"b":[]}},{"e":[]}]"#
        let outcome = try await everyWay(to: Nested.self, from: text) { $0.mismatch = .keep }
        let b: [String: JSONValue] = ["c": .number("1")]
        #expect(
            outcome.records == [
                Nested(
                    a: .object(["b": .object(b)]), b: b, c: 1, e: [[0], [1, 2, 3], [4]], f: [1, 2, 3], g: 3),
                Nested(a: .object(["b": .array([])])), Nested(e: []),
            ])
        let wrong = try await everyWay(to: Nested.self, from: #"[{"a":{"b":{"c":"x"}}}]"#)
        #expect(
            wrong.problem
                == #"typeMismatch at 1:17 (16), record 1, $[0].a.b.c: expected an integer, found "x""#)
    }

    struct Steps: Importable, Equatable {
        var head: Point?, x: Int?, tail: Point?

        static let importPlan = ImportPlan(Steps.self) { fields in
            let head = fields.optional("head", Point.self, keys: ["p[0]"])
            let x = fields.optional("x", Int.self, keys: ["p[0].z[0]"])
            let tail = fields.optional("tail", Point.self, keys: ["p[1]"])
            return { draft in Steps(head: draft[head], x: draft[x], tail: draft[tail]) }
        }
    }

    @Test func anElementMayBeAValueAndAParent() async throws {
        let text =
            #"[{"p":[{"x":1,"z":[5]},{"x":2},{"x":3}]},{"p":[{"x":1,"z":["q"]},{"x":2}]},{"p":[{"z":[6]},{"x":2}]}]"#
        let kept = try await everyWay(to: Steps.self, from: text) { $0.mismatch = .keep }
        #expect(
            kept.records == [
                Steps(head: Point(x: 1), x: 5, tail: Point(x: 2)),
                Steps(head: Point(x: 1), tail: Point(x: 2)),
                Steps(x: 6, tail: Point(x: 2)),
            ])
        #expect(
            kept.mismatches == [
                #"#2 typeMismatch at 1:60 (59), record 2, $[1].p[0].z[0]: expected an integer, found "q""#,
                #"#3 missingKeys at 1:82 (81), record 3, $[2].p[0]: Point needs the key "x""#,
            ])
        let failed = try await everyWay(to: Steps.self, from: text)
        #expect(failed.problem == kept.mismatches.first.map { String($0.dropFirst(3)) })
    }

    // MARK: - Types that contain themselves

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

    @Test func aParentMayBeOfTheTypeItself() async throws {
        let text =
            #"[{"name":"a","parent":{"parent":{"name":"c"},"name":"b"},"children":[{"name":"d"},1,{"name":"e"}]}]"#
        let outcome = try await everyWay(to: [Category].self, from: "[\(text)]")
        #expect(outcome.problem == nil)
        #expect(outcome.records?.first?.map(\.text) == ["a,b,b,c,c,-,-,,,d,-,-,|e,-,-,"])
        #expect(
            outcome.mismatches == [
                "#1 typeMismatch at 1:84 (83), record 1, $[0][0].children[1]: expected an object, found 1"
            ])
    }

    @Test func aMoreBindingKeyDoesNotCutThePathThroughALessBindingOne() async throws {
        struct Model: Importable, Equatable {
            var value: JSONValue?, inner: Int?

            static let importPlan = ImportPlan(Model.self) { fields in
                let value = fields.optional("value", JSONValue.self, keys: ["m", "a"])
                let inner = fields.optional("inner", Int.self, keys: ["a.b"])
                return { draft in Model(value: draft[value], inner: draft[inner]) }
            }
        }
        for object in [#"{"m":1,"a":{"b":2}}"#, #"{"a":{"b":2},"m":1}"#, #"{"m":1,"a":{"b":3},"a":{"b":2}}"#]
        {
            let outcome = try await everyWay(to: Model.self, from: "[\(object)]")
            #expect(outcome.records == [Model(value: .number("1"), inner: 2)], "\(object)")
        }
        let twice = #"[{"m":1,"a":{"b":3},"a":{"b":2}}]"#
        let first = try await everyWay(to: Model.self, from: twice) { $0.duplicateKeys = .first }
        #expect(first.records?.first?.inner == 3)
        let refused = try await everyWay(to: Model.self, from: twice) { $0.duplicateKeys = .reject }
        #expect(refused.problem == #"duplicateKey at 1:21 (20), record 1, $[0].a: the key "a" comes twice"#)
    }

    @Test func halfASurrogatePairIsTreatedAlikeInBothReadings() async throws {
        let text = #"[{"a":{"b":1,"c":"\ud800","\udc00":2}}]"#
        let refused = try await everyWay(to: Loose.self, from: text)
        #expect(refused.error?.code == .unpairedSurrogate)
        let replaced = try await everyWay(to: Loose.self, from: text) { $0.unpairedSurrogates = .replace }
        #expect(
            replaced.records?.first?.a
                == .object(["b": .number("1"), "c": .string("\u{FFFD}"), "\u{FFFD}": .number("2")]))
        #expect(replaced.records?.first?.b == 1)
    }

    @Test(arguments: [
        #""owner":{"login":"bad"}"#, #""owners":[{"login":"a"},{"login":"b","id":"x"}]"#,
        #""owner":{"login":"a"},"owner":{"id":1}"#,
        #""table":{"anna":{"login":"a"},"b":{}}"#, #""owner":{"login":"a"},"count":{}"#,
        #""count":{"name":["#,
        #""owner":{"login":"a"},"any":{"x":[1,tru"#, #""any":{"x":[1,true]},"owner":{"login":"a"#,
    ])
    func whatWasReadTwiceIsReleased(tail: String) throws {
        let good = Self.objects[17].object
        for duplicates in DuplicateKeyPolicy.allCases {
            for mismatch in ImportOptions.MismatchPolicy.allCases {
                for policy in [ErrorPolicy.fail, .skip()] {
                    for text in ["[\(good),{\(tail)},\(good)]", "\(good)\n{\(tail)}\n\(good)"] {
                        try everyChunkSize(to: Repo.self, from: Array(text.utf8), chunkSizes: [1, 7, nil]) {
                            $0.duplicateKeys = duplicates
                            $0.mismatch = mismatch
                            $0.onError = policy
                        }
                        #expect(Self.population.count == 0)
                    }
                }
            }
        }
    }
}
