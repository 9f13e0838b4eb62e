import JSONRecords

/// The nodes of a profile, and an index that finds them by parent and key.
///
/// The nodes are in manually freed memory, because an array would check for unique ownership at each event.
struct NodeMemory {
    typealias Number = ProfileNode.Number

    private var index: KeyIndex
    private var nodes = PinnedArray<ProfileNode>(count: 64)
    /// The number of nodes that were ever in use.
    private var used = 0
    /// The number of bytes of the keys of all paths. A key counts once for each path through it.
    private(set) var pathBytes = 0

    init() {
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
        let node = ProfileNode(key: index[number], pathBytes: bytes)
        if number < used { nodes[number] = node } else { append(node) }
        return Number(number)
    }

    /// Returns the number of bytes of a path whose last key has `count` bytes.
    func pathBytes(of count: Int, in parent: Number) -> Int {
        parent < 0 ? count : self[parent].pathBytes + count
    }

    private mutating func append(_ node: ProfileNode) {
        if used == nodes.count { nodes.grow(to: nodes.count * 2, moving: used) }
        nodes.pinned(used).initialize(to: node)
        used += 1
    }

    /// Removes a node. An added node reuses the number of the node that was removed last.
    mutating func remove(_ number: Number) {
        pathBytes -= self[number].pathBytes
        self[number] = ProfileNode(key: .none, pathBytes: 0)
        index.remove(Int(number))
    }

    /// Moves a node to another parent.
    func move(_ number: Number, to parent: Number) {
        index.move(Int(number), to: Int(parent))
    }
}
