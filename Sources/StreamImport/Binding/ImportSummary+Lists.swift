/// The entries that a binder adds to a summary.
extension ImportSummary {
    /// Adds the lists of a later part of the import.
    mutating func append(_ part: ImportSummary, _ options: BindingOptions) {
        mismatchCount += part.mismatchCount
        mismatches += part.mismatches.prefix(max(options.maximumListedMismatches - mismatches.count, 0))
        for key in part.unknownKeys {
            list(unknownKey: key.key, type: key.type, limit: options.maximumListedUnknownKeys) {
                key.location
            }
        }
        for key in part.equivalentKeys {
            list(
                equivalentKey: key.key, type: key.type, limit: options.maximumListedUnknownKeys,
                at: key.location)
        }
    }

    /// The summary without the mismatches in the records after a number, and the unknown keys after a byte offset.
    func upTo(record: Int, offset: Int) -> ImportSummary {
        var summary = self
        summary.mismatches.removeAll { $0.record > record }
        summary.mismatchCount -= mismatches.count - summary.mismatches.count
        summary.unknownKeys.removeAll { $0.location.map { $0.offset > offset } ?? false }
        summary.equivalentKeys.removeAll { $0.location.map { $0.offset > offset } ?? false }
        return summary
    }

    /// Counts a mismatch, and lists it if the list has room.
    ///
    /// - Parameter limit: the maximum number of listed mismatches.
    mutating func list(_ error: ImportError, record: Int, limit: Int) {
        mismatchCount += 1
        if mismatches.count < limit { mismatches.append(Mismatch(record: record, error: error)) }
    }

    /// Lists a key that no field has, once for each type.
    ///
    /// - Parameter limit: the maximum number of listed keys.
    mutating func list(unknownKey key: String, type: String, limit: Int, at location: () -> SourceLocation?) {
        guard unknownKeys.count < limit, !unknownKeys.contains(where: { $0.isKey(key, of: type) }) else {
            return
        }
        unknownKeys.append(UnknownKey(type: type, key: key, location: location()))
    }

    /// Lists a key that a dictionary cannot tell from another key of its object, once for each type.
    ///
    /// - Parameter limit: the maximum number of listed keys.
    mutating func list(
        equivalentKey key: String, type: String, limit: Int, at location: @autoclosure () -> SourceLocation?
    ) {
        guard equivalentKeys.count < limit, !equivalentKeys.contains(where: { $0.isKey(key, of: type) })
        else { return }
        equivalentKeys.append(EquivalentKey(type: type, key: key, location: location()))
    }
}
