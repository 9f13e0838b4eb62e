/// What a binder notes for the summary, beside records.
struct BindingNotes {
    /// How many mismatches, and how many unknown keys, are listed.
    private static let limit = 1000

    /// The values that were left out, as far as they are listed.
    private(set) var mismatches: [Mismatch] = []
    private(set) var mismatchCount = 0
    /// The keys that no field has, each once.
    private(set) var unknownKeys: [UnknownKey] = []

    mutating func mismatch(_ error: ImportError, record: Int) {
        mismatchCount += 1
        if mismatches.count < Self.limit { mismatches.append(Mismatch(record: record, error: error)) }
    }

    /// Lists a key that no field has, the first time it comes.
    mutating func unknownKey(_ key: String, type: String, at location: () -> SourceLocation?) {
        guard unknownKeys.count < Self.limit,
            !unknownKeys.contains(where: { $0.type == type && $0.key == key })
        else { return }
        unknownKeys.append(UnknownKey(type: type, key: key, location: location()))
    }

    /// What the import came to, of whose records the reader says `records`.
    func summary(_ records: RecordSummary) -> ImportSummary {
        ImportSummary(
            records, mismatches: mismatches, mismatchCount: mismatchCount, unknownKeys: unknownKeys)
    }
}
