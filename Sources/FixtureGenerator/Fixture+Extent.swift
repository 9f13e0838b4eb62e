extension Fixture {
    /// How far a dump goes.
    public enum Extent: Hashable, Sendable {
        /// This many records.
        case records(Int)

        /// Whole records until the dump, with what closes it, has at least this many bytes.
        case bytes(Int)

        func isReached(records: Int, bytes: Int) -> Bool {
            switch self {
            case .records(let wanted): records >= wanted
            case .bytes(let wanted): bytes >= wanted
            }
        }
    }

    /// What a finished dump came to.
    public struct Summary: Hashable, Sendable {
        /// The number of records.
        public internal(set) var records: Int

        /// The size of the whole text.
        public internal(set) var bytes: Int
    }
}
