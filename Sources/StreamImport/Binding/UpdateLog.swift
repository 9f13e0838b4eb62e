/// What a record has changed in what is shared, to be taken back should the record be rejected.
struct UpdateLog {
    /// A member of an object that is being read.
    struct Member: Equatable {
        /// The index of the frame of the model's object.
        let frame: Int
        /// The index of the field's state.
        let field: Int
    }

    private struct Change {
        /// The members, one in another, whose value has made the change.
        let members: [Member]
        /// Takes the change back, or makes it again once it was taken back.
        let toggle: () -> Void
        var isMade = true
        /// Whether the value of a member is being read that may replace the one that has made the change.
        var isReplaced = false
    }

    private var changes: [Change] = []

    /// How many changes there are. Asked at every bracket.
    private(set) var count = 0

    /// Adds a change that was made.
    ///
    /// - Parameters:
    ///   - members: the members whose value has made it, one in another.
    ///   - toggle: takes it back, or makes it again once it was taken back.
    mutating func add(by members: [Member], _ toggle: @escaping () -> Void) {
        changes.append(Change(members: members, toggle: toggle))
        count += 1
    }

    /// Keeps what was changed.
    mutating func commit() {
        guard count > 0 else { return }
        changes.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Takes back all changes but the first `count`, the last one first.
    mutating func rollBack(to count: Int = 0) {
        while self.count > count {
            self.count -= 1
            let change = changes.removeLast()
            if change.isMade { change.toggle() }
        }
    }

    // MARK: - Values that are replaced

    /// Takes back what the value of a member has changed while another value is read that may replace it. Changes by
    /// other members stay, in the same objects too.
    ///
    /// - Parameter start: how many changes there were when the object began.
    mutating func takeBack(by member: Member, after start: Int) {
        guard count > start else { return }
        revise(after: start) { change in
            guard change.isMade, change.members.contains(member) else { return }
            (change.isMade, change.isReplaced) = (false, true)
        }
    }

    /// Forgets the changes by a value that was replaced, or makes them again if it was not.
    mutating func endReplacement(of member: Member, after start: Int, hasValue: Bool) {
        guard count > start else { return }
        if hasValue {
            changes.removeAll { $0.isReplaced && $0.members.contains(member) }
            count = changes.count
        } else {
            revise(after: start) { change in
                guard change.isReplaced, change.members.contains(member) else { return }
                (change.isMade, change.isReplaced) = (true, false)
            }
        }
    }

    /// Changes which of the changes are made. They are taken back and made again in their order, as several may be of
    /// one object.
    private mutating func revise(after start: Int, _ change: (inout Change) -> Void) {
        for index in changes.indices.dropFirst(start).reversed() where changes[index].isMade {
            changes[index].toggle()
        }
        for index in changes.indices.dropFirst(start) {
            change(&changes[index])
            if changes[index].isMade { changes[index].toggle() }
        }
    }
}
