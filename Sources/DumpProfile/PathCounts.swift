/// The number of values at a path, and the number of objects that have its last key.
struct PathCounts: Hashable, Sendable {
    /// The number of objects that have the key.
    var occurrences = 0
    var types = TypeCounts()

    mutating func merge(_ other: Self) {
        occurrences += other.occurrences
        types.merge(other.types)
    }

    /// Returns these counts without earlier counts of the same values.
    func since(_ earlier: Self) -> Self {
        Self(occurrences: occurrences - earlier.occurrences, types: types.since(earlier.types))
    }
}
