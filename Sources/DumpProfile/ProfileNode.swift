import JSONRecords

/// The profile of one key path while a dump is read.
///
/// Nodes refer to each other by number, because their memory moves when it grows. A negative number stands for no node.
struct ProfileNode {
    typealias Number = Int32

    /// The key; ``KeyText/none`` for the records and for the elements of an array. The index owns the bytes.
    let key: KeyText
    /// The number of bytes of the path's keys when the node was added.
    let pathBytes: Int
    var values = ValueProfile()
    /// The number of objects that have the key.
    var occurrences = 0
    /// The number of the last object that had the key.
    var lastObject = 0
    /// The number of the last record that has a value here.
    var lastRecord = 0
    /// The counts before the current record; see ``RecordCases``.
    var earlierCounts = PathCounts()
    var candidate = Candidate.none
    /// Whether some of the values, or some of their contents, were skipped.
    var isIncomplete = false
    /// Whether keys of the objects were omitted, because they were too long or because there was no room for more
    /// paths.
    var hasOmittedKeys = false

    /// The node of the elements of the arrays among the values.
    var element: Number = -1

    /// Whether the keys of the objects are data. The only child then stands for all keys.
    var isDictionary = false
    /// The keys of the objects, as a list in the order of their first occurrence.
    var firstChild: Number = -1
    var lastChild: Number = -1
    var childCount = 0
    /// The number of keys when they were last found not to be data; 0 before the first check.
    var checkedKeyCount = 0

    /// Whether the strings here may tell the records apart.
    enum Candidate: Equatable {
        case none
        /// They may, because the node is a member of the first record.
        case possible
        case index(Int)
    }

    /// The next key in the parent's list.
    var sibling: Number = -1
    /// The key that last followed this one in an object.
    var next: Number = -1
}

/// An open array or object.
struct ProfileFrame {
    var node: ProfileNode.Number
    let isArray: Bool
    /// The number of the object in the dump, or the number of the array's elements so far.
    var count: Int
    /// The last key of the object.
    var last: ProfileNode.Number = -1
}
