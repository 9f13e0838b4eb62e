extension Fixture {
    /// The length of a dump.
    public enum Extent: Hashable, Sendable {
        /// This many records.
        case records(Int)

        /// Whole records until the dump, with its closing text, has at least this many bytes.
        case bytes(Int)

        func isReached(records: Int, bytes: Int) -> Bool {
            switch self {
            case .records(let minimum): records >= minimum
            case .bytes(let minimum): bytes >= minimum
            }
        }
    }

    /// The size of a finished dump.
    public struct Summary: Hashable, Sendable {
        /// The number of records.
        public internal(set) var records: Int

        /// The size of the whole text, in bytes.
        public internal(set) var bytes: Int
    }
}
