import JSONRecords

/// The key paths of a dump with the profiles of their values, built from events.
///
/// An event at a known path allocates nothing. Records usually have their keys in the same order, so each key stores
/// which key followed it last time.
@safe
struct ProfileTree {
    typealias Number = ProfileNode.Number

    private let limits: ProfileLimits
    var nodes: NodeMemory
    /// See ``Profile/omittedMembers``.
    var omittedMembers = 0
    /// The counts of the records by the values of members that may tell them apart.
    var cases = RecordCases()
    /// The open arrays and objects, outermost first. Has room for `maximumDepth`; the first `depth` are in use.
    private let frames: PinnedArray<ProfileFrame>
    private(set) var depth = 0
    private var objectCount = 0
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

    private var currentNode: Number {
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

    /// Ends an array or object.
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
    private mutating func find(_ key: KeyText) -> Number? {
        let object = frames[depth - 1].node
        if let existing = nodes.find(key, in: object) { return existing }
        let keys = nodes[object].childCount
        if keys >= limits.maximumKeys, keys >= 2 * nodes[object].checkedKeyCount {
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

    /// Makes room for one more path. If no room is left, checks whether the keys of the open objects are data, the
    /// innermost object first.
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

    private func link(_ node: Number, to parent: Number) {
        nodes[node].sibling = -1
        nodes[node].next = -1
        let lastChild = nodes[parent].lastChild
        if lastChild < 0 { nodes[parent].firstChild = node } else { nodes[lastChild].sibling = node }
        nodes[parent].lastChild = node
        nodes[parent].childCount += 1
    }
}

/// The profile of one key path while a dump is read.
///
/// Nodes refer to each other by number, because their memory moves when it grows. A negative number stands for no node.
struct ProfileNode {
    typealias Number = Int32

    /// The key; ``KeyText/none`` for the records and for the elements of an array. The index owns the bytes.
    let key: KeyText
    /// The number of bytes of the path's keys when the node was added.
    fileprivate let pathBytes: Int
    var values: ValueProfile
    var occurrences = 0
    /// The number of the last object that had the key.
    fileprivate var lastObject = 0
    /// The number of the last record that has a value here.
    var lastRecord = 0
    /// The counts before the current record; see ``RecordCases``.
    var earlierCounts = PathCounts()
    var candidate = Candidate.none
    /// Whether some of the values, or some of their contents, were skipped.
    var isIncomplete = false
    /// See ``PathProfile/hasOmittedKeys``.
    var hasOmittedKeys = false

    /// The node of the elements of the arrays among the values.
    var element: Number = -1

    /// Whether the keys of the objects are data. The only child then stands for all keys.
    var isDictionary = false
    /// The keys of the objects, as a list in the order of their first occurrence.
    fileprivate var firstChild: Number = -1
    fileprivate var lastChild: Number = -1
    fileprivate var childCount = 0
    /// The number of keys when they were last found not to be data; 0 before the first check.
    fileprivate var checkedKeyCount = 0

    /// Whether the strings here may tell the records apart.
    enum Candidate: Equatable {
        case none
        /// They may, because the node is a member of the first record.
        case possible
        case index(Int)
    }

    /// The next key in the parent's list.
    fileprivate var sibling: Number = -1
    /// The key that last followed this one in an object.
    fileprivate var next: Number = -1
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

    var count: Int { index.count }

    subscript(number: Number) -> ProfileNode {
        // SAFETY: Callers pass only numbers that `add` returned, so the node is initialized until `free`.
        unsafeAddress { unsafe UnsafePointer(nodes.pinned(Int(number)).pointer) }
        nonmutating unsafeMutableAddress { unsafe nodes.pinned(Int(number)).pointer }
    }

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

    func move(_ number: Number, to parent: Number) {
        index.move(Int(number), to: Int(parent))
    }
}

/// Detection of objects whose keys are data.
extension ProfileTree {
    /// Merges the nodes of all keys of an object if their values are alike. Otherwise stores the number of the checked
    /// keys.
    private mutating func makeDictionaryIfAlike(_ object: Number) {
        guard areAlike(object) else {
            nodes[object].checkedKeyCount = nodes[object].childCount
            return
        }
        makeDictionary(object)
    }

    /// Returns whether the values of an object's keys are of one kind, apart from nulls. If no value is a dictionary, the
    /// objects among them must have at most twice as many different keys as the one with the most keys.
    private func areAlike(_ object: Number) -> Bool {
        var kinds: TypeCounts.Kinds = []
        var hasDictionary = false
        var (keys, maximumKeyCount) = (Set<KeyText>(), 0)
        for child in children(of: object) {
            kinds.formUnion(nodes[child].values.counts.kinds)
            hasDictionary = hasDictionary || nodes[child].isDictionary
            maximumKeyCount = max(maximumKeyCount, nodes[child].childCount)
            for key in children(of: child) { keys.insert(nodes[key].key) }
        }
        return kinds.isSingleKind && (hasDictionary || keys.count <= 2 * maximumKeyCount)
    }

    private mutating func makeDictionary(_ object: Number) {
        let childNodes = children(of: object)
        nodes[object].isDictionary = true
        if object == Self.root { cases.excludeAll() }
        guard let first = childNodes.first else { return }
        for child in childNodes.dropFirst() { merge(child, into: first) }
        nodes[object].firstChild = first
        nodes[object].lastChild = first
        nodes[object].childCount = 1
        nodes[first].sibling = -1
        nodes[first].next = -1
        if nodes[object].hasOmittedKeys { nodes[first].isIncomplete = true }
    }

    func children(of node: Number) -> [Number] {
        var childNodes: [Number] = []
        var child = nodes[node].firstChild
        while child >= 0 {
            childNodes.append(child)
            child = nodes[child].sibling
        }
        return childNodes
    }

    /// Merges a source node into another node. Neither node may be nested in the other.
    private mutating func merge(_ source: Number, into node: Number) {
        nodes[node].values.merge(nodes[source].values)
        nodes[node].occurrences += nodes[source].occurrences
        nodes[node].isIncomplete = nodes[node].isIncomplete || nodes[source].isIncomplete
        nodes[node].lastObject = max(nodes[node].lastObject, nodes[source].lastObject)
        mergeElements(of: source, into: node)
        mergeKeys(of: source, into: node)
        for index in 0..<depth {
            if frames[index].node == source { frames[index].node = node }
            if frames[index].last == source { frames[index].last = node }
        }
        mergeCases(source, into: node)
        nodes.remove(source)
    }

    private mutating func mergeElements(of source: Number, into node: Number) {
        let (element, sourceElement) = (nodes[node].element, nodes[source].element)
        if element >= 0, sourceElement >= 0 {
            merge(sourceElement, into: element)
        } else if sourceElement >= 0 {
            nodes.move(sourceElement, to: node)
            nodes[node].element = sourceElement
        }
    }

    private mutating func mergeKeys(of source: Number, into node: Number) {
        if nodes[node].isDictionary != nodes[source].isDictionary {
            makeDictionary(nodes[node].isDictionary ? source : node)
        }
        for child in children(of: source) {
            let match =
                nodes[node].isDictionary
                ? nodes[node].firstChild : nodes.find(nodes[child].key, in: node) ?? -1
            if match >= 0 {
                merge(child, into: match)
            } else {
                nodes.move(child, to: node)
                link(child, to: node)
            }
        }
        guard nodes[node].hasOmittedKeys || nodes[source].hasOmittedKeys else { return }
        nodes[node].hasOmittedKeys = true
        // An omitted member may have had any of these keys.
        for child in children(of: node) { nodes[child].isIncomplete = true }
    }
}

/// The merging of profiles of parts of a dump.
extension ProfileTree {
    /// Adds the values of the next part of the dump. The tree then is that of both parts read as one, unless
    /// ``hasReachedLimit`` is set in either tree.
    ///
    /// - Precondition: no array or object is open in either tree.
    mutating func append(_ part: ProfileTree) {
        // The numbers of objects stay unique.
        objectCount += part.objectCount
        var numbers: [Number: Number] = [:]
        append(Self.root, of: part, &numbers)
        if !hasReachedLimit { hasReachedLimit = !cases.append(part.cases, nodes: numbers) }
    }

    /// Adds the values at a node of another tree to the current node.
    ///
    /// - Parameter numbers: receives the nodes of this tree, by those of the part.
    private mutating func append(_ source: Number, of part: ProfileTree, _ numbers: inout [Number: Number]) {
        numbers[source] = currentNode
        nodes[currentNode].values.merge(part.nodes[source].values)
        if part.nodes[source].isIncomplete { nodes[currentNode].isIncomplete = true }
        appendElements(part.nodes[source].element, of: part, &numbers)
        appendMembers(of: source, of: part, &numbers)
    }

    private mutating func appendElements(
        _ source: Number, of part: ProfileTree, _ numbers: inout [Number: Number]
    ) {
        guard source >= 0 else { return }
        if nodes[currentNode].element < 0 { makeElement() }
        guard !hasReachedLimit, start(ProfileFrame(node: currentNode, isArray: true, count: 0)) else {
            return
        }
        append(source, of: part, &numbers)
        end()
    }

    private mutating func appendMembers(
        of source: Number, of part: ProfileTree, _ numbers: inout [Number: Number]
    ) {
        let members = part.children(of: source)
        guard !hasReachedLimit, !members.isEmpty,
            start(ProfileFrame(node: currentNode, isArray: false, count: 0))
        else { return }
        for member in members { append(member: member, of: part, &numbers) }
        end()
    }

    private mutating func append(
        member: Number, of part: ProfileTree, _ numbers: inout [Number: Number]
    ) {
        guard !hasReachedLimit, let node = find(part.nodes[member].key), !hasReachedLimit else { return }
        frames[depth - 1].last = node
        nodes[node].occurrences += part.nodes[member].occurrences
        append(member, of: part, &numbers)
    }
}
