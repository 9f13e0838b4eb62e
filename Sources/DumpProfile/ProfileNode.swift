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
    var values: ValueProfile
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

/// The nodes of a profile, and an index that finds them by parent and key.
///
/// The nodes are in manually freed memory, because an array would check for unique ownership at each event.
struct NodeMemory {
    typealias Number = ProfileNode.Number

    private let collectsDistributions: Bool
    private var index: KeyIndex
    private var nodes = PinnedArray<ProfileNode>(count: 64)
    /// The number of nodes that were ever in use.
    private var used = 0
    /// The number of bytes of the keys of all paths. A key counts once for each path through it.
    private(set) var pathBytes = 0

    init(collectsDistributions: Bool) {
        self.collectsDistributions = collectsDistributions
        index = KeyIndex(capacity: nodes.count)
    }

    func free() {
        index.free()
        nodes.free(initialized: used)
    }

    /// The number of nodes.
    var count: Int { index.count }

    subscript(number: Number) -> ProfileNode {
        // SAFETY: Callers pass only numbers that `add` returned, so the node is initialized until `free`.
        unsafeAddress { unsafe UnsafePointer(nodes.pinned(Int(number)).pointer) }
        nonmutating unsafeMutableAddress { unsafe nodes.pinned(Int(number)).pointer }
    }

    /// Returns the node with a key.
    func find(_ key: KeyText, in parent: Number) -> Number? {
        index.find(key, in: Int(parent)).map(Number.init)
    }

    /// Adds the node of a key, and copies the key. The key is ``KeyText/none`` for the records and for the
    /// elements of an array.
    mutating func add(_ key: KeyText, in parent: Number) -> Number {
        let number = index.insert(key, in: Int(parent))
        let bytes = pathBytes(of: max(key.count, 0), in: parent)
        pathBytes += bytes
        let node = makeNode(index[number], pathBytes: bytes)
        if number < used { nodes[number] = node } else { append(node) }
        return Number(number)
    }

    /// Returns the number of bytes of a path whose last key has `count` bytes.
    func pathBytes(of count: Int, in parent: Number) -> Int {
        parent < 0 ? count : self[parent].pathBytes + count
    }

    private func makeNode(_ key: KeyText, pathBytes: Int) -> ProfileNode {
        ProfileNode(
            key: key, pathBytes: pathBytes, values: ValueProfile(collectsDistribution: collectsDistributions))
    }

    private mutating func append(_ node: ProfileNode) {
        if used == nodes.count { nodes.grow(to: nodes.count * 2, moving: used) }
        nodes.pinned(used).initialize(to: node)
        used += 1
    }

    /// Removes a node. An added node reuses the number of the node that was removed last.
    mutating func remove(_ number: Number) {
        pathBytes -= self[number].pathBytes
        self[number] = makeNode(.none, pathBytes: 0)
        index.remove(Int(number))
    }

    /// Moves a node to another parent.
    func move(_ number: Number, to parent: Number) {
        index.move(Int(number), to: Int(parent))
    }
}
