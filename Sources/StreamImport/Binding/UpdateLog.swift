/// What a record has changed in shared objects, to be undone if the record is rejected.
struct UpdateLog {
    /// A member of an object that is being read.
    struct Member: Hashable {
        /// The index of the frame of the model's object.
        let frame: Int
        /// The index of the field's state.
        let field: Int
    }

    /// A member in the value of another one.
    private struct NestedMember {
        let member: Member
        /// The index of the member around it, if there is one.
        let parent: Int?
    }

    private struct Change {
        enum State {
            case made
            /// Undone while a value is being read that may replace the one that has made the change.
            case suspended
            /// Undone, as the value that has made the change was replaced.
            case replaced
        }

        /// The index of the innermost member whose value has made the change.
        let member: Int?
        /// Undoes the change, or makes it again once it was undone.
        let toggle: () throws -> Void
        var state = State.made
    }

    private var changes: [Change] = []
    /// The members that have made changes, each after the one around it.
    private var members: [NestedMember] = []
    /// The indices of the members of a change, the outermost first. Those of the next change often begin with them.
    private var path: [Int] = []
    /// For each member that has made a change, the index that the last one has, or had before it was undone.
    private var lastChanges: [Member: Int] = [:]
    /// The first error of a change that could not be undone or made again.
    private var error: (any Error)?

    /// How many changes there are. Asked at every bracket.
    var count: Int { changes.count }

    /// How many changes were looked at because another value may replace the one that has made them.
    private(set) var revisedCount = 0

    /// Adds a change that was made.
    ///
    /// - Parameters:
    ///   - members: the members whose value has made it, the outermost first.
    ///   - toggle: undoes it, or makes it again once it was undone.
    mutating func add(by members: [Member], _ toggle: @escaping () throws -> Void) {
        for member in members { lastChanges[member] = changes.count }
        changes.append(Change(member: index(of: members), toggle: toggle))
    }

    /// The index of the innermost of some members.
    private mutating func index(of members: [Member]) -> Int? {
        var parent: Int?
        for (depth, member) in members.enumerated() {
            if depth == path.count || self.members[path[depth]].member != member {
                path.removeSubrange(depth...)
                path.append(self.members.count)
                self.members.append(NestedMember(member: member, parent: parent))
            }
            parent = path[depth]
        }
        return parent
    }

    /// Keeps what was changed.
    ///
    /// - Throws: the error of a change of this record, or of a rejected one before it, that could not be undone or made
    ///   again.
    mutating func commit() throws {
        guard count > 0 || error != nil else { return }
        changes.removeAll(keepingCapacity: true)
        forgetMembers()
        defer { error = nil }
        if let error { throw error }
    }

    /// Undoes all changes but the first `count`, the last one first.
    mutating func rollBack(to count: Int = 0) {
        guard self.count > count else { return }
        while self.count > count {
            let change = changes.removeLast()
            if change.state == .made { toggle(change) }
        }
        if count == 0 { forgetMembers() }
    }

    /// Starts a new import.
    mutating func reset() {
        rollBack()
        error = nil
    }

    private mutating func forgetMembers() {
        members.removeAll(keepingCapacity: true)
        path.removeAll(keepingCapacity: true)
        lastChanges.removeAll(keepingCapacity: true)
        revisedCount = 0
    }

    private mutating func toggle(_ change: Change) {
        do {
            try change.toggle()
        } catch {
            self.error = self.error ?? error
        }
    }

    // MARK: - Values that are replaced

    /// Whether the value of a member, or of a member in it, may have made changes that are not undone.
    ///
    /// - Parameter start: how many changes there were when the object began.
    func mayHaveChanges(by member: Member, after start: Int) -> Bool {
        guard count > start, let last = lastChanges[member] else { return false }
        return last >= start
    }

    /// Undoes what the value of a member has changed while another value is read that may replace it. Changes by other
    /// members stay, in the same objects too.
    ///
    /// - Parameter start: how many changes there were when the object began.
    /// - Complexity: as many steps as there are changes since the object began.
    mutating func suspend(by member: Member, after start: Int) {
        revise(by: member, after: start, from: .made, to: .suspended)
    }

    /// Forgets the changes by a value that was replaced, or makes them again if it was not.
    mutating func endReplacement(of member: Member, after start: Int, hasValue: Bool) {
        guard hasValue else { return revise(by: member, after: start, from: .suspended, to: .made) }
        for index in indices(by: member, after: start) where changes[index].state == .suspended {
            changes[index].state = .replaced
        }
    }

    /// Changes the state of the changes by a member. Those after them are undone and made again in their order, as several
    /// may be of one object.
    private mutating func revise(
        by member: Member, after start: Int, from old: Change.State, to new: Change.State
    ) {
        guard mayHaveChanges(by: member, after: start) else { return }
        let revised = indices(by: member, after: start).filter { changes[$0].state == old }
        guard let first = revised.first else { return }
        for index in changes.indices[first...].reversed() where changes[index].state == .made {
            toggle(changes[index])
        }
        for index in revised { changes[index].state = new }
        for index in changes.indices[first...] where changes[index].state == .made { toggle(changes[index]) }
    }

    /// The indices of the changes that the value of a member has made, or a member in it.
    private mutating func indices(by member: Member, after start: Int) -> [Int] {
        revisedCount += count - start
        var areNested: [Int: Bool] = [:]
        return changes.indices[start...].filter { isNested(changes[$0].member, in: member, &areNested) }
    }

    private func isNested(_ index: Int?, in member: Member, _ known: inout [Int: Bool]) -> Bool {
        var (index, passed, isNested) = (index, [Int](), false)
        while let inner = index {
            if let isKnown = known[inner] {
                isNested = isKnown
                break
            }
            passed.append(inner)
            guard members[inner].member != member else {
                isNested = true
                break
            }
            index = members[inner].parent
        }
        for inner in passed { known[inner] = isNested }
        return isNested
    }
}
