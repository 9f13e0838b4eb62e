internal import JSONRecords

/// The keys read in records, and the column of each.
///
/// If objects are flattened, the parent of a nested object's members is the member whose value is that object. Records
/// usually have their keys in the same order, so the index first compares a key with the key that last followed the
/// previous key. The index looks a key up only if these two differ.
///
/// The owner frees the index after the last event.
struct MemberIndex {
    /// A change made for the current record, which ``undo()`` reverts.
    private enum Change {
        case added
        case first(in: Int32)
        case next(after: Int32)
        case columnAssigned(Int32)
        case wasNull
    }

    /// The record or the element itself, which has no parent.
    static let root: Int32 = 0
    /// The member that stands for each new key without a column, once `maximumColumnlessCount` such keys are stored.
    static let unknown: Int32 = 1
    static let none: Int32 = -1
    private static let maximumColumnlessCount = 1000

    private var members: [Member] = []
    /// The numbers of the keys. The number of a key is the index of its member.
    private var index = KeyIndex(capacity: 64)
    /// The key that the member `unknown` stands for at present.
    private var unknownKey = ""
    /// The number of members that can have no column.
    private var columnlessCount = 0
    /// The members that were null while they had no column, in the order of the input.
    private var nulls: [Int32] = []
    private var changes: [Change] = []
    /// The number of members that were added before the current record.
    private var keptCount: Int32 = 2

    init() {
        _ = append(.none, in: Self.none, demand: .value)
        _ = append(.none, in: Self.root, demand: [])
    }

    func free() {
        index.free()
    }

    // Without the inlining in this file, an import into a table takes 1.9% more instructions (people).

    subscript(member: Int32) -> Member {
        @inline(__always) get { members[Int(member)] }
        @inline(__always) _modify { yield &members[Int(member)] }
    }

    /// Returns the member with a key, if it is the expected one: the member that last followed `previous`.
    @inline(__always)
    func expected(_ key: KeyText, in parent: Int32, after previous: Int32) -> Int32? {
        let guess = previous == Self.none ? self[parent].first : self[previous].next
        guard guess != Self.none, self[guess].key.isSpelled(like: key) else { return nil }
        return guess
    }

    /// Returns the member with a key, if it exists, and records that it follows `previous`.
    mutating func member(_ key: KeyText, in parent: Int32, after previous: Int32) -> Int32? {
        guard let member = index.find(key, in: Int(parent)).map(Int32.init) else { return nil }
        link(member, in: parent, after: previous)
        return member
    }

    /// Adds the member of a new key, and records that it follows `previous`.
    mutating func add(_ key: KeyText, in parent: Int32, after previous: Int32, demand: Demand) -> Int32 {
        guard demand.wantsColumn || columnlessCount < Self.maximumColumnlessCount else {
            unknownKey = key.text
            self[Self.unknown].demand = demand.subtracting(.restMembers)
            self[Self.unknown].parent = parent
            self[Self.unknown].next = Self.none
            return Self.unknown
        }
        if !demand.wantsColumn { columnlessCount += 1 }
        let member = append(key, in: parent, demand: demand)
        changes.append(.added)
        link(member, in: parent, after: previous)
        return member
    }

    private mutating func append(_ key: KeyText, in parent: Int32, demand: Demand) -> Int32 {
        let number = index.insert(key, in: Int(parent))
        precondition(number == members.count, "keys and members are removed in the same order")
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

    func path(_ member: Int32) -> [String] {
        var (path, member) = ([String](), member)
        while member > Self.root {
            path.append(key(of: member))
            member = self[member].parent
        }
        return path.reversed()
    }

    /// Returns the paths of the members from an index on.
    private func paths(from start: Int32) -> some Sequence<[String]> {
        (start..<Int32(members.count)).lazy.map(path)
    }

    var paths: some Sequence<[String]> { paths(from: 2) }

    /// The paths of the members that were added for the current record.
    var newPaths: some Sequence<[String]> { paths(from: keptCount) }

    // MARK: - Columns

    /// Assigns a column to a member that has none.
    mutating func assign(_ member: Int32, to column: Int32, isTyped: Bool = false) {
        if isTyped { self[member].fixedColumn = column } else { self[member].column = column }
        changes.append(.columnAssigned(member))
    }

    mutating func swapColumns(_ first: Int32, _ second: Int32) {
        for index in members.indices {
            members[index].column.exchange(first, second)
            members[index].fixedColumn.exchange(first, second)
        }
    }

    mutating func recordNull(_ member: Int32) {
        self[member].wasNull = true
        nulls.append(member)
        changes.append(.wasNull)
    }

    var nullCount: Int { nulls.count }

    /// The paths of the members that were null, and have no column.
    var nullPaths: [[String]] {
        nulls.filter { max(self[$0].column, self[$0].fixedColumn) == Self.none }.map(path)
    }

    // MARK: - Records

    /// Keeps the changes of the record that was read.
    @inline(__always)
    mutating func keep() {
        guard !changes.isEmpty else { return }
        changes.removeAll()
        keptCount = Int32(members.count)
    }

    /// Reverts the changes of the record that was read.
    mutating func undo() {
        while let change = changes.popLast() {
            switch change {
            case .added: removeLast()
            case .first(in: let parent): self[parent].first = Self.none
            case .next(after: let previous): self[previous].next = Self.none
            case .columnAssigned(let member):
                (self[member].column, self[member].fixedColumn) = (Self.none, Self.none)
            case .wasNull: self[nulls.removeLast()].wasNull = false
            }
        }
    }

    private mutating func removeLast() {
        let member = members.removeLast()
        index.remove(members.count)
        if !member.demand.wantsColumn { columnlessCount -= 1 }
    }
}

extension MemberIndex.Demand {
    fileprivate var wantsColumn: Bool { !isDisjoint(with: [.value, .members, .rows]) }
}

extension Int32 {
    /// Replaces `first` with `second`, and `second` with `first`. Leaves all other numbers unchanged.
    mutating func exchange(_ first: Int32, _ second: Int32) {
        if self == first { self = second } else if self == second { self = first }
    }
}

extension MemberIndex {
    /// A key of an object.
    struct Member {
        /// The key. The index owns its bytes.
        let key: KeyText
        /// The object that has the key: the member whose value is that object, or `root`.
        var parent: Int32
        /// The column of the values; `none` until a value needs a column.
        var column = MemberIndex.none
        /// The column of the values that fit its type, which a schema or the options give; `none` for a key without one.
        var fixedColumn = MemberIndex.none
        var demand: Demand = []
        /// Whether the value was null while the member had no column.
        var wasNull = false
        /// The number of the expanded array that is the value of the member; `none` if they become JSON.
        var expandedArray = MemberIndex.none
        /// The number of the last row in which the value had cells, or members of the rest, that the next value of the
        /// same key replaces; 0 if there was none.
        var replaceableIn = 0
        /// The indices of the row's cells that come from the members of that value.
        var cells = 0..<0
        /// The indices of the members of the rest that come from that value.
        var restMembers = 0..<0
        /// The member that last followed this one in its object.
        var next = MemberIndex.none
        /// The member that last came first in the object that is this member's value.
        var first = MemberIndex.none
    }

    /// The parts of a member's values to store.
    struct Demand: OptionSet {
        let rawValue: UInt8

        /// The value itself, in one column.
        static let value = Demand(rawValue: 1)
        /// The members of an object, in columns of their own.
        static let members = Demand(rawValue: 2)
        /// The value, in the column for members without a column of their own. In a table with a schema that has no such
        /// column, the value rejects the record.
        static let rest = Demand(rawValue: 4)
        /// The elements of an array, as rows of a child table.
        static let rows = Demand(rawValue: 8)
        /// The members of an object, each like a value of ``rest``.
        static let restMembers = Demand(rawValue: 16)
    }
}
