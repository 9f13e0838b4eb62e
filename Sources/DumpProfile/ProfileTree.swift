import JSONRecords

/// What is known of the key paths of a dump, while its events come.
///
/// An event of a path that is known allocates nothing. Keys come in the same order in record after record, so each key
/// remembers which one followed it last time.
@safe
struct ProfileTree {
    typealias Number = PathNode.Number

    let limits: ProfileLimits
    var nodes = NodeMemory()
    /// How many keys came under which there was no room for a path.
    private(set) var omittedKeys = 0
    /// Counted from the outermost. Has room for `maximumDepth`; the first `depth` are in use.
    let frames: PinnedArray<ProfileFrame>
    private(set) var depth = 0
    private var objectCount = 0

    /// The node of the records.
    static var root: Number { 0 }

    init(limits: ProfileLimits) {
        self.limits = limits
        frames = PinnedArray(count: limits.maximumDepth)
        _ = nodes.add(.none, in: -1)
    }

    func free() {
        nodes.free()
        frames.free(initialized: 0)
    }

    // MARK: - Values

    /// The node of the value that has come.
    @inline(__always)
    func beginValue() -> Number {
        if depth > 0, frames[depth - 1].isArray { frames[depth - 1].count += 1 }
        return currentNode
    }

    /// The node of the value at hand.
    private var currentNode: Number {
        guard depth > 0 else { return Self.root }
        guard frames[depth - 1].isArray else { return frames[depth - 1].last }
        return nodes[frames[depth - 1].node].element
    }

    /// - Returns: whether the members are kept.
    mutating func startObject() -> Bool {
        let node = beginValue()
        nodes[node].values.counts.objects += 1
        objectCount += 1
        return start(ProfileFrame(node: node, isArray: false, count: objectCount))
    }

    /// - Returns: whether the elements are kept.
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

    /// Makes the path of the elements of the array at hand, which may become another node with that.
    private mutating func makeElement() {
        guard depth < limits.maximumDepth, makeRoom(keyBytes: 0, in: currentNode),
            nodes[currentNode].element < 0
        else {
            return
        }
        let element = nodes.add(.none, in: currentNode)
        nodes[currentNode].element = element
    }

    private mutating func start(_ frame: ProfileFrame) -> Bool {
        guard depth < limits.maximumDepth else {
            nodes[frame.node].isIncomplete = true
            return false
        }
        frames.pinned(depth).initialize(to: frame)
        depth += 1
        return true
    }

    mutating func end() {
        depth -= 1
        let frame = frames[depth]
        if frame.isArray { nodes[frame.node].values.elements.insert(frame.count) }
    }

    /// Forgets what has begun.
    mutating func reset() {
        depth = 0
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

    /// - Parameter key: `count` bytes.
    /// - Returns: whether there is a path for the member's value.
    @inline(__always)
    mutating func key(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let object = frames[depth - 1].node
        let last = frames[depth - 1].last
        if nodes[object].isDictionary {
            recordKey(nodes[object].firstChild)
            return true
        }
        let guess = last < 0 ? nodes[object].firstChild : nodes[last].next
        // SAFETY: the caller lends `count` bytes, which are copied if they are kept.
        if guess >= 0, unsafe nodes[guess].key.isSpelled(key, count) {
            recordKey(guess)
            return true
        }
        guard let found = unsafe find(KeyText(key, count: count)) else { return false }
        let before = frames[depth - 1].last
        if before >= 0 { nodes[before].next = found }
        recordKey(found)
        return true
    }

    /// Takes note of a key whose value is next.
    @inline(__always)
    private func recordKey(_ node: Number) {
        frames[depth - 1].last = node
        let object = frames[depth - 1].count
        guard nodes[node].lastObject != object else { return }
        nodes[node].lastObject = object
        nodes[node].occurrences += 1
    }

    /// The node of a key that was not expected; `nil` if there is no room for it.
    @inline(never)
    private mutating func find(_ key: KeyText) -> Number? {
        let object = frames[depth - 1].node
        if let known = nodes.find(key, in: object) { return known }
        if mayBeDictionary(object) { makeDictionaryIfAlike(object) }
        let hasRoom = makeRoom(keyBytes: key.count, in: object)
        let parent = frames[depth - 1].node
        if nodes[parent].isDictionary { return nodes[parent].firstChild }
        if let known = nodes.find(key, in: parent) { return known }
        guard hasRoom else {
            omittedKeys += 1
            nodes[parent].hasOmittedKeys = true
            return nil
        }
        let node = nodes.add(key, in: parent)
        // What came under the key before is not known.
        nodes[node].isIncomplete = nodes[parent].hasOmittedKeys
        link(node, to: parent)
        return node
    }

    private func mayBeDictionary(_ object: Number) -> Bool {
        let keys = nodes[object].childCount
        return keys >= limits.maximumKeys && keys >= 2 * nodes[object].checkedKeyCount
    }

    /// Sees to it that one more path can be kept, if need be by looking for keys that are data in what has begun.
    private mutating func makeRoom(keyBytes: Int, in parent: Number) -> Bool {
        guard keyBytes <= limits.maximumKeyBytes else { return false }
        let bytes = nodes.pathBytes(of: keyBytes, in: parent)
        guard !hasRoom(for: bytes) else { return true }
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
        let before = nodes[parent].lastChild
        if before < 0 { nodes[parent].firstChild = node } else { nodes[before].sibling = node }
        nodes[parent].lastChild = node
        nodes[parent].childCount += 1
    }
}

extension ProfileTree {
    /// What is known so far.
    var snapshot: PathProfile { snapshot(of: Self.root, at: ProfiledPath(), possibleOccurrences: nil) }

    /// - Parameter possibleOccurrences: `nil` if there were as many as values.
    private func snapshot(
        of number: Number, at path: ProfiledPath, possibleOccurrences: Int?
    ) -> PathProfile {
        let (values, element) = (nodes[number].values, nodes[number].element)
        let (isDictionary, objects) = (nodes[number].isDictionary, nodes[number].values.counts.objects)
        let members = children(of: number).map { child in
            let step = isDictionary ? ProfiledPath.Step.anyKey : .key(nodes[child].key.text)
            return snapshot(
                of: child, at: path.appending(step), possibleOccurrences: isDictionary ? nil : objects)
        }
        let elements =
            element < 0 ? [] : [snapshot(of: element, at: path.appending(.element), possibleOccurrences: nil)]
        return PathProfile(
            path: path, values: values,
            occurrences: possibleOccurrences == nil ? values.counts.all : nodes[number].occurrences,
            possibleOccurrences: possibleOccurrences ?? values.counts.all,
            isIncomplete: nodes[number].isIncomplete,
            hasOmittedKeys: nodes[number].hasOmittedKeys, isDictionary: isDictionary, members: members,
            elements: elements)
    }
}
