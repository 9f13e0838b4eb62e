/// The arrays and objects around the records, and how far the paths to the records have been followed.
struct Envelope {
    /// An open array or object on a path.
    private struct Level {
        let isArray: Bool
        /// The node of the array or object in the tree of the paths.
        let node: Int
        /// The number of values before the current one.
        var index = 0
        /// The current key of an object; `nil` if the member is not on a path.
        var key: String?
        /// The node of the current member or element; `nil` if it is not on a path.
        var child: Int?
    }

    /// The container whose values are records: an open array, or the top level of the text.
    private enum Records {
        /// No open container holds records.
        case none
        case topLevel
        /// An open array; `index` is the index of the current element.
        case array(index: Int)
    }

    private let paths: RecordPaths
    private var levels: [Level] = []
    private var records = Records.none
    private var recordsAreAtTopLevel = false
    /// Whether a value was found at the end of each path.
    private var hasFoundPath: [Bool]
    /// Whether the current value at the top level has a value at the end of the first path.
    private(set) var valueHasPath = false
    /// The enclosing values of the records that follow.
    var enclosing: EnclosingTexts

    init(_ paths: RecordPaths) {
        self.paths = paths
        hasFoundPath = Array(repeating: false, count: paths.count)
        enclosing = EnclosingTexts(paths.routes)
    }

    /// Prepares for another input.
    mutating func restart() {
        recordsAreAtTopLevel = false
        returnToTopLevel()
        for number in hasFoundPath.indices { hasFoundPath[number] = false }
    }

    /// Prepares for a new text.
    ///
    /// - Parameter isDocument: whether the text is one document, so that the elements of an array at the end of a
    ///   path are records.
    mutating func start(isDocument: Bool) {
        recordsAreAtTopLevel = !isDocument && paths.areAtRoot
        returnToTopLevel()
    }

    /// Leaves all arrays and objects, and returns to the top level.
    mutating func returnToTopLevel() {
        levels.removeAll(keepingCapacity: true)
        enclosing.close(to: 0)
        records = recordsAreAtTopLevel ? .topLevel : .none
    }

    /// The number of open arrays and objects around the records.
    var depth: Int {
        if case .array = records { levels.count + 1 } else { levels.count }
    }

    var isAtTopLevel: Bool { depth == 0 }

    var hasTopLevelRecords: Bool {
        if case .topLevel = records { true } else { false }
    }

    /// Whether the next value is a record because it is at the top level or in the array of records.
    var nextValueIsRecord: Bool {
        if case .none = records { false } else { true }
    }

    /// The index of the current element of the array of records; `nil` if the array is not open.
    var recordIndex: Int? {
        if case .array(let index) = records { index } else { nil }
    }

    // MARK: - Parts of the array of records

    /// A text that may precede the first record: the brackets around it.
    var opening: [UInt8] {
        guard recordIndex != nil else { return [] }
        return levels.flatMap { Array(($0.isArray ? "[" : "{\"\":").utf8) } + Array("[".utf8)
    }

    /// A text that may precede a record other than the first: another record and, in an array, the brackets around both.
    var openingAfterRecord: [UInt8] { opening + Array((recordIndex == nil ? "0 " : "0,").utf8) }

    /// Opens the arrays and objects on a path without wildcards, and the array of records at its end.
    mutating func enterRecords(at path: JSONPath) {
        for component in path.components {
            switch component {
            case .key(let key):
                open(isArray: false)
                self.key(key)
            case .index(let index):
                open(isArray: true)
                levels[levels.count - 1].index = index
                _ = valueBegins()
            case .wildcard: preconditionFailure("the records are in one array")
            }
        }
        _ = pathEnd()
        openRecords()
    }

    /// Moves to an element of the array of records.
    mutating func move(toRecord index: Int) {
        if recordIndex != nil { records = .array(index: index) }
    }

    // MARK: - Values

    /// Compares the index of the value that begins, if it is in an array, with the paths.
    ///
    /// - Returns: whether a path leads to the value or through the value.
    mutating func valueBegins() -> Bool {
        guard let last = levels.indices.last else { return true }
        if levels[last].isArray {
            levels[last].child = paths.nodes[levels[last].node].element(levels[last].index)
        }
        return levels[last].child != nil
    }

    /// Returns the number of the path that ends at the value that begins, and notes that the path was found; `nil` if paths
    /// lead through the value. The value is on a path.
    mutating func pathEnd() -> Int? {
        guard let number = paths.nodes[currentNode].endingPath else { return nil }
        foundPath(number)
        return number
    }

    /// The numbers of the routes to enclosing values that end at the current value, which is on a path.
    var enclosingRoutes: [Int] { paths.nodes[currentNode].endingRoutes }

    /// The key or the index, as JSON text, of a component of the current path.
    func keyText(at component: Int) -> [UInt8] {
        guard let key = levels[component].key else { return Array("\(levels[component].index)".utf8) }
        return Array(CompactJSON.string(key).text.utf8)
    }

    var isInObject: Bool { levels.last?.isArray == false }

    /// Whether the current value, at the end of a path, is a member of an object, and the path ends with its key.
    var isMemberAtPathEnd: Bool {
        levels.last.map { level in level.key.map { paths.nodes[level.node].members[$0] != nil } == true }
            == true
    }

    /// The node of the current value, which is on a path.
    private var currentNode: Int {
        guard let level = levels.last else { return 0 }
        guard let child = level.child else { preconditionFailure("the value is not on a path") }
        return child
    }

    /// Compares a key of the innermost object with the paths.
    mutating func key(_ key: String) {
        guard let last = levels.indices.last else { return }
        let child = paths.nodes[levels[last].node].member(key)
        (levels[last].child, levels[last].key) = (child, child == nil ? nil : key)
    }

    private mutating func foundPath(_ number: Int) {
        hasFoundPath[number] = true
        if number == 0 { valueHasPath = true }
    }

    /// Prepares for another value at the top level.
    mutating func topLevelValueBegins() { valueHasPath = false }

    /// The first path that must lead to a value, and at which no value was found; `nil` if all were found.
    var missingPath: JSONPath? {
        hasFoundPath.indices.first { !hasFoundPath[$0] && paths.paths[$0].isRequired }.map {
            paths.paths[$0].path
        }
    }

    /// Advances the index of the innermost array after a value: a record, a container of the envelope, or a value off
    /// the path.
    mutating func valueEnds() {
        if case .array(let index) = records {
            records = .array(index: index + 1)
        } else if let last = levels.indices.last {
            levels[last].index += 1
        }
    }

    /// Opens an array or object that a path leads through.
    mutating func open(isArray: Bool) { levels.append(Level(isArray: isArray, node: currentNode)) }

    /// Opens the array whose elements are the records.
    mutating func openRecords() { records = .array(index: 0) }

    /// Closes the innermost array or object.
    mutating func close() {
        if case .array = records {
            records = .none
        } else {
            let level = levels.removeLast()
            enclosing.close(to: levels.count)
            // Paths through all members are correct, as far as an empty array or object can tell.
            if level.index == 0 { paths.nodes[level.node].wildcardPaths.forEach { foundPath($0) } }
        }
        valueEnds()
    }

    /// The part of the current value's path that lies in the envelope.
    var path: [JSONPath.Component] {
        var path = levels.compactMap { level -> JSONPath.Component? in
            level.isArray ? .index(level.index) : level.key.map { .key($0) }
        }
        if case .array(let index) = records { path.append(.index(index)) }
        return path
    }
}
