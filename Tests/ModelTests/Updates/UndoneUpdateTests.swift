import Foundation
import StreamImport
import Testing

/// Errors in updates and in imports that reuse instances, and the undo of their changes. The comment of a test describes
/// the bug that it found.
@Suite struct UndoneUpdateTests {
    @Importable
    final class Node: Equatable, ImportValidating, @unchecked Sendable {
        let id: Int
        var name = ""
        var age: Int?
        var boss: Node?
        var other: Node?
        @Lenient var nodes: [Node] = []
        @Extras var extras: [String: JSONValue]

        func validate() throws {
            if age == 13 { throw Unlucky() }
        }

        static func == (left: Node, right: Node) -> Bool { left === right }
    }

    struct Unlucky: Error {}

    private func options(
        _ map: IdentityMap<Node, Int>? = nil, _ configure: (inout ImportOptions) -> Void = { _ in }
    ) -> ImportOptions {
        var options = ImportOptions()
        options.nestedObjects = .merge
        if let map { options.reuseInstances(in: map) }
        configure(&options)
        return options
    }

    /// A container was treated as the model that it contained. After the end of a loan, the end of an update crashed the
    /// process.
    @Test func invalidUpdateIsAnError() throws {
        let node = try Node(json: #"{"id":1}"#)
        var (optional, array, dictionary) = (Node?.some(node), [node], ["a": node])
        let map = IdentityMap(\Node.id)
        let ended = ImportOptions().reusingInstances(in: map) { $0 }
        for (code, update) in [
            (.invalidPlan, { try optional.update(from: #"{"id":1}"#) }),
            (.invalidPlan, { try array.update(from: "[{}]") }),
            (.invalidPlan, { try dictionary.update(from: ["a": ["name": "x"]]) }),
            (.instancesInUse, { try node.update(from: #"{"name":"b"}"#, options: ended) }),
            (.instancesInUse, { try node.update(from: ["name": "b"], options: ended) }),
        ] as [(ImportError.Code, () throws -> ImportSummary)] {
            let error = #expect(throws: ImportError.self) { try update() }
            #expect(error?.code == code)
        }
        #expect(node.name == "" && map.count == 0)
    }

    /// The text that the replay needed was discarded.
    @Test(arguments: [1, 7, 64, 4096], [false, true])
    func mismatchBeforeOtherMembersIsSkipped(chunkBytes: Int, transforms: Bool) throws {
        let object = #"{"id":1,"age":"bad","name":"a name","boss":{"id":2,"age":[]}}"#
        let text = "[" + [String](repeating: object, count: 200).joined(separator: ",") + "]"
        let map = IdentityMap(\Node.id)
        let options = options(map) {
            $0.mismatches = .skipValue
            $0.chunkBytes = chunkBytes
            if transforms { $0.transform(Int.self) { $0 } }
        }
        let records = StreamImporter.objects(of: Node.self, from: text, options: options)
        let summary = try records.forEach { #expect($0.name == "a name" && $0.boss?.id == 2) }
        #expect(summary.recordCount == 200 && summary.mismatchCount == 400 && map.count == 2)
    }

    /// Each level was parsed again on the thread's stack, and more than 32 levels were an error.
    @Test func mergeNestedFourHundredLevelsSucceeds() throws {
        let depth = 400
        let text =
            (1...depth).map { #"{"id":\#($0),"boss":"# }.joined() + "null"
            + String(repeating: "}", count: depth)
        let map = IdentityMap(\Node.id)
        let records = StreamImporter.objects(of: Node.self, from: text + text, options: options(map))
        #expect(try records.collect().map(\.id) == [1, 1])
        #expect(map.count == depth)
    }

    /// The extras were merged, and were not restored after the error.
    @Test func failedUpdateRestoresExtras() throws {
        let node = try Node(json: #"{"id":1,"old":1}"#)
        #expect(throws: ImportError.self) {
            try node.update(from: #"{"name":"bad","new":2,"old":3,"age":13}"#)
        }
        #expect(node.extras == ["old": .number("1")] && node.name == "")
        try node.update(from: #"{"new":2}"#)
        #expect(node.extras == ["old": .number("1"), "new": .number("2")])
    }

    /// The update of the sibling `boss` was undone together with the update of `other`.
    @Test func mismatchKeepsUpdatesOfSiblings() throws {
        let node = try Node(json: #"{"id":1,"boss":{"id":2,"age":1}}"#)
        let boss = node.boss
        try node.update(
            from: #"{"boss":{"age":2},"other":{"id":3,"age":13},"name":"x"}"#,
            options: options { $0.mismatches = .skipValue })
        #expect(node.boss === boss && boss?.age == 2 && node.other == nil && node.name == "x")
    }

    /// The instances in the skipped element kept their changes.
    @Test(arguments: NestedObjectPolicy.allCases)
    func skippedElementLeavesInstancesUnchanged(policy: NestedObjectPolicy) throws {
        let existingNode = try Node(json: #"{"id":1,"name":"old"}"#)
        let map = IdentityMap(\Node.id, [existingNode])
        let text = #"[{"id":7,"nodes":[{"boss":{"id":1,"name":"new"},"id":8,"age":"bad"},{"id":9}]}]"#
        let records = try [Node](json: text, options: options(map) { $0.nestedObjects = policy })
        #expect(records[0].nodes.map(\.id) == [9] && existingNode.name == "old")
        #expect(Set(map.values.map(\.id)) == [1, 7, 9])
    }

    /// Keys and values were lost during the lookup of the instance.
    @Test(
        arguments: [(.rejectRecord, nil), (.first, String(repeating: "k", count: 100)), (.last, "b")]
            as [(DuplicateKeyPolicy, String?)])
    func instanceLookupKeepsKeysAndValues(policy: DuplicateKeyPolicy, name: String?) throws {
        let long = String(repeating: "k", count: 100)
        let map = IdentityMap(\Node.id)
        let text = #"[{"id":1,"\#(long)":{"x":1},"name":"\#(long)","name":"b","extras":1}]"#
        let options = options(map) { $0.duplicateKeys = policy }
        guard let name else {
            let error = #expect(throws: ImportError.self) { try [Node](json: text, options: options) }
            #expect(error?.code == .duplicateKey)
            return
        }
        #expect(try [Node](json: text, options: options)[0].name == name)
        #expect(map[1]?.extras[long] == .object(["x": .number("1")]))
    }

    @Importable
    struct Defaulted: Equatable {
        var a: Int? = 5
    }

    @Test func ignoredNullKeepsValueOfOptionalWithDefault() throws {
        var model = try Defaulted(json: #"{"a":1}"#)
        var options = ImportOptions()
        options.nulls = .ignore
        try model.update(from: #"{"a":null}"#, options: options)
        #expect(model.a == 1)
        try model.update(from: #"{"a":null}"#)
        #expect(model.a == nil)
        #expect(try Defaulted(json: #"{"a":null}"#, options: options).a == 5)
    }

    // MARK: - Hooks

    @Importable
    struct Hooked: ImportIntercepting, Equatable {
        var a: [Double]?
        var b: Decimal?

        static func intercept(_ member: ImportedMember) -> MemberDecision {
            member.key == "a" ? .skip : .keep
        }
    }

    /// The number did not reach the hook.
    @Test(arguments: MismatchPolicy.allCases)
    func hookCanSkipOutOfRangeNumber(policy: MismatchPolicy) async throws {
        let text = #"[{"a":[1e999],"unknown":[1e999,{"x":1e999}],"z":-1e999,"b":1}]"#
        let outcome = try await importAllVariants(to: Hooked.self, from: text) { $0.mismatches = policy }
        #expect(outcome.records == [Hooked(b: 1)])
    }

    @Test func identityTransformKeepsAllDigits() async throws {
        let digits = "0.12345678901234567890123"
        let outcome = try await importAllVariants(
            to: Hooked.self, from: #"[{"b":\#(digits)},{"b":0.1},{"b":7}]"#
        ) {
            $0.transform(Decimal.self) { $0 }
        }
        #expect(outcome.records?.map(\.b) == [Decimal(string: digits), Decimal(string: "0.1"), 7])
    }

    // MARK: - Constants

    /// A scalar without equality, whose old value cannot be compared with a new one.
    struct Opaque: ImportableScalar {
        struct NotAString: Error {}

        init() {}

        init(_ token: borrowing ImportToken) throws {
            guard token.kind == .string else { throw NotAString() }
        }
    }

    final class Sealed: Importable {
        let token = Opaque()
        var number: Int
        var next: Sealed?

        init(_ number: Int, _ next: Sealed? = nil) { (self.number, self.next) = (number, next) }

        static let importPlan = ImportPlan(Sealed.self) { fields in
            let token = fields.optional("token", Opaque.self)
            let number = fields.defaulted("number", Int.self)
            let next = fields.optional("next", Sealed.self)
            return ModelOperations(
                make: { .init($0[number] ?? 0, $0[next]) },
                update: { draft, old in
                    try draft.requireUnchanged(old.token, token, property: "token")
                    old.number = draft.updated(old.number, number, default: 0)
                    old.next = draft.updated(old.next, next)
                    return old
                },
                decompose: { model, values in
                    values.add(model.token, token)
                    values.add(model.number, number)
                    values.add(model.next, next)
                }, properties: { [:] })
        }
    }

    /// If the new value of a constant was skipped, the old value of the constant prevented the undo of the update.
    @Test func mismatchOfConstantDoesNotPreventUndo() throws {
        let model = Sealed(1, Sealed(2))
        #expect(throws: ImportError.self) {
            try model.update(
                from: #"{"next":{"token":5,"number":6},"number":3,"token":"x"}"#,
                options: options { $0.mismatches = .skipValue })
        }
        #expect(model.number == 1 && model.next?.number == 2)
    }
}
