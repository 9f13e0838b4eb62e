/// The summary of the iteration that ran last, shared by all copies of a sequence.
final class LatestSummary: Sendable {
    private let summary = Locked<ImportSummary?>(nil)

    var value: ImportSummary? {
        get { summary.withLock { $0 } }
        set { summary.withLock { $0 = newValue } }
    }
}
