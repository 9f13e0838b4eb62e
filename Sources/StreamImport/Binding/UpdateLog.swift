/// The changes that a record has made to shared objects, which are undone if the record is rejected.
struct UpdateLog {
    /// A member of an object that is being read.
    struct Member: Hashable {
        /// The index of the frame of the model's object.
        let frame: Int
        /// The index of the field's state.
        let field: Int
    }

    private struct Change {
        enum State {
            case made
            /// Undone while a value is being read that may replace the one that made the change.
            case suspended
            /// Undone, because the value that made the change was replaced.
            case replaced
        }

        /// The serial number, which is higher than those of all earlier changes, even of changes that were rolled back.
        let serial: Int
        /// Undoes the change, or makes it again once it was undone.
        let toggle: () throws -> Void
        var state = State.made
    }

    /// The changes that the value of a member has made. The changes are contiguous, because they were made while that
    /// value was read.
    private struct MemberChanges {
        /// The index of the first change.
        let start: Int
        /// The serial number of the last change, which may have been rolled back since.
        var lastSerial: Int
    }

    private var changes: [Change] = []
    /// The changes by the current value of each member.
    private var changesByMember: [Member: MemberChanges] = [:]
    /// The changes that are undone while a value is being read that may replace the current value of a member.
    private var suspended: [Member: MemberChanges] = [:]
    /// The serial number of the last change of the record; 0 if it has made none.
    private var lastSerial = 0
    /// The first error of a change that could not be undone or made again.
    private var error: (any Error)?

    /// The number of changes. The binder reads this property at every opening bracket.
    var count: Int { changes.count }

    /// The number of changes that ``suspend(by:after:)`` has undone in this record: the changes by the values that may
    /// be replaced, and all later changes, which were then made again.
    private(set) var undoneCount = 0

    /// Adds a change that was made.
    ///
    /// - Parameters:
    ///   - members: the members whose values are being read, and how many changes there were when each value began.
    ///   - toggle: undoes the change, or makes it again once it was undone.
    mutating func add(by members: [(member: Member, start: Int)], _ toggle: @escaping () throws -> Void) {
        lastSerial += 1
        for (member, start) in members {
            changesByMember[member] = MemberChanges(start: start, lastSerial: lastSerial)
        }
        changes.append(Change(serial: lastSerial, toggle: toggle))
    }

    /// Commits the changes of the record.
    ///
    /// - Throws: the first error of a change that could not be undone or made again. In that case, all other changes
    ///   are undone.
    mutating func commit() throws {
        guard lastSerial > 0 || error != nil else { return }
        if error != nil { rollBackRecord() } else { forgetRecord() }
        try throwError()
    }

    /// Undoes all changes of the record.
    mutating func rollBackRecord() {
        guard lastSerial > 0 else { return }
        rollBack(to: 0)
        forgetRecord()
    }

    /// Undoes and removes all changes but the first `count`, in reverse order.
    mutating func rollBack(to count: Int) {
        while self.count > count {
            let change = changes.removeLast()
            if change.state == .made { toggle(change) }
        }
    }

    /// Throws the first error of a change that could not be undone or made again, and clears it.
    mutating func throwError() throws {
        guard let error else { return }
        self.error = nil
        throw error
    }

    private mutating func forgetRecord() {
        // The memory of a record with many changes is not kept for the next one.
        let keepsMemory = changes.capacity <= 1000
        changes.removeAll(keepingCapacity: keepsMemory)
        changesByMember.removeAll(keepingCapacity: keepsMemory)
        suspended.removeAll(keepingCapacity: keepsMemory)
        (lastSerial, undoneCount) = (0, 0)
    }

    private mutating func toggle(_ change: Change) {
        do {
            try change.toggle()
        } catch {
            self.error = self.error ?? error
        }
    }

    // MARK: - Values that are replaced

    /// Returns the number of changes to undo before another value of a member is read: the changes by the current
    /// value, and all later changes, which are then made again. Changes are undone in reverse order and made again in
    /// order, because several changes may be to one object.
    ///
    /// - Parameter start: the number of changes when the member's object began.
    func undoCount(for member: Member, after start: Int) -> Int {
        indicesOfChanges(by: member, after: start).map { count - $0.lowerBound } ?? 0
    }

    /// Undoes the changes by the current value of a member, because the next value may replace the current one. Keeps
    /// the changes by other members, even those to the same objects.
    ///
    /// - Parameter start: the number of changes when the member's object began.
    mutating func suspend(by member: Member, after start: Int) {
        guard let range = indicesOfChanges(by: member, after: start) else { return }
        undoneCount += count - range.lowerBound
        revise(range, from: .made, to: .suspended)
        suspended[member] = changesByMember.removeValue(forKey: member)
    }

    /// Discards the suspended changes by the old value of a member if that value was replaced; otherwise makes the
    /// changes again.
    ///
    /// - Parameters:
    ///   - start: the number of changes when the member's object began.
    ///   - hasValue: whether a new value has replaced the old one.
    mutating func endReplacement(of member: Member, after start: Int, hasValue: Bool) {
        guard let memberChanges = suspended.removeValue(forKey: member),
            let range = indices(of: memberChanges, after: start)
        else { return }
        if hasValue {
            for index in range where changes[index].state == .suspended { changes[index].state = .replaced }
        } else {
            revise(range, from: .suspended, to: .made)
            changesByMember[member] = memberChanges
        }
    }

    /// Changes the state of some changes. First undoes these and all later changes, then makes those again whose state
    /// is `made`.
    private mutating func revise(_ range: Range<Int>, from old: Change.State, to new: Change.State) {
        let indices = range.lowerBound..<count
        for index in indices.reversed() where changes[index].state == .made { toggle(changes[index]) }
        for index in range where changes[index].state == old { changes[index].state = new }
        for index in indices where changes[index].state == .made { toggle(changes[index]) }
    }

    /// Returns the indices of the changes that the current value of a member has made; `nil` if it has made none.
    private func indicesOfChanges(by member: Member, after start: Int) -> Range<Int>? {
        changesByMember[member].flatMap { indices(of: $0, after: start) }
    }

    /// Returns the indices of changes; `nil` if the changes were rolled back or belong to an earlier object.
    private func indices(of memberChanges: MemberChanges, after start: Int) -> Range<Int>? {
        guard count > memberChanges.start, memberChanges.start >= start else { return nil }
        // Later changes may have the indices of changes that were rolled back, but have higher serial numbers.
        var (lower, upper) = (memberChanges.start, count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if changes[middle].serial <= memberChanges.lastSerial {
                lower = middle + 1
            } else {
                upper = middle
            }
        }
        return memberChanges.start < upper ? memberChanges.start..<upper : nil
    }
}
