import StreamImport
import Testing

@testable import StreamImport

/// Mismatches that are pending until the end of an object, while mismatches of nested objects are added and resolved.
@Suite struct PendingMismatchTests {
    private func numberedError(_ number: Int) -> ImportError { .invalidKey("\(number)") }

    private func field(_ frame: Int, _ slot: Pinned<Slot>) -> PendingMismatches.Field {
        .init(frame: frame, slot: slot)
    }

    /// Bug: at the end of each object, all entries since the outermost pending mismatch were examined.
    @Test func pendingEntriesOfEndedObjectsStayWithinLimit() {
        let slot = Pinned<Slot>()
        defer { slot.free() }
        var pending = PendingMismatches()
        let limit = 10
        pending.add(numberedError(0), record: 1, field: field(1, slot), limit: limit)
        for number in 1...1000 {
            pending.add(numberedError(number), record: 1, field: field(3, slot), limit: limit)
            pending.add(numberedError(-number), record: 1, field: nil, limit: limit)
            #expect(pending.entryCount <= limit + 4)
            #expect(pending.resolve(frame: 2, limit: limit) { _ in .isFatal }.count == 0)
            #expect(pending.resolve(frame: 3, limit: limit) { _ in .counts }.count == 1)
        }
        var summary = ImportSummary()
        pending.list(in: &summary, limit: limit)
        #expect(summary.mismatchCount == 0)
        #expect(pending.resolve(frame: 1, limit: limit) { _ in .counts }.count == 1)
        pending.list(in: &summary, limit: limit)
        #expect(summary.mismatchCount == 2001 && pending.entryCount == 0)
        let listed = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5].map { numberedError($0).message }
        #expect(summary.mismatches.map(\.error.message) == listed)
    }

    /// Bug: each occurrence of a duplicate key added an entry.
    @Test(arguments: [0, 1, 10]) func pendingEntriesOfOneFieldStayWithinLimit(limit: Int) {
        let slots = [Pinned<Slot>(), Pinned<Slot>()]
        defer { for slot in slots { slot.free() } }
        var pending = PendingMismatches()
        for number in 0..<1000 {
            pending.add(numberedError(number), record: 1, field: field(1, slots[number % 2]), limit: limit)
            #expect(pending.entryCount <= 2 * max(limit, 1))
        }
        let resolution = pending.resolve(frame: 1, limit: limit) {
            $0.slot == slots[0] ? .counts : .isOutranked
        }
        #expect(resolution.count == 1000 && resolution.fatal == nil)
        var summary = ImportSummary()
        pending.list(in: &summary, limit: limit)
        #expect(summary.mismatchCount == 500)
        #expect(
            summary.mismatches.map(\.error.message)
                == stride(from: 0, to: 2 * limit, by: 2).map { numberedError($0).message })
    }

    @Test func outrankedMismatchDoesNotUseListLimit() {
        let slot = Pinned<Slot>()
        defer { slot.free() }
        var pending = PendingMismatches()
        pending.add(numberedError(0), record: 1, field: field(1, slot), limit: 2)
        for number in 1...3 { pending.add(numberedError(number), record: 1, field: nil, limit: 2) }
        _ = pending.resolve(frame: 1, limit: 2) { _ in .isOutranked }
        var summary = ImportSummary()
        pending.list(in: &summary, limit: 2)
        #expect(summary.mismatchCount == 3)
        #expect(summary.mismatches.map(\.error.message) == [1, 2].map { numberedError($0).message })
    }

    @Test func fatalMismatchDiscardsLaterMismatches() {
        let slot = Pinned<Slot>()
        defer { slot.free() }
        var pending = PendingMismatches()
        pending.add(numberedError(0), record: 1, field: field(1, slot), limit: 1)
        pending.add(numberedError(1), record: 1, field: nil, limit: 1)
        pending.add(numberedError(2), record: 1, field: field(2, slot), limit: 1)
        for number in 3...9 { pending.add(numberedError(number), record: 1, field: nil, limit: 1) }
        #expect(
            pending.resolve(frame: 2, limit: 1) { _ in .isFatal }.fatal?.message == numberedError(2).message)
        _ = pending.resolve(frame: 1, limit: 1) { _ in .counts }
        var summary = ImportSummary()
        pending.list(in: &summary, limit: 1)
        #expect(summary.mismatchCount == 2)
        #expect(summary.mismatches.map(\.error.message) == [numberedError(0).message])
    }

    @Importable
    struct Order: Equatable {
        @Key("new") var items: Items?
        var id = 0
    }

    @Importable
    struct Items: Equatable {
        @Lenient var list: [Int] = []
        @Key("n") var nested: [Nested] = []
        var note: Int?
    }

    @Importable
    struct Nested: Equatable {
        @Key("b") @Lenient var list: [Int]
        var c: Int?
    }

    /// Mismatches inside a value that another key replaces counted only if the value came first.
    @Test(arguments: [
        (#"{"list": ["a", 1, "b"]}"#, 2), (#"{"n": [{"b": ["a"]}, {"list": ["c", 1], "b": [2]}]}"#, 1),
        (#"{"nested": [{"b": [1]}], "n": [{"b": ["a"]}]}"#, 1),
        (#"{"nested": [{"b": ["x", "y"]}], "n": [{"b": [1]}], "list": ["a"]}"#, 1),
        (#"{"note": "a", "list": [{"a": []}, 1], "n": [{"b": [1], "c": []}]}"#, 1),
        (#"{"list": []}"#, 0),
    ])
    func mismatchesInReplacedValueDoNotCount(_ items: String, _ count: Int) async throws {
        for policy in MismatchPolicy.allCases {
            let extra = policy == .skipValue ? (items.contains("note") ? 2 : 0) : 0
            if policy == .rejectRecord, items.contains("note") { continue }
            for record in [
                #"{"items": \#(items), "new": {"list": [7]}, "id": 1}"#,
                #"{"new": {"list": [7]}, "id": 1, "items": \#(items)}"#,
                #"{"items": \#(items), "id": 1, "new": {"list": [7]}, "items": \#(items)}"#,
            ] {
                let outcome = try await importAllVariants(to: Order.self, from: "[\(record), \(record)]") {
                    $0.mismatches = policy
                }
                let order = Order(items: Items(list: [7]), id: 1)
                #expect(outcome.records == [order, order], "\(record)")
                #expect(outcome.summary?.mismatchCount == 0, "\(record)")
            }
            let alone = try await importAllVariants(to: Order.self, from: #"[{"items": \#(items)}]"#) {
                $0.mismatches = policy
            }
            #expect(alone.summary?.mismatchCount == count + extra)
            #expect(alone.summary?.mismatches.count == count + extra)
        }
    }

    struct Post: Importable, Equatable {
        var tags: [Int]?, first: Int?

        static let importPlan = ImportPlan(Post.self) { fields in
            let tags = fields.optional("tags", [Int].self)
            let first = fields.optional("first", Int.self, keys: ["tags.first"])
            return { draft in Post(tags: draft[tags], first: draft[first]) }
        }
    }

    /// A scalar that does not fit an implicit array is skipped, even if a path of another property leads through its key.
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
