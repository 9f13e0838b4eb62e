/// Tells names with the same start apart: `name`, `name2`, `name3`.
struct NameSuffixes {
    private var counts: [String: Int] = [:]

    /// The number to try next behind a start; empty the first time.
    ///
    /// None comes twice, so that many names with the same start take no longer than others.
    mutating func next(for start: String) -> String {
        let count = counts[start, default: 0] + 1
        counts[start] = count
        return count == 1 ? "" : "\(count)"
    }
}
