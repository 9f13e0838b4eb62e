/// What a binder notes, beside records.
extension ImportSummary {
    /// - Parameter limit: how many mismatches are listed.
    mutating func list(_ error: ImportError, record: Int, limit: Int) {
        mismatchCount += 1
        if mismatches.count < limit { mismatches.append(Mismatch(record: record, error: error)) }
    }

    /// Lists a key that no field has, the first time it comes.
    ///
    /// - Parameter limit: how many keys are listed.
    mutating func list(unknownKey key: String, type: String, limit: Int, at location: () -> SourceLocation?) {
        guard unknownKeys.count < limit,
            !unknownKeys.contains(where: { $0.type == type && $0.key == key })
        else { return }
        unknownKeys.append(UnknownKey(type: type, key: key, location: location()))
    }
}
