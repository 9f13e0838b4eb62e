/// The summaries of the records at each path of a text, except those at the current path, which the reader has.
///
/// With a single path, nothing is stored.
struct PathTotals {
    /// The number of the path whose records were read last.
    private(set) var current = 0
    /// The summaries by the number of the path. That of the current path is empty.
    private var others: [RecordSummary]

    init(count: Int) {
        others = count == 1 ? [] : Array(repeating: RecordSummary(), count: count)
    }

    /// Makes another path the current one.
    ///
    /// - Parameter total: the summary of the current path, which becomes that of the other path.
    mutating func select(_ path: Int, with total: inout RecordSummary) {
        guard path != current else { return }
        // Without a second copy of the summary, adding a rejected record does not copy the list.
        others.swapAt(current, path)
        swap(&others[current], &total)
        current = path
    }

    /// Returns the number of the next record at a path.
    ///
    /// - Parameter total: the summary of the current path.
    func nextNumber(ofPath path: Int, with total: RecordSummary) -> Int {
        path == current ? total.nextNumber : others[path].nextNumber
    }

    /// The number of records that were delivered at other paths than the current one.
    var otherRecordCount: Int { others.reduce(0) { $0 + $1.recordCount } }

    /// The number of records that were rejected at other paths than the current one.
    var otherRejectedCount: Int { others.reduce(0) { $0 + $1.rejectedCount } }

    /// Returns the summary of all paths.
    ///
    /// - Parameter total: the summary of the current path.
    func sum(with total: RecordSummary) -> RecordSummary {
        others.reduce(into: total) { sum, other in sum.add(other) }
    }

    /// Returns the summaries of all paths.
    ///
    /// - Parameter total: the summary of the current path.
    func all(with total: RecordSummary) -> [RecordSummary] {
        guard !others.isEmpty else { return [total] }
        var all = others
        all[current] = total
        return all
    }
}
