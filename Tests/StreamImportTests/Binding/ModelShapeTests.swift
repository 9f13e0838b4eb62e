import Foundation
import StreamImport
import Testing

/// The types of fields and records, and the shapes of models.
@Suite struct ModelShapeTests {
    /// A model with fields of many types.
    @Importable
    struct ManyTypes: Equatable {
        var text: String
        var nested: Point
        var maybe: Point?
        var list: [Int] = []
        var lists: [[Int]] = []
        var points: [Point] = []
        var byName: [String: Point] = [:]
        var byNumber: [Int: String] = [:]
        var lookup: [String: [String: Int]] = [:]
        var set: Set<String> = []
        var holes: [Int?] = []
        var manyHoles: [String: Int?] = [:]
        var any: JSONValue?
        var color: Color?
        var level: Level?
        var celsius: Celsius?
        @DateFormat(.unixSeconds) var date: Date?
    }

    enum Color: String, Importable { case red, green }
    enum Level: Int, Importable { case low = 1, high = 2 }

    struct Celsius: ImportableScalar, Equatable {
        var degrees: Double
        init(degrees: Double) { self.degrees = degrees }
        init(_ token: borrowing ImportToken) throws { degrees = try Double(token) }
    }

    /// The model of an object with only the required members.
    static let requiredOnly = ManyTypes(text: "", nested: Point(x: 0))

    /// Members, and the change that each one makes to the model.
    static let memberCases: [(member: String, change: @Sendable (inout ManyTypes) -> Void)] = [
        (#""maybe":{"x":1,"y":2}"#, { $0.maybe = Point(x: 1, y: 2) }), (#""maybe":null"#, { _ in }),
        (#""list":[]"#, { $0.list = [] }), (#""list":[1,2,3]"#, { $0.list = [1, 2, 3] }),
        (
            #""list":["# + (0..<500).map(String.init).joined(separator: ",") + "]",
            { $0.list = Array(0..<500) }
        ),
        (#""lists":[[],[1],[2,3],[]]"#, { $0.lists = [[], [1], [2, 3], []] }),
        (#""points":[{"x":1},{"y":3,"x":2}]"#, { $0.points = [Point(x: 1), Point(x: 2, y: 3)] }),
        (#""byName":{"a":{"x":1},"":{"x":2}}"#, { $0.byName = ["a": Point(x: 1), "": Point(x: 2)] }),
        (#""byNumber":{"1":"a","-2":"b","0":"c"}"#, { $0.byNumber = [1: "a", -2: "b", 0: "c"] }),
        (#""lookup":{"a":{"b":1,"c":2},"d":{}}"#, { $0.lookup = ["a": ["b": 1, "c": 2], "d": [:]] }),
        (#""set":["a","b","a"]"#, { $0.set = ["a", "b"] }), (#""set":[]"#, { $0.set = [] }),
        (#""holes":[null,1,null]"#, { $0.holes = [nil, 1, nil] }),
        (#""manyHoles":{"a":null,"b":2}"#, { $0.manyHoles = ["a": Int?.none, "b": 2] }),
        (#""any":[1.50,{"a":null}]"#, { $0.any = .array([.number("1.50"), .object(["a": .null])]) }),
        (#""any":"a""#, { $0.any = .string("a") }), (#""any":{}"#, { $0.any = .object([:]) }),
        (#""any":true"#, { $0.any = .bool(true) }), (#""any":1e400"#, { $0.any = .number("1e400") }),
        (#""color":"green""#, { $0.color = .green }), (#""level":2"#, { $0.level = .high }),
        (#""celsius":-1.5"#, { $0.celsius = Celsius(degrees: -1.5) }),
        (#""date":1000000000.5"#, { $0.date = Date(timeIntervalSince1970: 1_000_000_000.5) }),
        (#""other":[{"list":[1]}],"\u006Cist":[1]"#, { $0.list = [1] }),
    ]

    @Test(arguments: memberCases.indices)
    func memberOfEachTypeIsImported(index: Int) async throws {
        let (member, change) = Self.memberCases[index]
        var expected = Self.requiredOnly
        change(&expected)
        let text =
            #"[{"text":"","nested":{"x":0},"# + member + #"},{"# + member + #","nested":{"x":0},"text":""}]"#
        let outcome = try await importAllVariants(to: ManyTypes.self, from: text)
        #expect(outcome.message == nil)
        #expect(outcome.records == [expected, expected])
    }

    @Test func membersOfAllTypesAreImportedTogether() async throws {
        // Of a duplicate key, the last value other than null wins.
        var expected = Self.requiredOnly
        for memberCase in Self.memberCases { memberCase.change(&expected) }
        let members = Self.memberCases.map(\.member).joined(separator: ",")
        let text = #"{"text":"","nested":{"x":0},"# + members + "}"
        let outcome = try importAllChunkSizes(to: ManyTypes.self, from: Array(text.utf8))
        #expect(outcome.message == nil)
        #expect(outcome.records == [expected])
    }

    // MARK: - Types as records

    @Test func scalarOptionalAndCollectionRecordsAreImported() async throws {
        #expect(
            try await importAllVariants(to: [Int].self, from: "[[1],[],[2,3]]").records == [[1], [], [2, 3]])
        #expect(
            try await importAllVariants(to: [[Int]].self, from: "[[[1],[]],[]]").records == [[[1], []], []])
        #expect(
            try await importAllVariants(to: [String: Int].self, from: #"[{"a":1},{}]"#).records == [
                ["a": 1], [:],
            ])
        #expect(try await importAllVariants(to: Int?.self, from: "[1,null,2]").records == [1, nil, 2])
        #expect(try await importAllVariants(to: Int??.self, from: "[1,null]").records == [1, Int??.none])
        #expect(
            try await importAllVariants(to: Point?.self, from: #"[{"x":1},null]"#).records == [
                Point(x: 1), nil,
            ])
        #expect(try await importAllVariants(to: [Int]?.self, from: "[[1],null]").records == [[1], nil])
        #expect(
            try await importAllVariants(to: [Point?].self, from: #"[[{"x":1},null]]"#).records == [
                [Point(x: 1), nil]
            ])
        #expect(try await importAllVariants(to: Set<Int>.self, from: "[[1,1,2]]").records == [[1, 2]])
        #expect(
            try await importAllVariants(to: Color.self, from: #"["red","green"]"#).records == [.red, .green])
        #expect(try await importAllVariants(to: Bool.self, from: "[true,false]").records == [true, false])
        #expect(
            try await importAllVariants(to: [[String: [Int?]]].self, from: #"[[{"a":[1,null]},{}]]"#).records
                == [[["a": [1, nil]], [:]]])
    }

    // MARK: - Numbers

    @Test func integersAreExactUpToTheirLimits() async throws {
        #expect(
            try await importAllVariants(to: Int64.self, from: "[-9223372036854775808,9223372036854775807]")
                .records
                == [.min, .max])
        #expect(
            try await importAllVariants(to: UInt64.self, from: "[18446744073709551615,0]").records == [
                .max, 0,
            ])
        #expect(
            try await importAllVariants(to: Int.self, from: "[9007199254740993]").records == [
                9_007_199_254_740_993
            ])
        #expect(
            try await importAllVariants(to: Int.self, from: "[1.0,1e3,-2.50e1]").records == [1, 1000, -25])
    }

    @Test func integerOutOfRangeReportsError() async throws {
        for (text, isUnsigned) in [
            ("9223372036854775808", false), ("-9223372036854775809", false), ("18446744073709551616", true),
            ("-1", true),
        ] {
            let message =
                isUnsigned
                ? try await importAllVariants(to: UInt64.self, from: "[\(text)]").message
                : try await importAllVariants(to: Int64.self, from: "[\(text)]").message
            #expect(message?.hasPrefix("numberOutOfRange at 1:2 (1), record 1, $[0]: expected ") == true)
            #expect(message?.hasSuffix("found \(text)") == true)
        }
    }

    @Test func doublesAreRoundedToNearest() async throws {
        #expect(
            try await importAllVariants(to: Double.self, from: "[1e308,5e-324,0.1,-0.0,9007199254740993]")
                .records
                == [1e308, .leastNonzeroMagnitude, 0.1, 0, 9_007_199_254_740_992])
    }

    @Test func doubleOutOfRangeReportsError() async throws {
        let outcome = try await importAllVariants(to: Double.self, from: "[1e309]")
        #expect(outcome.error?.code == .numberOutOfRange)
    }

    // MARK: - Trees

    final class Node: Importable, Equatable {
        let name: String
        let children: [Node]
        let next: Node?
        let index: [String: Node]

        init(_ name: String, _ children: [Node] = [], next: Node? = nil, index: [String: Node] = [:]) {
            self.name = name
            self.children = children
            self.next = next
            self.index = index
        }

        static let importPlan = ImportPlan(Node.self) { fields in
            let name = fields.required("name", String.self)
            let children = fields.optional("children", [Node].self)
            let next = fields.optional("next", Node.self)
            let index = fields.optional("index", [String: Node].self)
            return { draft in
                Node(draft[name], draft[children] ?? [], next: draft[next], index: draft[index] ?? [:])
            }
        }

        static func == (left: Node, right: Node) -> Bool {
            left.name == right.name && left.children == right.children && left.next == right.next
                && left.index == right.index
        }
    }

    @Importable
    struct Branch: Equatable {
        var id: Int
        var branches: [Branch] = []
    }

    @Test func recursiveTypeIsImported() async throws {
        let text = """
            [{"name":"a","children":[{"name":"b","children":[{"name":"c"}]},{"name":"d","next":{"name":"e"}}],
            "index":{"f":{"name":"f","index":{}}}},{"next":{"next":{"name":"i"},"name":"h"},"name":"g"}]
            """
        let outcome = try await importAllVariants(to: Node.self, from: text)
        #expect(
            outcome.records == [
                Node(
                    "a", [Node("b", [Node("c")]), Node("d", next: Node("e"))], index: ["f": Node("f")]),
                Node("g", next: Node("h", next: Node("i"))),
            ])
        let branches = try await importAllVariants(
            to: Branch.self, from: #"[{"branches":[{"id":2,"branches":[{"id":3}]}],"id":1}]"#)
        #expect(
            branches.records == [
                Branch(id: 1, branches: [Branch(id: 2, branches: [Branch(id: 3, branches: [])])])
            ])
    }

    @Test func deepTreeIsImported() async throws {
        let depth = 200
        let text =
            String(repeating: #"{"id":1,"branches":["#, count: depth) + String(repeating: "]}", count: depth)
        let outcome = try importAllChunkSizes(to: Branch.self, from: Array(text.utf8))
        #expect(outcome.message == nil)
        var branch = outcome.records?.first
        for _ in 1..<depth { branch = branch?.branches.first }
        #expect(branch == Branch(id: 1, branches: []))
    }

    @Test func errorInTreeReportsPath() async throws {
        let text = #"[{"name":"a","index":{"k.1":{"name":"b","children":[{"name":"c"},{"nam":"d"}]}}}]"#
        let outcome = try await importAllVariants(to: Node.self, from: text)
        #expect(
            outcome.message == """
                missingKeys at 1:66 (65), record 1, $[0].index["k.1"].children[1]: missing required key "name" of Node
                """)
    }

    // MARK: - Generics

    struct Page<Item: Importable & Equatable>: Importable, Equatable {
        var items: [Item]
        var next: String?

        // A generic type cannot have stored static properties, so each access makes the plan again.
        static var importPlan: ImportPlan {
            ImportPlan(Page<Item>.self) { fields in
                let items = fields.required("items", [Item].self)
                let next = fields.optional("next", String.self)
                return { draft in Page(items: draft[items], next: draft[next]) }
            }
        }
    }

    @Test func genericModelIsImported() async throws {
        let text = #"[{"items":[{"x":1}],"next":"n"},{"items":[]}]"#
        let outcome = try await importAllVariants(to: Page<Point>.self, from: text)
        #expect(outcome.records == [Page(items: [Point(x: 1)], next: "n"), Page(items: [], next: nil)])
        let nested = try await importAllVariants(
            to: Page<Page<Branch>>.self, from: #"[{"items":[{"items":[{"id":1}]},{"items":[]}]}]"#)
        #expect(
            nested.records == [
                Page(items: [Page(items: [Branch(id: 1, branches: [])]), Page(items: [])])
            ])
    }

    // MARK: - Sizes

    struct EmptyModel: Importable, Equatable {
        static let importPlan = ImportPlan(EmptyModel.self) { _ in { _ in EmptyModel() } }
    }

    @Test func modelWithoutFieldsIsImported() async throws {
        let outcome = try await importAllVariants(to: EmptyModel.self, from: #"[{},{"a":1},{"":{}}]"#)
        #expect(outcome.records == [EmptyModel(), EmptyModel(), EmptyModel()])
        let arrays = try await importAllVariants(to: [EmptyModel].self, from: "[[{},{}],[]]")
        #expect(arrays.records == [[EmptyModel(), EmptyModel()], []])
        let dictionaries = try await importAllVariants(
            to: [String: EmptyModel].self, from: #"[{"a":{},"b":{}}]"#)
        #expect(dictionaries.records == [["a": EmptyModel(), "b": EmptyModel()]])
    }

    struct Wide: Importable, Equatable {
        var values: [Int?]

        static let count = 300
        static let importPlan = ImportPlan(Wide.self) { fields in
            let requiredField = fields.required("f0", Int.self)
            let optionalFields = (1..<count).map { fields.optional("f\($0)", Int.self) }
            return { draft in
                var values: [Int?] = [draft[requiredField]]
                for field in optionalFields { values.append(draft[field]) }
                return Wide(values: values)
            }
        }
    }

    @Test func modelWithHundredsOfFieldsIsImported() throws {
        func object(_ fieldNumbers: [Int]) -> String {
            "{" + fieldNumbers.map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"
        }
        let allNumbers = Array(0..<Wide.count)
        let zeroAndOddNumbers = allNumbers.filter { $0 == 0 || !$0.isMultiple(of: 2) }
        let objects = [
            object(allNumbers), object(allNumbers.reversed()), object(zeroAndOddNumbers), object([0]),
            object(allNumbers),
        ]
        let outcome = try importAllChunkSizes(
            to: Wide.self, from: Array("[\(objects.joined(separator: ","))]".utf8),
            chunkSizes: [7, 31, 4096, nil])
        let full = Wide(values: allNumbers)
        let half = Wide(values: allNumbers.map { zeroAndOddNumbers.contains($0) ? $0 : nil })
        let requiredOnly = Wide(values: allNumbers.map { $0 == 0 ? 0 : nil })
        #expect(outcome.records == [full, full, half, requiredOnly, full])
    }

    /// A model whose adjacent fields have different sizes and alignments.
    @Importable
    struct Mixed: Equatable {
        var a: Bool, b: Double, c: Int8, d: String, e: Float, f: UInt16, g: Bool
    }

    @Test func valuesOfDifferentSizesAreImported() async throws {
        let text =
            #"[{"g":false,"f":65535,"e":0.5,"d":"long enough to be on the heap","c":-128,"b":1e10,"a":true}]"#
        let mixed = Mixed(
            a: true, b: 1e10, c: -128, d: "long enough to be on the heap", e: 0.5, f: 65535, g: false)
        #expect(try await importAllVariants(to: Mixed.self, from: text).records == [mixed])
        #expect(
            try await importAllVariants(to: [Bool?].self, from: "[[true,null,false]]").records == [
                [true, nil, false]
            ])
        #expect(
            try await importAllVariants(to: [Int: Bool].self, from: #"[{"1":true,"2":false}]"#).records
                == [[1: true, 2: false]])
    }
}
