/// The nodes of a profile, and a table that finds them by their parents and keys.
///
/// Memory by plain pointers, because an array of nodes would be checked for uniqueness at each event. Freed by hand.
@safe
struct NodeMemory {
    typealias Number = PathNode.Number

    private var nodes: UnsafeMutablePointer<PathNode>
    private var buckets: UnsafeMutablePointer<Number>
    private var capacity = 64
    /// How many nodes there have ever been.
    private var used = 0
    /// The nodes that were freed, linked by `sibling`.
    private var firstFree: Number = -1
    /// How many nodes there are.
    private(set) var count = 0
    /// How many bytes the keys of all paths have, those of each path counted anew.
    private(set) var pathBytes = 0

    init() {
        // SAFETY: freed by `free`.
        unsafe nodes = .allocate(capacity: capacity)
        unsafe buckets = .allocate(capacity: capacity)
        unsafe buckets.initialize(repeating: -1, count: capacity)
    }

    func free() {
        for index in 0..<used { unsafe nodes[index].key.free() }
        unsafe nodes.deinitialize(count: used)
        unsafe nodes.deallocate()
        unsafe buckets.deallocate()
    }

    subscript(number: Number) -> PathNode {
        // SAFETY: numbers are those of nodes that are there.
        unsafeAddress { unsafe UnsafePointer(nodes + Int(number)) }
        nonmutating unsafeMutableAddress { unsafe nodes + Int(number) }
    }

    /// The node of a key.
    ///
    /// - Parameter key: `count` bytes.
    func find(_ key: UnsafePointer<UInt8>, _ count: Int, hash: UInt64, in parent: Number) -> Number? {
        var number = unsafe buckets[bucket(hash, parent)]
        while number >= 0 {
            if self[number].parent == parent, self[number].key.hash == hash,
                unsafe self[number].key.isSpelled(key, count)
            {
                return number
            }
            number = self[number].chain
        }
        return nil
    }

    /// The node with the same key in another place.
    func find(_ key: KeyBytes, in parent: Number) -> Number? {
        unsafe find(key.start, key.count, hash: key.hash, in: parent)
    }

    mutating func add(_ key: KeyBytes, in parent: Number) -> Number {
        let number = room()
        // SAFETY: a place that has no node.
        let bytes = pathBytes(of: key.count, in: parent)
        unsafe (nodes + Int(number)).initialize(to: PathNode(key: key, pathBytes: bytes, parent: parent))
        count += 1
        pathBytes += bytes
        insert(number)
        return number
    }

    /// How many bytes a path has whose last key has `count` bytes.
    func pathBytes(of count: Int, in parent: Number) -> Int {
        parent < 0 ? count : self[parent].pathBytes + count
    }

    private mutating func room() -> Number {
        if firstFree >= 0 {
            let number = firstFree
            firstFree = self[number].sibling
            self[number].key.free()
            unsafe (nodes + Int(number)).deinitialize(count: 1)
            return number
        }
        if used == capacity { grow() }
        used += 1
        return Number(used - 1)
    }

    private mutating func grow() {
        // SAFETY: the nodes move to memory with room for as many and more; nobody keeps their addresses.
        let larger = UnsafeMutablePointer<PathNode>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: nodes, count: used)
        unsafe nodes.deallocate()
        unsafe nodes = larger
        unsafe buckets.deallocate()
        capacity *= 2
        unsafe buckets = .allocate(capacity: capacity)
        unsafe buckets.initialize(repeating: -1, count: capacity)
        // Only what grew is without free nodes, so that all are in use.
        for number in 0..<Number(used) { insert(number) }
    }

    /// Takes a node out, which stays where it is until its place is needed.
    mutating func remove(_ number: Number) {
        unlink(number)
        pathBytes -= self[number].pathBytes
        self[number].key.free()
        self[number].key = KeyBytes()
        self[number].sibling = firstFree
        self[number].parent = -1
        self[number].values = ValueProfile()
        firstFree = number
        count -= 1
    }

    /// Puts a node elsewhere.
    func move(_ number: Number, to parent: Number) {
        unlink(number)
        self[number].parent = parent
        insert(number)
    }

    private func insert(_ number: Number) {
        let bucket = bucket(self[number].key.hash, self[number].parent)
        self[number].chain = unsafe buckets[bucket]
        unsafe buckets[bucket] = number
    }

    private func unlink(_ number: Number) {
        let bucket = bucket(self[number].key.hash, self[number].parent)
        let after = self[number].chain
        guard unsafe buckets[bucket] != number else {
            unsafe buckets[bucket] = after
            return
        }
        var before = unsafe buckets[bucket]
        while before >= 0, self[before].chain != number { before = self[before].chain }
        if before >= 0 { self[before].chain = after }
    }

    private func bucket(_ hash: UInt64, _ parent: Number) -> Int {
        let mixed = (hash ^ UInt64(truncatingIfNeeded: parent)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & (capacity - 1)
    }
}
