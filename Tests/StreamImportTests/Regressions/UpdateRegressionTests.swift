import Foundation
import StreamImport
import Testing

/// Fixed bugs of updates, merging and uniquing. The comment of a test describes the bug.
@Suite struct UpdateRegressionTests {
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

    private func node(_ text: String) throws -> Node {
        try StreamImporter.objects(of: Node.self, from: text).collect()[0]
    }

    private func options(
        _ map: IdentityMap<Node, Int>? = nil, _ configure: (inout ImportOptions) -> Void = { _ in }
    ) -> ImportOptions {
        var options = ImportOptions()
        options.nestedObjects = .merge
        if let map { options.reuseInstances(in: map) }
        configure(&options)
        return options
    }

    /// A container was treated as the model that it contained.
    @Test func onlyModelsCanBeUpdated() throws {
        var optional: Node? = try node(#"{"id":1}"#)
        var array = [try node(#"{"id":1}"#)]
        var dictionary = ["a": try node(#"{"id":1}"#)]
        let errors = [
            #expect(throws: ImportError.self) { try optional.update(from: #"{"id":1}"#) },
            #expect(throws: ImportError.self) { try array.update(from: #"[{}]"#) },
            #expect(throws: ImportError.self) { try dictionary.update(from: ["a": ["name": "x"]]) },
        ]
        #expect(errors.map(\.?.code) == [.invalidPlan, .invalidPlan, .invalidPlan])
    }

    /// The text that the replay needed was discarded.
    @Test(arguments: [1, 7, 64, 4096])
    func mismatchBeforeOtherMembersIsSkipped(chunkBytes: Int) throws {
        let object = #"{"id":1,"age":"bad","name":"a name","boss":{"id":2,"age":[]}}"#
        let text = "[" + [String](repeating: object, count: 200).joined(separator: ",") + "]"
        let map = IdentityMap(\Node.id)
        for transforms in [false, true] {
            let options = options(map) {
                $0.mismatches = .skipValue
                $0.chunkBytes = chunkBytes
                if transforms { $0.transform(Int.self) { $0 } }
            }
            let records = StreamImporter.objects(of: Node.self, from: text, options: options)
            let summary = try records.forEach { #expect($0.name == "a name" && $0.boss?.id == 2) }
            #expect(summary.recordCount == 200 && summary.mismatchCount == 400)
        }
        #expect(map.count == 2)
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
        let node = try node(#"{"id":1,"old":1}"#)
        #expect(throws: ImportError.self) {
            try node.update(from: #"{"name":"bad","new":2,"old":3,"age":13}"#)
        }
        #expect(node.extras == ["old": .number("1")] && node.name == "")
        try node.update(from: #"{"new":2}"#)
        #expect(node.extras == ["old": .number("1"), "new": .number("2")])
    }

    /// The update of the sibling `boss` was undone together with the update of `other`.
    @Test func mismatchKeepsUpdatesOfSiblings() throws {
        let node = try node(#"{"id":1,"boss":{"id":2,"age":1}}"#)
        let boss = node.boss
        try node.update(
            from: #"{"boss":{"age":2},"other":{"id":3,"age":13},"name":"x"}"#,
            options: options { $0.mismatches = .skipValue })
        #expect(node.boss === boss && boss?.age == 2 && node.other == nil && node.name == "x")
    }

    /// The instances in the skipped element kept their changes.
    @Test func skippedElementLeavesInstancesUnchanged() throws {
        for nested in NestedObjectPolicy.allCases {
            let existingNode = try node(#"{"id":1,"name":"old"}"#)
            let map = IdentityMap(\Node.id, [existingNode])
            let options = options(map) { $0.nestedObjects = nested }
            let text = #"[{"id":7,"nodes":[{"boss":{"id":1,"name":"new"},"id":8,"age":"bad"},{"id":9}]}]"#
            let records = try StreamImporter.objects(of: Node.self, from: text, options: options).collect()
            #expect(records[0].nodes.map(\.id) == [9] && existingNode.name == "old")
            #expect(Set(map.values.map(\.id)) == [1, 7, 9])
        }
    }

    /// Keys and values were lost during the lookup of the instance.
    @Test func instanceLookupKeepsKeysAndValues() throws {
        let long = String(repeating: "k", count: 100)
        let map = IdentityMap(\Node.id)
        let text = #"[{"id":1,"\#(long)":{"x":1},"name":"\#(long)","name":"b","extras":1}]"#
        for policy in DuplicateKeyPolicy.allCases {
            let options = options(map) { $0.duplicateKeys = policy }
            let result = Result {
                try StreamImporter.objects(of: Node.self, from: text, options: options).collect()
            }
            switch policy {
            case .rejectRecord: #expect((result.error as? ImportError)?.code == .duplicateKey)
            case .first: #expect(try result.get()[0].name == long)
            case .last: #expect(try result.get()[0].name == "b")
            }
        }
        #expect(map[1]?.extras[long] == .object(["x": .number("1")]))
    }

    @Test func ignoredNullKeepsValueOfOptionalWithDefault() throws {
        var model = try StreamImporter.objects(of: Defaulted.self, from: #"{"a":1}"#).collect()[0]
        var options = ImportOptions()
        options.nulls = .ignore
        try model.update(from: #"{"a":null}"#, options: options)
        #expect(model.a == 1)
        try model.update(from: #"{"a":null}"#)
        #expect(model.a == nil)
        let made = try StreamImporter.objects(of: Defaulted.self, from: #"{"a":null}"#, options: options)
            .collect()
        #expect(made[0].a == 5)
    }

    @Importable
    struct Defaulted: Equatable {
        var a: Int? = 5
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
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
