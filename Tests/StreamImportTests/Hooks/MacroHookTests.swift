import StreamImport
import Testing

/// Types with `@Importable` can conform to the protocols of hooks, in their declaration or in an extension.
@Suite struct MacroHookTests {
    @Importable
    struct Range: ImportValidating, Equatable {
        var start: Int
        let end: Int

        func validate() throws {
            guard start <= end else { throw Backwards() }
        }
    }

    @Importable
    final class Person: ImportUniquing, ImportIntercepting {
        var id: Int
        var name = "-"

        static func existing(_ values: borrowing LookupDraft) throws -> Person? {
            try values[\Person.id] == 7 ? Person() : nil
        }

        static func intercept(_ member: ImportedMember) -> MemberDecision {
            member.property == "name" && member.value as? String == "" ? .skip : .keep
        }

        init() {
            id = 0
            name = "made"
        }
    }

    @Importable
    struct ValidatedInExtension: Equatable {
        var a: Int
    }

    /// A class with a member that the import skips while it identifies an instance. The hook records its members.
    @Importable
    class Tagged: ImportIntercepting, @unchecked Sendable {
        var id = 0
        var name: String?
        var tags: [Int]
        var next: Tagged?

        init(id: Int = 0, next: Tagged? = nil) {
            (self.id, self.tags, self.next) = (id, [], next)
        }

        final class Log: @unchecked Sendable {
            var keys: [String] = []
        }

        @TaskLocal static var log = Log()

        static func intercept(_ member: ImportedMember) -> MemberDecision {
            log.keys.append("\(self == Tagged.self ? "" : "Sub.")\(member.key)")
            return member.value as? String == "x" ? .replace("y") : .keep
        }
    }

    @Importable
    final class SubTagged: Tagged, @unchecked Sendable {
        var kind: String?

        init(id: Int) { super.init(id: id) }
    }

    @Importable
    final class UniqueTagged: ImportUniquing, ImportIntercepting {
        var id: Int
        var tags: [Int]

        static func existing(_ values: borrowing LookupDraft) throws -> UniqueTagged? {
            try values[\UniqueTagged.id] == 8 ? UniqueTagged(id: 8) : nil
        }

        init(id: Int) { (self.id, tags) = (id, []) }

        static func intercept(_ member: ImportedMember) -> MemberDecision {
            Tagged.log.keys.append(member.key)
            return .keep
        }
    }

    struct Backwards: Error {}

    @Test func structFailingValidationIsRejected() async throws {
        let outcome = try await importAllVariants(
            to: Range.self, from: #"[{"start":1,"end":2},{"start":2,"end":1}]"#)
        #expect(outcome.records == [Range(start: 1, end: 2)] && outcome.error?.cause is Backwards)
    }

    @Test func existingHookOfClassSuppliesUpdateTargets() throws {
        let text = #"[{"id":7},{"id":1},{"id":7,"NAME":"x"}]"#
        let people = try StreamImporter.objects(of: Person.self, from: text).collect()
        #expect(people.map { "\($0.id) \($0.name)" } == ["7 made", "1 -", "7 x"])
    }

    @Test func interceptHookOfClassSkipsMember() throws {
        let people = try StreamImporter.objects(of: Person.self, from: #"[{"id":1,"name":""}]"#).collect()
        #expect(people.map(\.name) == ["-"])
    }

    /// Returns the members that the hooks have received in each import of an object, from text and from a dictionary.
    private func receivedKeys<Model: Importable>(
        _ model: Model.Type, _ text: String, _ options: () -> ImportOptions
    ) throws -> [[String]] {
        let imports: [(ImportOptions) throws -> Void] = [
            { _ = try StreamImporter.objects(of: model, from: "[\(text)]", options: $0).collect() },
            {
                var options = $0
                options.chunkBytes = 1
                _ = try StreamImporter.objects(of: model, from: "[\(text),\(text)]", options: options)
                    .collect()
            },
            {
                _ = try DictionaryImporter(of: model, options: $0).objects(
                    from: try #require(try dictionaries(in: "[\(text)]")))
            },
        ]
        return try imports.map { body in
            try Tagged.$log.withValue(Tagged.Log()) {
                try body(options())
                return Tagged.log.keys
            }
        }
    }

    /// The hook received the members that are not arrays or objects a second time, in the replay for the instance.
    @Test func memberOfIdentifiedInstanceIsInterceptedOnce() throws {
        for (text, keys) in [
            (#"{"id":7,"tags":[1]}"#, ["id", "tags"]), (#"{"id":8,"tags":[1]}"#, ["id", "tags"]),
            (#"{"id":8}"#, ["id"]),
        ] {
            let received = try receivedKeys(UniqueTagged.self, text) { ImportOptions() }
            #expect(received == [keys, keys + keys, keys], "\(text)")
        }
    }

    @Test(arguments: NestedObjectPolicy.allCases)
    func memberOfReusedInstanceIsInterceptedOnce(policy: NestedObjectPolicy) throws {
        let text = #"{"id":7,"name":"x","next":{"id":6,"name":null,"tags":[2]},"tags":[1]}"#
        let keys = ["id", "name", "next", "id", "name", "tags", "tags"]
        for lookup in ["function", "map", "map with subclass"] {
            let existing = Tagged(id: 7, next: Tagged(id: 5))
            let received = try receivedKeys(Tagged.self, text) {
                var options = ImportOptions()
                options.nestedObjects = policy
                let map = IdentityMap(
                    \Tagged.id, [existing] + (lookup == "map with subclass" ? [SubTagged(id: 3)] : []))
                if lookup == "function" {
                    options.reuseInstances(of: Tagged.self) { try $0[\Tagged.id] == 7 ? existing : nil }
                } else {
                    options.reuseInstances(in: map)
                }
                return options
            }
            #expect(received == [keys, keys + keys, keys], "\(lookup)")
            #expect(existing.name == "y" && existing.tags == [1] && existing.next?.tags == [2])
        }
    }

    /// The function of the subclass may decide otherwise than that of the class.
    @Test func hookOfSubclassReceivesMembersAfterHookOfClass() throws {
        let received = try receivedKeys(Tagged.self, #"{"id":3,"tags":[1]}"#) {
            var options = ImportOptions()
            options.reuseInstances(in: IdentityMap(\Tagged.id, [SubTagged(id: 3)]))
            return options
        }
        let keys = ["id", "Sub.id", "Sub.tags"]
        #expect(received == [keys, keys + keys, keys])
    }

    @Test func structFailingValidationInExtensionIsRejected() async throws {
        let outcome = try await importAllVariants(to: ValidatedInExtension.self, from: #"[{"a":1},{"a":-1}]"#)
        #expect(outcome.records == [ValidatedInExtension(a: 1)] && outcome.error?.cause is Backwards)
    }
}

extension MacroHookTests.ValidatedInExtension: ImportValidating {
    func validate() throws {
        guard a > 0 else { throw MacroHookTests.Backwards() }
    }
}
