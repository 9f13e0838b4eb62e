/// The arrays and objects around the records, and how far the path to the records has been followed.
struct Envelope {
    /// An open array or object on the path.
    private struct Level {
        let isArray: Bool
        /// The number of values before the current one.
        var index = 0
        /// The current key of an object all of whose members match the path.
        var key: String?
        /// Whether the current member or element matches the next component of the path.
        var isOnPath = false
    }

    /// The container whose values are records: an open array, or the top level of the text.
    private enum Records {
        /// No open container holds records.
        case none
        case topLevel
        /// An open array; `index` is the index of the current element.
        case array(index: Int)
    }

    private let components: [JSONPath.Component]
    /// Whether each value at the end of the path is a record, even if it is an array.
    let endsInWildcard: Bool
    private var levels: [Level] = []
    private var records = Records.none
    private var recordsAreAtTopLevel = false
    /// Whether a value was found at the end of the path.
    private(set) var hasFoundPath = false

    init(path: JSONPath) {
        components = path.components
        endsInWildcard = components.last == .wildcard
    }

    /// Prepares for a new text.
    ///
    /// - Parameter isDocument: whether the text is one document, so that the elements of an array at the end of the
    ///   path are records.
    mutating func start(isDocument: Bool) {
        recordsAreAtTopLevel = !isDocument && components.isEmpty
        returnToTopLevel()
    }

    /// Leaves all arrays and objects, and returns to the top level.
    mutating func returnToTopLevel() {
        levels.removeAll(keepingCapacity: true)
        records = recordsAreAtTopLevel ? .topLevel : .none
    }

    /// The number of open arrays and objects around the records.
    var depth: Int {
        if case .array = records { levels.count + 1 } else { levels.count }
    }

    /// Whether no array or object is open.
    var isAtTopLevel: Bool { depth == 0 }

    /// Whether the values at the top level are records.
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

    // MARK: - Segments of the array of records

    /// A text that may precede a record other than the first: another record and, in an array, the brackets around both.
    var opening: [UInt8] {
        guard recordIndex != nil else { return Array("0 ".utf8) }
        return levels.flatMap { Array(($0.isArray ? "[" : "{\"\":").utf8) } + Array("[0,".utf8)
    }

    /// Moves to an element of the array of records.
    mutating func move(toRecord index: Int) {
        if recordIndex != nil { records = .array(index: index) }
    }

    // MARK: - Values

    /// Compares the index of the value that begins, if it is in an array, with the path.
    ///
    /// - Returns: whether the path leads to the value or through the value.
    mutating func valueBegins() -> Bool {
        guard let last = levels.indices.last else { return true }
        if levels[last].isArray { levels[last].isOnPath = matchesComponent(levels[last].index) }
        return levels[last].isOnPath
    }

    /// Returns whether the value that begins is at the end of the path. If so, sets ``hasFoundPath``.
    mutating func reachesPathEnd() -> Bool {
        guard levels.count == components.count else { return false }
        hasFoundPath = true
        return true
    }

    private func matchesComponent(_ index: Int) -> Bool {
        switch components[levels.count - 1] {
        case .index(let step): step == index
        case .key(let key): key == String(index)
        case .wildcard: true
        }
    }

    /// Compares a key of the innermost object with the path.
    mutating func key(_ key: String) {
        guard let last = levels.indices.last else { return }
        switch components[last] {
        case .key(let step): levels[last].isOnPath = step == key
        case .index: break
        case .wildcard: (levels[last].isOnPath, levels[last].key) = (true, key)
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

    /// Opens an array or object on the path.
    mutating func open(isArray: Bool) { levels.append(Level(isArray: isArray)) }

    /// Opens the array whose elements are the records.
    mutating func openRecords() { records = .array(index: 0) }

    /// Closes the innermost array or object.
    mutating func close() {
        if case .array = records {
            records = .none
        } else if levels.removeLast().index == 0, components[levels.count] == .wildcard {
            // The path is correct, as far as an empty array or object can tell.
            hasFoundPath = true
        }
        valueEnds()
    }

    /// The part of the current value's path that lies in the envelope.
    var path: [JSONPath.Component] {
        var path = levels.enumerated().compactMap { position, level -> JSONPath.Component? in
            if level.isArray { return .index(level.index) }
            return level.isOnPath ? level.key.map { .key($0) } ?? components[position] : nil
        }
        if case .array(let index) = records { path.append(.index(index)) }
        return path
    }
}
