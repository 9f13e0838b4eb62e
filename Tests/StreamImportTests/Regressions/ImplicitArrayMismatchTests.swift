import StreamImport
import Testing

/// A scalar that does not fit an implicit array is skipped, even if a path of another property leads through its key.
@Suite struct ImplicitArrayMismatchTests {
    struct Post: Importable, Equatable {
        var tags: [Int]?, first: Int?

        static let importPlan = ImportPlan(Post.self) { fields in
            let tags = fields.optional("tags", [Int].self)
            let first = fields.optional("first", Int.self, keys: ["tags.first"])
            return { draft in Post(tags: draft[tags], first: draft[first]) }
        }
    }

    @Test func mismatchOfImplicitArrayOnPathIsSkipped() async throws {
        let text = #"[{"tags":"abc"},{"tags":[1]},{"tags":{"first":2}}]"#
        let outcome = try await importAllVariants(to: Post.self, from: text) {
            $0.coercion = .permissive
            $0.mismatches = .skipValue
        }
        #expect(outcome.message == nil)
        #expect(outcome.records == [Post(), Post(tags: [1]), Post(first: 2)])
        #expect(
            outcome.mismatches.first
                == #"#1 typeMismatch at 1:10 (9), record 1, $[0].tags: expected an integer, found "abc""#)
    }
}
