/// The mismatches of a record that are not noted yet.
///
/// Whether a mismatch counts may be known only at the end of its object: a more binding key may have a value, or, of a
/// required field, any other key. Mismatches that come after one that waits are kept behind it, so that they are
/// noted in the order of the input.
struct PendingMismatches {
    /// The field whose mismatch waits.
    struct Field {
        /// The index of the frame of the object.
        let frame: Int
        let slot: Pinned<Slot>
    }

    private struct Entry {
        let error: ImportError
        /// The number of the record.
        let record: Int
        /// `nil` once the mismatch counts.
        var field: Field?
    }

    /// What becomes of a mismatch at the end of its object.
    enum Verdict { case counts, isOutranked, isFatal }

    private var entries: [Entry] = []
    private var waitingCount = 0

    /// Adds a mismatch.
    ///
    /// - Parameter field: the field, if it waits.
    mutating func add(_ error: ImportError, record: Int, field: Field?) {
        entries.append(Entry(error: error, record: record, field: field))
        if field != nil { waitingCount += 1 }
    }

    /// Decides about the mismatches that wait for the end of the object in a frame.
    ///
    /// - Returns: how many of them there were, and the error that is fatal to the object, if one is. What comes after
    ///   that in the object is forgotten.
    mutating func settle(
        frame: Int, _ decide: (Pinned<Slot>) -> Verdict
    ) -> (count: Int, fatal: ImportError?) {
        var (index, count) = (0, 0)
        while index < entries.count {
            guard let field = entries[index].field, field.frame == frame else {
                index += 1
                continue
            }
            count += 1
            switch decide(field.slot) {
            case .counts:
                waitingCount -= 1
                entries[index].field = nil
                index += 1
            case .isOutranked:
                waitingCount -= 1
                entries.remove(at: index)
            case .isFatal:
                let error = entries[index].error
                waitingCount -= entries[index...].count { $0.field != nil }
                entries.removeSubrange(index...)
                return (count, error)
            }
        }
        return (count, nil)
    }

    /// Decides about the mismatches of an object that is dropped.
    ///
    /// - Parameter areKept: whether they count.
    mutating func abandon(frame: Int, areKept: Bool) {
        guard waitingCount > 0 else { return }
        _ = settle(frame: frame) { _ in areKept ? .counts : .isOutranked }
    }

    /// Notes the mismatches, if none of them waits.
    ///
    /// - Parameter limit: how many the summary lists.
    mutating func note(in summary: inout ImportSummary, limit: Int) {
        guard waitingCount == 0, !entries.isEmpty else { return }
        for entry in entries { summary.note(entry.error, record: entry.record, limit: limit) }
        entries.removeAll(keepingCapacity: true)
    }
}
