/// What a binder notes, beside records.
extension ImportSummary {
    /// How many mismatches, and how many unknown keys, are listed.
    private static let limit = 1000

    mutating func note(_ error: ImportError, record: Int) {
        mismatchCount += 1
        if mismatches.count < Self.limit { mismatches.append(Mismatch(record: record, error: error)) }
    }

    /// Lists a key that no field has, the first time it comes.
    mutating func note(unknownKey key: String, type: String, at location: () -> SourceLocation?) {
        guard unknownKeys.count < Self.limit,
            !unknownKeys.contains(where: { $0.type == type && $0.key == key })
        else { return }
        unknownKeys.append(UnknownKey(type: type, key: key, location: location()))
    }
}
