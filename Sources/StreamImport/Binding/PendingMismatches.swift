/// The mismatches of a record that are not in the summary yet.
///
/// Some mismatches are pending until the end of their object, because another key may still give their field a value: a
/// key of higher precedence or, if the field is required, any other key. Mismatches that follow a pending mismatch are
/// kept until the pending one is resolved, so that the summary lists all of them in the order of the input. Of the
/// mismatches that count, at most as many are kept as a summary lists.
///
/// A mismatch inside a value that a key of higher precedence may replace is pending, too: it does not count if the value is
/// replaced. If an object inside this value has pending mismatches, the mismatch waits for the end of that object first.
struct PendingMismatches {
    /// The field of a pending mismatch.
    struct Field: Hashable {
        /// The index of the frame of the object.
        let frame: Int
        let slot: Pinned<Slot>
        /// Whether the mismatch is inside the value of the field.
        var isInside = false
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
        /// The number of pending mismatches of each field. At most as many as a summary lists have an entry, and at least one.
        var pendingCounts: [Field: Int] = [:]
    }

    /// The treatment of a mismatch at the end of its object.
    enum Decision { case counts, isOutranked, isFatal }

    private var entries: [Entry] = []
    /// The open objects with pending mismatches, innermost last.
    private var objects: [Object] = []
    /// The number of entries that may be listed.
    private var listedCount = 0

    /// Whether the mismatches of an open object are pending.
    var arePending: Bool { !objects.isEmpty }

    /// The number of entries. When an object ends, at most this many entries are examined.
    var entryCount: Int { entries.count }

    /// Adds a mismatch.
    ///
    /// - Parameters:
    ///   - field: the field, if the mismatch is pending.
    ///   - limit: the maximum number of mismatches that the summary lists.
    /// - Returns: the number of mismatches that are now pending for the field, in addition to earlier ones.
    @discardableResult
    mutating func add(_ error: ImportError, record: Int, field: Field?, limit: Int) -> Int {
        guard let field, objects.last?.frame ?? 0 <= field.frame else {
            if listedCount < limit {
                listedCount += 1
                entries.append(.counts(error, record: record))
            } else {
                appendUnlisted(1)
            }
            return 0
        }
        // At least one has an entry, because a mismatch may be fatal.
        if add(1, to: field) <= max(limit, 1) { entries.append(.pending(error, record: record, field)) }
        return 1
    }

    /// Adds a number of pending mismatches to a field of the innermost object, or of an object inside it.
    ///
    /// - Returns: the number of the field's pending mismatches.
    private mutating func add(_ count: Int, to field: Field) -> Int {
        if objects.last?.frame != field.frame {
            objects.append(Object(frame: field.frame, start: entries.count, listedBefore: listedCount))
        }
        objects[objects.count - 1].pendingCounts[field, default: 0] += count
        return objects[objects.count - 1].pendingCounts[field] ?? count
    }

    /// Adds mismatches that count, unless a value around them is replaced.
    ///
    /// - Parameter outer: the field of that value, if there is one.
    /// - Returns: the number of mismatches that are now pending for the field, in addition to earlier ones.
    private mutating func addCounted(_ entry: Entry, outer: Field?, limit: Int) -> Int {
        switch entry {
        case .pending(let error, let record, _), .counts(let error, let record):
            return add(error, record: record, field: outer, limit: limit)
        case .unlisted(let count):
            guard let outer, objects.last?.frame ?? 0 <= outer.frame else {
                appendUnlisted(count)
                return 0
            }
            _ = add(count, to: outer)
            return count
        }
    }

    /// Counts mismatches beyond the limit in an entry that they share.
    private mutating func appendUnlisted(_ count: Int) {
        if case .unlisted(let unlistedCount) = entries.last {
            entries[entries.count - 1] = .unlisted(unlistedCount + count)
        } else {
            entries.append(.unlisted(count))
        }
    }

    /// Resolves the mismatches that were pending until the end of the object in a frame.
    ///
    /// - Parameter outer: the field of the innermost value around the object that a key of higher precedence may replace, if
    ///   there is one.
    /// - Returns: the number of resolved mismatches, the number of those that are now pending for `outer`, and the first error
    ///   that is fatal to the object; `nil` if none is. After a fatal error, the later entries of the object are discarded.
    /// - Complexity: O(*n*) for an object with *n* entries.
    mutating func resolve(
        frame: Int, outer: Field? = nil, limit: Int, _ decide: (Field) -> Decision
    ) -> (count: Int, outerCount: Int, fatal: ImportError?) {
        guard let object = objects.last, object.frame == frame else { return (0, 0, nil) }
        objects.removeLast()
        // A slice would share the memory of the array, which the removal would then copy.
        let resolved = Array(entries[object.start...])
        entries.removeSubrange(object.start...)
        listedCount = object.listedBefore
        var (count, outerCount) = (0, 0)
        // The mismatches without an entry follow those with an entry, of which there may be fewer than the limit.
        var unlisted = object.pendingCounts
        for entry in resolved {
            guard case .pending(let error, _, let field) = entry else {
                outerCount += addCounted(entry, outer: outer, limit: limit)
                continue
            }
            count += 1
            unlisted[field, default: 0] -= 1
            switch decide(field) {
            case .counts: outerCount += addCounted(entry, outer: outer, limit: limit)
            case .isOutranked: break
            case .isFatal: return (count, outerCount, error)
            }
        }
        for (field, pendingCount) in unlisted where pendingCount > 0 {
            count += pendingCount
            if decide(field) == .counts {
                outerCount += addCounted(.unlisted(pendingCount), outer: outer, limit: limit)
            }
        }
        return (count, outerCount, nil)
    }

    /// Resolves the mismatches of an object that is discarded.
    ///
    /// - Parameters:
    ///   - outer: as for ``resolve(frame:outer:limit:_:)``.
    ///   - areKept: whether the mismatches count.
    /// - Returns: the number of mismatches that are now pending for `outer`.
    mutating func discardObject(frame: Int, outer: Field?, areKept: Bool, limit: Int) -> Int {
        resolve(frame: frame, outer: outer, limit: limit) {
            areKept || $0.isInside ? .counts : .isOutranked
        }.outerCount
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
