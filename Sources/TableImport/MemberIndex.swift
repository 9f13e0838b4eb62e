internal import JSONRecords

/// The keys that records were seen to have, and the column of each.
///
/// Where objects are made flat, the keys of an object inside are members of it. Keys come in the same order in record
/// after record: the one that followed the last time is compared first, and only if it is another it is looked up.
///
/// The owner frees it after the last event.
struct MemberIndex {
    /// What was changed for the record that is being read.
    private enum Change {
        case added
        case first(in: Int32)
        case next(after: Int32)
        case columnAssigned(Int32)
        case wasNull
    }

    /// The record itself, whose keys are members of no other.
    static let root: Int32 = 0
    /// Stands for the key that nothing is wanted of, once there are too many of those to know them all.
    static let unknown: Int32 = 1
    static let none: Int32 = -1
    private static let maximumUnwanted = 1000

    private var members: [Member] = []
    /// The keys, by the numbers of their members.
    private var index = KeyIndex(capacity: 64)
    private var unknownKey = ""
    /// How many of the members nothing is wanted of.
    private var unwantedCount = 0
    /// The members that were null while they had no column.
    private var nulls: [Int32] = []
    private var changes: [Change] = []
    /// How many of the members are not of the record that is being read.
    private var keptCount: Int32 = 2

    init() {
        _ = append(.none, in: Self.none, demand: [])
        _ = append(.none, in: Self.root, demand: [])
    }

    func free() {
        index.free()
    }

    subscript(member: Int32) -> Member {
        @inline(__always) get { members[Int(member)] }
        @inline(__always) _modify { yield &members[Int(member)] }
    }

    /// The member that has a key, if it is the one after `previous`.
    ///
    /// - Parameter previous: `none` at the beginning of the object.
    @inline(__always)
    func expected(_ key: KeyText, in parent: Int32, after previous: Int32) -> Int32? {
        let guess = previous == Self.none ? self[parent].first : self[previous].next
        guard guess != Self.none, self[guess].key.isSpelled(like: key) else { return nil }
        return guess
    }

    /// The member that has a key, if there is one.
    mutating func member(_ key: KeyText, in parent: Int32, after previous: Int32) -> Int32? {
        guard let member = index.find(key, in: Int(parent)).map(Int32.init) else { return nil }
        link(member, in: parent, after: previous)
        return member
    }

    /// Adds the member that has a key.
    mutating func add(_ key: KeyText, in parent: Int32, after previous: Int32, demand: Demand) -> Int32 {
        guard !demand.isEmpty || unwantedCount < Self.maximumUnwanted else {
            unknownKey = key.text
            self[Self.unknown].parent = parent
            self[Self.unknown].next = Self.none
            return Self.unknown
        }
        if demand.isEmpty { unwantedCount += 1 }
        let member = append(key, in: parent, demand: demand)
        changes.append(.added)
        link(member, in: parent, after: previous)
        return member
    }

    private mutating func append(_ key: KeyText, in parent: Int32, demand: Demand) -> Int32 {
        let number = index.insert(key, in: Int(parent))
        precondition(number == members.count, "keys are undone in another order than that of their members")
        members.append(Member(key: index[number], parent: parent, demand: demand))
        return Int32(number)
    }

    private mutating func link(_ member: Int32, in parent: Int32, after previous: Int32) {
        if previous == Self.none { self[parent].first = member } else { self[previous].next = member }
        guard member >= keptCount else { return }
        changes.append(previous == Self.none ? .first(in: parent) : .next(after: previous))
    }

    private func key(of member: Int32) -> String {
        member == Self.unknown ? unknownKey : self[member].key.text
    }

    /// The keys that lead to a member.
    func path(_ member: Int32) -> [String] {
        var (path, member) = ([String](), member)
        while member > Self.root {
            path.append(key(of: member))
            member = self[member].parent
        }
        return path.reversed()
    }

    /// The keys that lead to each member, from an index on.
    private func paths(from start: Int32) -> some Sequence<[String]> {
        (start..<Int32(members.count)).lazy.map(path)
    }

    /// The keys that lead to each member.
    var paths: some Sequence<[String]> { paths(from: 2) }

    /// The keys that lead to each member that the record has added which is being read.
    var newPaths: some Sequence<[String]> { paths(from: keptCount) }

    // MARK: - Columns

    /// Gives a column to a member that has none.
    mutating func assign(_ member: Int32, to column: Int32) {
        self[member].column = column
        changes.append(.columnAssigned(member))
    }

    /// Gives the columns of two members to the other each.
    mutating func swapColumns(_ one: Int32, _ other: Int32) {
        for index in members.indices { members[index].column.exchange(one, other) }
    }

    /// Takes note that a member was null, and has no column.
    mutating func recordNull(_ member: Int32) {
        self[member].wasNull = true
        nulls.append(member)
        changes.append(.wasNull)
    }

    /// The members that were never anything but null, and are no objects that are made flat. They are told once.
    mutating func takeNullMembers() -> [Int32] {
        defer { nulls.removeAll() }
        for member in nulls { self[member].wasNull = false }
        return nulls.sorted().filter { member in
            let isValue = self[member].demand.contains(.value)
            return isValue && self[member].column == Self.none
        }
    }

    // MARK: - Records

    /// Keeps what was changed for the record that was read.
    @inline(__always)
    mutating func keep() {
        guard !changes.isEmpty else { return }
        changes.removeAll()
        keptCount = Int32(members.count)
    }

    /// Undoes what was changed for the record that was read.
    mutating func undo() {
        while let change = changes.popLast() {
            switch change {
            case .added: removeLast()
            case .first(in: let parent): self[parent].first = Self.none
            case .next(after: let previous): self[previous].next = Self.none
            case .columnAssigned(let member): self[member].column = Self.none
            case .wasNull: self[nulls.removeLast()].wasNull = false
            }
        }
    }

    private mutating func removeLast() {
        let member = members.removeLast()
        index.remove(members.count)
        if member.demand.isEmpty { unwantedCount -= 1 }
    }
}

extension Int32 {
    /// Makes one number of the other and the other way round; leaves the rest.
    mutating func exchange(_ one: Int32, _ other: Int32) {
        if self == one { self = other } else if self == other { self = one }
    }
}
