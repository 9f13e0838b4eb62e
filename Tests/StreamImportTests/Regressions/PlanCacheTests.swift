import JSONRecords
import StreamImport
import Testing

/// Imports share plans, however many plans the process has used before.
@Suite struct PlanCacheTests {
    @Test func planIsSharedAfterManyOthers() throws {
        for count in 1...400 {
            var options = ImportOptions()
            options.maximumCachedSpellings = count
            _ = try CountedModel(json: "{}", options: options)
        }
        CountedModel.planCount.withLock { $0 = 0 }
        for _ in 1...20 { _ = try CountedModel(json: "{}") }
        // Imports on other threads may remove the plan between two of these imports.
        #expect(CountedModel.planCount.withLock { $0 } < 5)
    }
}

/// A model that counts how often its plan is computed.
private struct CountedModel: Importable {
    static let planCount = Locked(0)

    static var importPlan: ImportPlan {
        planCount.withLock { $0 += 1 }
        return ImportPlan(CountedModel.self) { _ in { _ in CountedModel() } }
    }
}
