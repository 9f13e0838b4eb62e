import JSONRecords

/// The key paths of a dump with the profiles of their values, built from events.
///
/// An event at a known path allocates nothing. Records usually have their keys in the same order, so each key stores
/// which key followed it last time.
@safe
struct ProfileTree {
    typealias Number = ProfileNode.Number

    let limits: ProfileLimits
    var nodes: NodeMemory
    /// The number of members that were skipped because their keys were too long, or because there was no room for more
    /// paths.
    var omittedMembers = 0
    /// The counts of the records by the values of members that may tell them apart.
    var cases = RecordCases()
    /// The open arrays and objects, outermost first. Has room for `maximumDepth`; the first `depth` are in use.
    let frames: PinnedArray<ProfileFrame>
    private(set) var depth = 0
    var objectCount = 0
    /// Whether a limit of the number of keys or paths was reached. The profile then depends on the order of the values.
    var hasReachedLimit = false

    /// The node of the records.
    static var root: Number { 0 }

    init(limits: ProfileLimits, collectsDistributions: Bool) {
        self.limits = limits
        nodes = NodeMemory(collectsDistributions: collectsDistributions)
        frames = PinnedArray(count: limits.maximumDepth)
        _ = nodes.add(.none, in: -1)
    }

    func free() {
        nodes.free()
        cases.free()
        frames.free(initialized: 0)
    }

    // MARK: - Values

    // Without the inlining in this file, `inspect` takes 5.6% more instructions (tweets).

    /// Returns the node of the value that begins. Counts the value if it is an array element.
    @inline(__always)
    mutating func beginValue() -> Number {
        if depth > 0, frames[depth - 1].isArray { frames[depth - 1].count += 1 }
        let node = currentNode
        if nodes[node].lastRecord != cases.record { touch(node) }
        return node
    }

    /// The node of the current value.
    var currentNode: Number {
        guard depth > 0 else { return Self.root }
        guard frames[depth - 1].isArray else { return frames[depth - 1].last }
        return nodes[frames[depth - 1].node].element
    }

    /// - Returns: whether the members are profiled.
    mutating func startObject() -> Bool {
        let node = beginValue()
        nodes[node].values.counts.objects += 1
        objectCount += 1
        return start(ProfileFrame(node: node, isArray: false, count: objectCount))
    }

    /// - Returns: whether the elements are profiled.
    mutating func startArray() -> Bool {
        let array = beginValue()
        nodes[array].values.counts.arrays += 1
        if nodes[array].element < 0 { makeElement() }
        let node = currentNode
        guard nodes[node].element >= 0 else {
            nodes[node].isIncomplete = true
            return false
        }
        return start(ProfileFrame(node: node, isArray: true, count: 0))
    }

    /// Adds the node for the elements of the current array, if there is room. Making room may merge the node of the
    /// array into another one.
    mutating func makeElement() {
        guard depth < limits.maximumDepth, makeRoom(keyBytes: 0, in: currentNode),
            nodes[currentNode].element < 0
        else {
            return
        }
        let element = nodes.add(.none, in: currentNode)
        nodes[currentNode].element = element
    }

    mutating func start(_ frame: ProfileFrame) -> Bool {
        guard depth < limits.maximumDepth else {
            nodes[frame.node].isIncomplete = true
            return false
        }
        frames.pinned(depth).initialize(to: frame)
        depth += 1
        return true
    }

    /// Ends an array or object.
    ///
    /// - Returns: the array or object.
    @discardableResult
    mutating func end() -> ProfileFrame {
        depth -= 1
        return frames[depth]
    }

    /// Closes all open arrays and objects, because their record is discarded.
    mutating func reset() {
        depth = 0
        discardRecord()
    }

    /// The path of the next value, from the record's root.
    var path: [JSONPath.Component] {
        (0..<depth).compactMap { index in
            let frame = frames[index]
            if frame.isArray { return .index(max(frame.count - 1, 0)) }
            return frame.last < 0 ? nil : .key(nodes[frame.last].key.text)
        }
    }

    // MARK: - Keys

    /// Sets the key of the next value.
    ///
    /// - Parameter key: the key's bytes, `count` of them.
    /// - Returns: whether the path of the value is kept.
    @inline(__always)
    mutating func key(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let object = frames[depth - 1].node
        let last = frames[depth - 1].last
        if nodes[object].isDictionary {
            recordKey(nodes[object].firstChild)
            return true
        }
        let guess = last < 0 ? nodes[object].firstChild : nodes[last].next
        // SAFETY: The caller lends `count` bytes for the call. A new key's bytes are copied.
        if guess >= 0, unsafe nodes[guess].key.isSpelled(key, count) {
            recordKey(guess)
            return true
        }
        guard let found = unsafe find(KeyText(key, count: count)) else { return false }
        let previous = frames[depth - 1].last
        if previous >= 0 { nodes[previous].next = found }
        recordKey(found)
        return true
    }

    /// Makes a key the key of the next value, and counts the key once for each object.
    @inline(__always)
    private func recordKey(_ node: Number) {
        frames[depth - 1].last = node
        let object = frames[depth - 1].count
        guard nodes[node].lastObject != object else { return }
        nodes[node].lastObject = object
        nodes[node].occurrences += 1
    }

    /// Returns the node of a key that was not the expected one, and adds a node for a new key; `nil` if there is no
    /// room for a new node, or if the key is too long.
    mutating func find(_ key: KeyText) -> Number? {
        let object = frames[depth - 1].node
        if let existing = nodes.find(key, in: object) { return existing }
        if mayBeDictionary(object) {
            hasReachedLimit = true
            makeDictionaryIfAlike(object)
        }
        let hasRoom = makeRoom(keyBytes: key.count, in: object)
        let parent = frames[depth - 1].node
        if nodes[parent].isDictionary { return nodes[parent].firstChild }
        if let existing = nodes.find(key, in: parent) { return existing }
        guard hasRoom else {
            omittedMembers += 1
            nodes[parent].hasOmittedKeys = true
            return nil
        }
        let node = nodes.add(key, in: parent)
        // Earlier members with the key may have been omitted.
        nodes[node].isIncomplete = nodes[parent].hasOmittedKeys
        if parent == Self.root, cases.isFirstRecord { nodes[node].candidate = .possible }
        link(node, to: parent)
        return node
    }

    private func mayBeDictionary(_ object: Number) -> Bool {
        let keys = nodes[object].childCount
        return keys >= limits.maximumKeys && keys >= 2 * nodes[object].checkedKeyCount
    }

    /// Makes room for one more path. If no room is left, checks whether the keys of the open objects are data, the
    /// innermost object first.
    ///
    /// - Returns: whether there is room.
    private mutating func makeRoom(keyBytes: Int, in parent: Number) -> Bool {
        let bytes = nodes.pathBytes(of: keyBytes, in: parent)
        guard keyBytes > limits.maximumKeyBytes || !hasRoom(for: bytes) else { return true }
        hasReachedLimit = true
        guard keyBytes <= limits.maximumKeyBytes else { return false }
        for index in (0..<depth).reversed() {
            let object = frames[index].node
            let keys = nodes[object].childCount
            guard !frames[index].isArray, !nodes[object].isDictionary, keys >= limits.minimumDictionaryKeys,
                keys != nodes[object].checkedKeyCount
            else { continue }
            makeDictionaryIfAlike(object)
            if hasRoom(for: bytes) { return true }
        }
        return false
    }

    private func hasRoom(for pathBytes: Int) -> Bool {
        nodes.count < limits.maximumPaths && nodes.pathBytes + pathBytes <= limits.maximumPathBytes
    }

    func link(_ node: Number, to parent: Number) {
        nodes[node].sibling = -1
        nodes[node].next = -1
        let lastChild = nodes[parent].lastChild
        if lastChild < 0 { nodes[parent].firstChild = node } else { nodes[lastChild].sibling = node }
        nodes[parent].lastChild = node
        nodes[parent].childCount += 1
    }
}
