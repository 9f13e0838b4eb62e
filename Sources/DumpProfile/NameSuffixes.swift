/// Numbers that make names with the same start unique: `name`, `name2`, `name3`.
struct NameSuffixes {
    /// The numbers that were returned last, by start.
    private(set) var counts: [String: Int] = [:]

    /// Returns the next number to append to a start; empty the first time.
    ///
    /// No number is returned twice for a start, so the time for a name does not grow with the number of equal starts.
    mutating func next(for start: String) -> String {
        let count = counts[start, default: 0] + 1
        counts[start] = count
        return count == 1 ? "" : "\(count)"
    }
}
