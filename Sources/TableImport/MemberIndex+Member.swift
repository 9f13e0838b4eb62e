internal import JSONRecords

extension MemberIndex {
    /// A key of an object.
    struct Member {
        /// The key. The index owns its bytes.
        let key: KeyText
        /// The object that has the key: the member whose value is that object, or `root`.
        var parent: Int32
        /// The column of the values; `none` until a value needs a column.
        var column = MemberIndex.none
        /// The column of the values that fit it, in a table with a schema; `none` for a key without a column.
        var fixedColumn = MemberIndex.none
        /// The parts of the values to store.
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
