/// What a record has changed in shared objects, to be undone if the record is rejected.
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
            /// Undone while a value is being read that may replace the one that has made the change.
            case suspended
            /// Undone, as the value that has made the change was replaced.
            case replaced
        }

        /// Higher than that of each change before, also of those that were rolled back.
        let serial: Int
        /// Undoes the change, or makes it again once it was undone.
        let toggle: () throws -> Void
        var state = State.made
    }

    /// The changes that the value of a member has made. They follow one another, as they were made while it was read.
    private struct MemberChanges {
        /// The index of the first one.
        let start: Int
        /// The serial number of the last one, which may have been rolled back since.
        var lastSerial: Int
    }

    private var changes: [Change] = []
    /// The changes by the current value of each member.
    private var changesByMember: [Member: MemberChanges] = [:]
    /// The changes that are undone while a value is being read that may replace the one of a member.
    private var suspended: [Member: MemberChanges] = [:]
    /// The serial number of the last change of the record; 0 if it has made none.
    private var lastSerial = 0
    /// The first error of a change that could not be undone or made again.
    private var error: (any Error)?

    /// How many changes there are. Asked at every bracket.
    var count: Int { changes.count }

    /// How many changes were undone because another value may replace the one that has made them, or one before them.
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

    /// Keeps what was changed.
    ///
    /// - Throws: the error of a change that could not be undone or made again; all others are undone then.
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

    /// Undoes all changes but the first `count`, the last one first.
    mutating func rollBack(to count: Int) {
        while self.count > count {
            let change = changes.removeLast()
            if change.state == .made { toggle(change) }
        }
    }

    /// Throws the error of a change that could not be undone or made again, once.
    mutating func throwError() throws {
        guard let error else { return }
        self.error = nil
        throw error
    }

    private mutating func forgetRecord() {
        // A record with many changes leaves no memory to the next one.
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

    /// How many changes are to be undone before another value of a member is read: those that its value has made, and those
    /// after them, which are made again. They are undone and made again in their order, as several may be of one object.
    ///
    /// - Parameter start: how many changes there were when the object began.
    func undoCount(for member: Member, after start: Int) -> Int {
        changes(by: member, after: start).map { count - $0.lowerBound } ?? 0
    }

    /// Undoes what the value of a member has changed while another value is read that may replace it. Changes by other
    /// members stay, in the same objects too.
    ///
    /// - Parameter start: how many changes there were when the object began.
    mutating func suspend(by member: Member, after start: Int) {
        guard let range = changes(by: member, after: start) else { return }
        undoneCount += count - range.lowerBound
        revise(range, from: .made, to: .suspended)
        suspended[member] = changesByMember.removeValue(forKey: member)
    }

    /// Forgets the changes by a value that was replaced, or makes them again if it was not.
    mutating func endReplacement(of member: Member, after start: Int, hasValue: Bool) {
        guard let known = suspended.removeValue(forKey: member), let range = range(of: known, after: start)
        else { return }
        if hasValue {
            for index in range where changes[index].state == .suspended { changes[index].state = .replaced }
        } else {
            revise(range, from: .suspended, to: .made)
            changesByMember[member] = known
        }
    }

    private mutating func revise(_ range: Range<Int>, from old: Change.State, to new: Change.State) {
        let indices = range.lowerBound..<count
        for index in indices.reversed() where changes[index].state == .made { toggle(changes[index]) }
        for index in range where changes[index].state == old { changes[index].state = new }
        for index in indices where changes[index].state == .made { toggle(changes[index]) }
    }

    /// The changes that the value of a member has made.
    private func changes(by member: Member, after start: Int) -> Range<Int>? {
        changesByMember[member].flatMap { range(of: $0, after: start) }
    }

    /// The indices of changes; `nil` if they were rolled back, or are of an object before.
    private func range(of known: MemberChanges, after start: Int) -> Range<Int>? {
        guard count > known.start, known.start >= start else { return nil }
        // Others may have taken the indices of those that were rolled back.
        var (lower, upper) = (known.start, count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if changes[middle].serial <= known.lastSerial { lower = middle + 1 } else { upper = middle }
        }
        return known.start < upper ? known.start..<upper : nil
    }
}
