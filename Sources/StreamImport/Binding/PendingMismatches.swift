/// The mismatches of a record that are not noted yet.
///
/// Whether a mismatch counts may be known only at the end of its object: a more binding key may have a value, or, of a
/// required field, any other key. Mismatches that come after one that waits are kept until then, so that they are
/// noted in the order of the input. Of those that count no more are kept than a summary lists.
struct PendingMismatches {
    /// The field whose mismatch waits.
    struct Field {
        /// The index of the frame of the object.
        let frame: Int
        let slot: Pinned<Slot>
    }

    private enum Entry {
        case waits(ImportError, record: Int, Field)
        case counts(ImportError, record: Int)
        /// As many as this count, and come too late to be listed.
        case unlisted(Int)
    }

    /// An open object with mismatches that wait.
    private struct Object {
        let frame: Int
        /// The index of its first entry.
        let start: Int
        /// How many of the entries before that may be listed.
        let listedBefore: Int
        /// How many mismatches of each field wait. No more of them have an entry than a summary lists.
        var pendingCount: [Pinned<Slot>: Int] = [:]
    }

    /// What becomes of a mismatch at the end of its object.
    enum Decision { case counts, isOutranked, isFatal }

    private var entries: [Entry] = []
    /// Innermost last.
    private var objects: [Object] = []
    /// How many entries may be listed.
    private var listedCount = 0

    /// How many entries are kept, which is also how many are looked at when an object ends.
    var entryCount: Int { entries.count }

    /// Adds a mismatch.
    ///
    /// - Parameters:
    ///   - field: the field, if it waits.
    ///   - limit: how many the summary lists.
    mutating func add(_ error: ImportError, record: Int, field: Field?, limit: Int) {
        guard let field else { return append(.counts(error, record: record), limit: limit) }
        if objects.last?.frame != field.frame {
            objects.append(Object(frame: field.frame, start: entries.count, listedBefore: listedCount))
        }
        objects[objects.count - 1].pendingCount[field.slot, default: 0] += 1
        guard objects[objects.count - 1].pendingCount[field.slot]! <= Self.entryLimit(limit) else { return }
        append(.waits(error, record: record, field), limit: limit)
    }

    /// How many mismatches of a field have entries: at least one, as it may be fatal.
    private static func entryLimit(_ limit: Int) -> Int { max(limit, 1) }

    /// Adds an entry after all others.
    private mutating func append(_ entry: Entry, limit: Int) {
        switch entry {
        case .waits: entries.append(entry)
        case .counts where listedCount < limit:
            listedCount += 1
            entries.append(entry)
        case .counts: appendUnlisted(1)
        case .unlisted(let count): appendUnlisted(count)
        }
    }

    private mutating func appendUnlisted(_ count: Int) {
        if case .unlisted(let others) = entries.last {
            entries[entries.count - 1] = .unlisted(others + count)
        } else {
            entries.append(.unlisted(count))
        }
    }

    /// Decides about the mismatches that wait for the end of the object in a frame.
    ///
    /// - Returns: how many of them there were, and the error that is fatal to the object, if one is. What comes after
    ///   that in the object is forgotten.
    /// - Complexity: as many steps as the object has entries.
    mutating func resolve(
        frame: Int, limit: Int, _ decide: (Pinned<Slot>) -> Decision
    ) -> (count: Int, fatal: ImportError?) {
        guard let object = objects.last, object.frame == frame else { return (0, nil) }
        objects.removeLast()
        let resolved = entries[object.start...]
        entries.removeSubrange(object.start...)
        listedCount = object.listedBefore
        var count = 0
        for entry in resolved {
            guard case .waits(let error, let record, let field) = entry else {
                append(entry, limit: limit)
                continue
            }
            count += 1
            switch decide(field.slot) {
            case .counts: append(.counts(error, record: record), limit: limit)
            case .isOutranked: break
            case .isFatal: return (count, error)
            }
        }
        for (slot, pendingCount) in object.pendingCount where pendingCount > Self.entryLimit(limit) {
            let others = pendingCount - Self.entryLimit(limit)
            count += others
            if decide(slot) == .counts { appendUnlisted(others) }
        }
        return (count, nil)
    }

    /// Decides about the mismatches of an object that is dropped.
    ///
    /// - Parameter areKept: whether they count.
    mutating func discardObject(frame: Int, areKept: Bool, limit: Int) {
        _ = resolve(frame: frame, limit: limit) { _ in areKept ? .counts : .isOutranked }
    }

    /// Notes the mismatches, if none of them waits.
    ///
    /// - Parameter limit: how many the summary lists.
    mutating func list(in summary: inout ImportSummary, limit: Int) {
        guard objects.isEmpty, !entries.isEmpty else { return }
        for entry in entries {
            switch entry {
            case .waits: preconditionFailure("a mismatch waits for no object")
            case .counts(let error, let record): summary.list(error, record: record, limit: limit)
            case .unlisted(let count): summary.mismatchCount += count
            }
        }
        entries.removeAll(keepingCapacity: true)
        listedCount = 0
    }
}
