internal import JSONRecords

extension MemberIndex {
    /// A key of one object.
    struct Member {
        /// The key; the bytes are the index's.
        let key: KeyText
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
        /// Where the cells of the row are that came of that object.
        var cells = 0..<0
        /// The member that came after it, and the one that came first inside it.
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
}
