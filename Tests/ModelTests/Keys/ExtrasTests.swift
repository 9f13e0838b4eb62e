import StreamImport
import TestSupport
import Testing

/// A property can receive all members without a field.
@Suite struct ExtrasTests {
    struct Bag: Importable, Equatable {
        var id: Int?, path: Int?, extras: [String: JSONValue] = [:], inner: [Bag] = []

        static let importPlan = ImportPlan(Bag.self) { fields in
            let id = fields.optional("id", Int.self)
            let extras = fields.extras("extras")
            let path = fields.optional("path", Int.self, keys: ["a.b"])
            let inner = fields.optional("inner", [Bag].self)
            fields.ignore("ignoredKey")
            return { draft in
                Bag(id: draft[id], path: draft[path], extras: draft[extras], inner: draft[inner] ?? [])
            }
        }
    }

    static let objects: [(object: String, bag: Bag)] = [
        ("{}", Bag()), (#"{"id":1}"#, Bag(id: 1)),
        (#"{"x":1.50,"id":1,"y":null}"#, Bag(id: 1, extras: ["x": .number("1.50"), "y": .null])),
        (
            #"{"id":1,"n":{"id":2,"l":[1e2,{}]}}"#,
            Bag(
                id: 1,
                extras: ["n": .object(["id": .number("2"), "l": .array([.number("1e2"), .object([:])])])])
        ),
        (#"{"extras":{"extras":1}}"#, Bag(extras: ["extras": .object(["extras": .number("1")])])),
        (#"{"":"","\u00e9\"":"\n"}"#, Bag(extras: ["": .string(""), "é\"": .string("\n")])),
        (#"{"ID":1,"ignored_key":{"z":1},"z":true}"#, Bag(id: 1, extras: ["z": .bool(true)])),
        (#"{"a":{"b":1,"c":2},"c":3}"#, Bag(path: 1, extras: ["c": .number("3")])),
        (
            #"{"x":[],"inner":[{"y":1},{},{"id":2,"z":"q"}],"w":"v"}"#,
            Bag(
                extras: ["x": .array([]), "w": .string("v")],
                inner: [
                    Bag(extras: ["y": .number("1")]), Bag(), Bag(id: 2, extras: ["z": .string("q")]),
                ])
        ),
    ]

    @Test(arguments: objects.indices, UnknownKeyPolicy.allCases)
    func membersWithoutFieldAreKeptAsExtras(index: Int, unknownKeys: UnknownKeyPolicy) async throws {
        let (object, bag) = Self.objects[index]
        let outcome = try await importAllVariants(
            to: Bag.self, from: "[\(object),\(object),{\"q\":0},\(object)]"
        ) {
            $0.unknownKeys = unknownKeys
        }
        #expect(outcome.message == nil)
        #expect(outcome.records == [bag, bag, Bag(extras: ["q": .number("0")]), bag])
        #expect(outcome.summary?.unknownKeys.isEmpty == true)
    }

    // MARK: - Equivalent keys

    struct Keyed: Importable, Equatable {
        var json: JSONValue, numbers: [String: Int], any: Int, extras: [String: JSONValue]

        static let importPlan = ImportPlan(Keyed.self) { fields in
            let json = fields.required("json", JSONValue.self)
            let numbers = fields.required("numbers", [String: Int].self)
            let any = fields.required("any", DynamicValue.self)
            let extras = fields.extras("extras")
            return { draft in
                let any = draft[any].value as? [String: Any] ?? [:]
                return Keyed(
                    json: draft[json], numbers: draft[numbers], any: any.values.first as? Int ?? 0,
                    extras: draft[extras])
            }
        }
    }

    /// A `String` cannot tell two such keys apart. One member was lost without a word.
    @Test(arguments: DuplicateKeyPolicy.allCases)
    func equivalentKeysAreDuplicatesAndListed(policy: DuplicateKeyPolicy) async throws {
        let object = #"{"\#u{E0}": 1, "a\#u{300}": 2}"#
        let record = #"{"json": \#(object), "numbers": \#(object), "any": \#(object), \#(object.dropFirst())"#
        let text = "[\(record),\n\(record)]"
        let outcome = try await importAllVariants(to: Keyed.self, from: text) { $0.duplicateKeys = policy }
        guard policy != .rejectRecord else {
            #expect(outcome.error?.code == .duplicateKey)
            return
        }
        let number = policy == .last ? 2 : 1
        let members = ["\u{E0}": JSONValue.number("\(number)")]
        let keyed = Keyed(json: .object(members), numbers: ["\u{E0}": number], any: number, extras: members)
        #expect(outcome.records == [keyed, keyed])
        let listed = outcome.summary?.equivalentKeys ?? []
        #expect(listed.map(\.type) == ["JSONValue", "Dictionary<String, Int>", "DynamicValue", "Keyed"])
        #expect(listed.allSatisfy { Array($0.key.utf8) == Array("a\u{300}".utf8) })
        #expect(listed.map(\.location?.line) == [1, 1, 1, 1])
        #expect(listed.map(\.location?.offset) == [10, 42, 70, 1])
        let equal = try await importAllVariants(to: JSONValue.self, from: #"[{"a": 1, "a": 2}]"#)
        #expect(equal.summary?.equivalentKeys.isEmpty == true)
    }

    struct Tag: ImportableKey, RawRepresentable, Hashable {
        var rawValue: String
    }

    @Test func equivalentKeysOfAnotherTypeAreListed() async throws {
        let text = "[{\"\u{E0}\": 1, \"a\u{300}\": 2}]"
        let outcome = try await importAllVariants(to: [Tag: Int].self, from: text)
        #expect(outcome.records == [[Tag(rawValue: "\u{E0}"): 2]])
        #expect(outcome.summary?.equivalentKeys.map(\.type) == ["Dictionary<Tag, Int>"])
    }

    @Test func equivalentUnknownKeysAreBothListed() async throws {
        let text = "[{\"\u{E0}\": 1, \"a\u{300}\": 2, \"x\": 1}]"
        let outcome = try await importAllVariants(to: Point.self, from: text) { $0.unknownKeys = .report }
        #expect(outcome.unknownKeys.map { Array($0.utf8) } == [Array("\u{E0}".utf8), Array("a\u{300}".utf8)])
    }

    @Test func memberOrderDoesNotAffectExtras() throws {
        var generator = Random(seed: 5)
        let members = ["id", "x", "y", "z", "a much longer key than the others"]
        let objects = (0..<100).map { _ in
            "{" + members.shuffled(using: &generator).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        }
        let outcome = try importAllChunkSizes(
            to: Bag.self, from: Array("[\(objects.joined(separator: ","))]".utf8))
        let extras = Dictionary(uniqueKeysWithValues: members.dropFirst().map { ($0, JSONValue.number("1")) })
        #expect(outcome.records == [Bag](repeating: Bag(id: 1, extras: extras), count: 100))
    }

    @Test func extrasKeepThousandsOfMembers() throws {
        let members = (0..<3000).map { "\"k\($0)\":\"value \($0)\"" }
        let text = "[{\(members.joined(separator: ","))},{\"k7\":1,\"id\":1,\"k2999\":2}]"
        let outcome = try importAllChunkSizes(
            to: Bag.self, from: Array(text.utf8), chunkSizes: [7, 4096, nil])
        #expect(outcome.records?.first?.extras.count == 3000)
        #expect(outcome.records?.first?.extras["k2999"] == .string("value 2999"))
        #expect(outcome.records?.last == Bag(id: 1, extras: ["k7": .number("1"), "k2999": .number("2")]))
    }

    @Test func duplicateExtrasKeyFollowsPolicy() async throws {
        let text = #"[{"id":3},{"x":1,"y":0,"id":1,"x":2}]"#
        for (policy, x) in [(DuplicateKeyPolicy.last, "2"), (.first, "1")] {
            let outcome = try await importAllVariants(to: Bag.self, from: text) { $0.duplicateKeys = policy }
            #expect(outcome.records?.last?.extras == ["x": .number(x), "y": .number("0")])
        }
        let rejected = try await importAllVariants(to: Bag.self, from: text) {
            $0.duplicateKeys = .rejectRecord
        }
        #expect(rejected.message == #"duplicateKey at 1:11 (10), record 2, $[1]: duplicate key "x""#)
    }

    @Test(arguments: [
        #"{"x":[1,{"y":"a string on the heap"}],"id":"one","z":1}"#,
        #"{"x":"a string on the heap","y":"\ud800"}"#,
        #"{"x":"a string on the heap","inner":[{"y":["a string on the heap"]},7]}"#,
        #"{"a key of more than fifteen bytes":{"x":["\ud800"]}}"#,
    ])
    func rejectedRecordDoesNotAffectExtrasOfNextRecord(object: String) async throws {
        let good = #"{"x":"a string on the heap","id":1}"#
        let outcome = try await importAllVariants(to: Bag.self, from: "[\(good),\(object),\(good)]") {
            $0.errorPolicy = .skip()
        }
        let bag = Bag(id: 1, extras: ["x": .string("a string on the heap")])
        #expect(outcome.records == [bag, bag])
    }

    @Test func errorInExtrasReportsPath() async throws {
        let outcome = try await importAllVariants(to: Bag.self, from: #"[{"x":1,"y":[0,"\ud800"]}]"#)
        #expect(
            outcome.message
                == "unpairedSurrogate at 1:16 (15), record 1, $[0].y[1]: a \\u escape is an unpaired surrogate"
        )
    }
}
