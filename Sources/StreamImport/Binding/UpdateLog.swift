/// What a record has changed in what is shared, to be taken back should the record be rejected.
struct UpdateLog {
    /// A member of an object that is being read.
    struct Member: Equatable {
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
        /// The index of the innermost member whose value has made the change.
        let member: Int?
        /// Takes the change back, or makes it again once it was taken back.
        let toggle: () -> Void
        var isMade = true
        /// Whether the value of a member is being read that may replace the one that has made the change.
        var isReplaced = false
    }

    private var changes: [Change] = []
    /// The members that have made changes, each after the one around it.
    private var members: [NestedMember] = []
    /// The indices of the members of a change, the outermost first. Those of the next change often begin with them.
    private var path: [Int] = []

    /// How many changes there are. Asked at every bracket.
    private(set) var count = 0

    /// How many values of members that have made changes another value may have replaced. Each has cost a walk over the
    /// changes.
    private(set) var replacementCount = 0

    /// Adds a change that was made.
    ///
    /// - Parameters:
    ///   - members: the members whose value has made it, the outermost first.
    ///   - toggle: takes it back, or makes it again once it was taken back.
    mutating func add(by members: some Sequence<Member>, _ toggle: @escaping () -> Void) {
        changes.append(Change(member: index(of: members), toggle: toggle))
        count += 1
    }

    /// The index of the innermost of some members.
    private mutating func index(of members: some Sequence<Member>) -> Int? {
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
    mutating func commit() {
        guard count > 0 || replacementCount > 0 else { return }
        changes.removeAll(keepingCapacity: true)
        count = 0
        forgetMembers()
    }

    /// Takes back all changes but the first `count`, the last one first.
    mutating func rollBack(to count: Int = 0) {
        while self.count > count {
            self.count -= 1
            let change = changes.removeLast()
            if change.isMade { change.toggle() }
        }
        if count == 0 { forgetMembers() }
    }

    private mutating func forgetMembers() {
        members.removeAll(keepingCapacity: true)
        path.removeAll(keepingCapacity: true)
        replacementCount = 0
    }

    // MARK: - Values that are replaced

    /// Takes back what the value of a member has changed while another value is read that may replace it. Changes by
    /// other members stay, in the same objects too.
    ///
    /// - Parameter start: how many changes there were when the object began.
    mutating func takeBack(by member: Member, after start: Int) {
        guard count > start else { return }
        replacementCount += 1
        revise(after: start, by: member) { change in
            guard change.isMade else { return }
            (change.isMade, change.isReplaced) = (false, true)
        }
    }

    /// Forgets the changes by a value that was replaced, or makes them again if it was not.
    mutating func endReplacement(of member: Member, after start: Int, hasValue: Bool) {
        guard count > start else { return }
        if hasValue {
            let isNested = isNested(in: member)
            changes.removeAll { $0.isReplaced && isNested($0) }
            count = changes.count
        } else {
            revise(after: start, by: member) { change in
                guard change.isReplaced else { return }
                (change.isMade, change.isReplaced) = (true, false)
            }
        }
    }

    /// Changes which of the changes by a member are made. All are taken back and made again in their order, as several may
    /// be of one object.
    private mutating func revise(after start: Int, by member: Member, _ change: (inout Change) -> Void) {
        let isNested = isNested(in: member)
        for index in changes.indices.dropFirst(start).reversed() where changes[index].isMade {
            changes[index].toggle()
        }
        for index in changes.indices.dropFirst(start) {
            if isNested(changes[index]) { change(&changes[index]) }
            if changes[index].isMade { changes[index].toggle() }
        }
    }

    /// Finds out whether a change was made by the value of a member, or by a member in it.
    private func isNested(in member: Member) -> (Change) -> Bool {
        var areNested: [Bool] = []
        for nested in members {
            areNested.append(nested.member == member || nested.parent.map { areNested[$0] } ?? false)
        }
        return { [areNested] change in change.member.map { areNested[$0] } ?? false }
    }
}
