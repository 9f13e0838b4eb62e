import JSONRecords

/// What is known of one key path while a dump is read.
///
/// Nodes refer to each other by their numbers, as their memory moves when it grows. A negative number is none.
struct PathNode {
    typealias Number = Int32

    /// ``KeyText/none`` for the records and for the elements of an array; the bytes are the index's.
    let key: KeyText
    /// How many bytes the keys of the path had when it was made.
    let pathBytes: Int
    var values = ValueProfile()
    /// In how many objects the key is.
    var occurrences = 0
    /// The last object that had the key.
    var lastObject = 0
    /// Whether some of the values were passed over, or some of what is in them.
    var isIncomplete = false
    /// Whether there were keys for which there was no room.
    var hasOmittedKeys = false

    /// What is known of the elements, if the values are arrays.
    var element: Number = -1

    /// Whether the keys of the objects are data; the only child stands for all of them.
    var isDictionary = false
    /// The keys of the objects, in the order in which they came.
    var firstChild: Number = -1
    var lastChild: Number = -1
    var childCount = 0
    /// How many keys there were when they were found to be no data.
    var checkedKeyCount = 0

    /// The key after this one in the list of the parent's.
    var sibling: Number = -1
    /// The key that came after this one the last time.
    var next: Number = -1
}

/// An array or object that has begun.
struct ProfileFrame {
    var node: PathNode.Number
    let isArray: Bool
    /// The number of the object, or how many elements the array has.
    var count: Int
    /// The key that came last.
    var last: PathNode.Number = -1
}
