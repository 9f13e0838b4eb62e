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
