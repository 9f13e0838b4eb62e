/// The keys that records were seen to have, and the column of each.
///
/// Where objects are made flat, the keys of an object inside are members of it. Keys come in the same order in record
/// after record: the one that followed the last time is compared first, and only if it is another it is looked up.
struct MemberIndex {
    /// A key of one object.
    struct Member {
        /// Where the key is in `spellings`.
        var spelling: Range<Int>
        /// The object it is a key of: the member whose value that is, or `root`.
        var parent: Int32
        /// The column of its values; `none` while there was none but null.
        var column = MemberIndex.none
        /// What is wanted of its values.
        var demand: Demand = []
        /// Whether it was null while it had no column.
        var wasNull = false
        /// The last record in which its value was an object that is made flat; 0 if there was none.
        var flattenedIn = 0
        /// The member that came after it, and the one that came first inside of it.
        var next = MemberIndex.none
        var first = MemberIndex.none
    }

    /// What is wanted of the values of a member.
    struct Demand: OptionSet {
        let rawValue: UInt8

        /// The value itself, in a column.
        static let value = Demand(rawValue: 1)
        /// The members of objects, in columns of their own.
        static let members = Demand(rawValue: 2)
    }

    /// The key is one of bytes: to a `String`, é is the same however it is composed.
    private struct Key: Hashable {
        var parent: Int32
        var key: [UInt8]
    }

    /// The record itself, whose keys are members of no other.
    static let root: Int32 = 0
    static let none: Int32 = -1

    private(set) var members = [Member(spelling: 0..<0, parent: MemberIndex.none)]
    private var spellings: [UInt8] = []
    private var index: [Key: Int32] = [:]

    subscript(member: Int32) -> Member {
        @inline(__always) get { members[Int(member)] }
        @inline(__always) _modify { yield &members[Int(member)] }
    }

    /// The member that has a key, if it is the one after `previous`.
    ///
    /// - Parameter previous: `none` at the beginning of the object.
    @inline(__always)
    func expected(
        _ key: UnsafeBufferPointer<UInt8>, in parent: Int32, after previous: Int32
    ) -> Int32? {
        let guess = previous == Self.none ? self[parent].first : self[previous].next
        guard guess != Self.none else { return nil }
        let spelling = self[guess].spelling
        guard spelling.count == key.count else { return nil }
        for index in 0..<key.count {
            // SAFETY: the index is less than the count.
            guard unsafe spellings[spelling.lowerBound + index] == key[index] else { return nil }
        }
        return guess
    }

    /// The member that has a key, which may be new.
    mutating func member(
        _ key: UnsafeBufferPointer<UInt8>, in parent: Int32, after previous: Int32
    ) -> (member: Int32, isNew: Bool) {
        let entry = unsafe Key(parent: parent, key: Array(key))
        let known = index[entry]
        let member = known ?? add(entry)
        if previous == Self.none { self[parent].first = member } else { self[previous].next = member }
        return (member, known == nil)
    }

    private mutating func add(_ entry: Key) -> Int32 {
        let start = spellings.count
        spellings.append(contentsOf: entry.key)
        let member = Int32(members.count)
        members.append(Member(spelling: start..<spellings.count, parent: entry.parent))
        index[entry] = member
        return member
    }

    /// The keys that lead to a member.
    func path(_ member: Int32) -> [String] {
        var (path, member) = ([String](), member)
        while member > Self.root {
            path.append(String(decoding: spellings[self[member].spelling], as: UTF8.self))
            member = self[member].parent
        }
        return path.reversed()
    }

    /// The keys that lead to each member.
    var paths: [[String]] { members.indices.dropFirst().map { path(Int32($0)) } }

    /// The members that were never anything but null, and are no objects that are made flat. They are told once.
    mutating func takeNullMembers() -> [Int32] {
        var nulls: [Int32] = []
        for index in members.indices where members[index].wasNull {
            members[index].wasNull = false
            let isValue = members[index].demand.contains(.value) && members[index].flattenedIn == 0
            if isValue, members[index].column == Self.none { nulls.append(Int32(index)) }
        }
        return nulls
    }

    /// The members inside of one, at any depth.
    func members(inside outer: Int32) -> [Int32] {
        // A member comes after the one it is inside of.
        var inside: Set<Int32> = [outer]
        return members.indices.compactMap { index in
            guard inside.contains(members[index].parent) else { return nil }
            inside.insert(Int32(index))
            return Int32(index)
        }
    }

    /// Takes the columns from an index on away from their members.
    mutating func forgetColumns(from column: Int32) {
        for index in members.indices where members[index].column >= column {
            members[index].column = Self.none
        }
    }
}
