/// The mismatches of a record that are not in the summary yet.
///
/// Some mismatches are pending until the end of their object, because another key may still give their field a value: a
/// key of higher precedence or, if the field is required, any other key. Mismatches that follow a pending mismatch are
/// kept until the pending one is resolved, so that the summary lists all of them in the order of the input. Of the
/// mismatches that count, at most as many are kept as a summary lists.
struct PendingMismatches {
    /// The field of a pending mismatch.
    struct Field {
        /// The index of the frame of the object.
        let frame: Int
        let slot: Pinned<Slot>
    }

    private enum Entry {
        case pending(ImportError, record: Int, Field)
        case counts(ImportError, record: Int)
        /// This many mismatches count, but exceed the limit of the list.
        case unlisted(Int)
    }

    /// An open object with pending mismatches.
    private struct Object {
        let frame: Int
        /// The index of the object's first entry.
        let start: Int
        /// The number of entries before `start` that may be listed.
        let listedBefore: Int
        /// The number of pending mismatches of each field. At most ``entryLimit(_:)`` of them have an entry.
        var pendingCounts: [Pinned<Slot>: Int] = [:]
    }

    /// The treatment of a mismatch at the end of its object.
    enum Decision { case counts, isOutranked, isFatal }

    private var entries: [Entry] = []
    /// The open objects with pending mismatches, innermost last.
    private var objects: [Object] = []
    /// The number of entries that may be listed.
    private var listedCount = 0

    /// The number of entries. When an object ends, at most this many entries are examined.
    var entryCount: Int { entries.count }

    /// Adds a mismatch.
    ///
    /// - Parameters:
    ///   - field: the field, if the mismatch is pending.
    ///   - limit: the maximum number of mismatches that the summary lists.
    mutating func add(_ error: ImportError, record: Int, field: Field?, limit: Int) {
        guard let field else { return append(.counts(error, record: record), limit: limit) }
        if objects.last?.frame != field.frame {
            objects.append(Object(frame: field.frame, start: entries.count, listedBefore: listedCount))
        }
        objects[objects.count - 1].pendingCounts[field.slot, default: 0] += 1
        guard objects[objects.count - 1].pendingCounts[field.slot]! <= Self.entryLimit(limit) else { return }
        append(.pending(error, record: record, field), limit: limit)
    }

    /// Returns the maximum number of entries for the pending mismatches of one field: at least one, because a mismatch
    /// may be fatal.
    private static func entryLimit(_ limit: Int) -> Int { max(limit, 1) }

    /// Appends an entry. Counts a mismatch beyond the limit in an entry that several mismatches share.
    private mutating func append(_ entry: Entry, limit: Int) {
        switch entry {
        case .pending: entries.append(entry)
        case .counts where listedCount < limit:
            listedCount += 1
            entries.append(entry)
        case .counts: appendUnlisted(1)
        case .unlisted(let count): appendUnlisted(count)
        }
    }

    private mutating func appendUnlisted(_ count: Int) {
        if case .unlisted(let unlistedCount) = entries.last {
            entries[entries.count - 1] = .unlisted(unlistedCount + count)
        } else {
            entries.append(.unlisted(count))
        }
    }

    /// Resolves the mismatches that were pending until the end of the object in a frame.
    ///
    /// - Returns: the number of resolved mismatches, and the first error that is fatal to the object; `nil` if none is.
    ///   After a fatal error, the later entries of the object are discarded.
    /// - Complexity: O(*n*) for an object with *n* entries.
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
            guard case .pending(let error, let record, let field) = entry else {
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
        for (slot, pendingCount) in object.pendingCounts where pendingCount > Self.entryLimit(limit) {
            let countWithoutEntry = pendingCount - Self.entryLimit(limit)
            count += countWithoutEntry
            if decide(slot) == .counts { appendUnlisted(countWithoutEntry) }
        }
        return (count, nil)
    }

    /// Resolves the mismatches of an object that is discarded.
    ///
    /// - Parameter areKept: whether the mismatches count.
    mutating func discardObject(frame: Int, areKept: Bool, limit: Int) {
        _ = resolve(frame: frame, limit: limit) { _ in areKept ? .counts : .isOutranked }
    }

    /// Lists the mismatches in a summary, unless one of them is pending.
    ///
    /// - Parameter limit: the maximum number of mismatches that the summary lists.
    mutating func list(in summary: inout ImportSummary, limit: Int) {
        guard objects.isEmpty, !entries.isEmpty else { return }
        for entry in entries {
            switch entry {
            case .pending: preconditionFailure("a mismatch is pending without an open object")
            case .counts(let error, let record): summary.list(error, record: record, limit: limit)
            case .unlisted(let count): summary.mismatchCount += count
            }
        }
        entries.removeAll(keepingCapacity: true)
        listedCount = 0
    }
}
