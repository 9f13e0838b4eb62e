/// The arrays and objects around the records: where the path has led so far.
struct Envelope {
    /// An array or object that the path leads through, and that is open.
    private struct Level {
        let isArray: Bool
        /// The position of the current element of an array.
        var index = 0
        /// Whether the current member is the next step of the path.
        var isOnPath = false
    }

    /// Where values are records.
    private enum Records {
        /// Nowhere that is open.
        case none
        /// At the top level of the text.
        case topLevel
        /// In an array that is open.
        case array(index: Int)
    }

    private let components: [JSONPath.Component]
    private var levels: [Level] = []
    private var records = Records.none
    private var recordsAreAtTopLevel = false
    /// Whether the path has led to a value.
    private(set) var hasFoundPath = false

    init(path: JSONPath) {
        components = path.components
    }

    /// Begins a text.
    ///
    /// - Parameter isDocument: whether an array stands for its elements.
    mutating func start(isDocument: Bool) {
        recordsAreAtTopLevel = !isDocument && components.isEmpty
        returnToTopLevel()
    }

    /// Goes back to the top level.
    mutating func returnToTopLevel() {
        levels.removeAll(keepingCapacity: true)
        records = recordsAreAtTopLevel ? .topLevel : .none
    }

    /// How many arrays and objects are open around the records.
    var depth: Int {
        if case .array = records { levels.count + 1 } else { levels.count }
    }

    /// Whether no array or object is open.
    var isAtTopLevel: Bool { depth == 0 }

    /// Whether the values at the top level are records.
    var hasTopLevelRecords: Bool {
        if case .topLevel = records { true } else { false }
    }

    /// Whether the next value is a record.
    var nextValueIsRecord: Bool {
        if case .none = records { false } else { true }
    }

    // MARK: - Values

    /// Takes note that a value begins.
    ///
    /// - Returns: whether the path leads to it, or through it.
    mutating func valueBegins() -> Bool {
        guard let last = levels.indices.last else { return true }
        if levels[last].isArray { levels[last].isOnPath = matchesComponent(levels[last].index) }
        return levels[last].isOnPath
    }

    /// Whether the value that begins is the one at the end of the path. That counts as found.
    mutating func reachesPathEnd() -> Bool {
        guard levels.count == components.count else { return false }
        hasFoundPath = true
        return true
    }

    private func matchesComponent(_ index: Int) -> Bool {
        switch components[levels.count - 1] {
        case .index(let step): step == index
        case .key(let key): key == String(index)
        }
    }

    /// Takes note of a key of the innermost object.
    mutating func key(_ key: String) {
        guard let last = levels.indices.last, case .key(let step) = components[last] else { return }
        levels[last].isOnPath = step == key
    }

    /// Takes note that a value has ended: a record, or one that is no part of the path.
    mutating func valueEnds() {
        if case .array(let index) = records {
            records = .array(index: index + 1)
        } else if let last = levels.indices.last {
            levels[last].index += 1
        }
    }

    /// Opens an array or object that the path leads through.
    mutating func open(isArray: Bool) { levels.append(Level(isArray: isArray)) }

    /// Opens the array whose elements are the records.
    mutating func openRecords() { records = .array(index: 0) }

    /// Closes the innermost array or object.
    mutating func close() {
        if case .array = records { records = .none } else { levels.removeLast() }
        valueEnds()
    }

    /// The path of the value that is being read, as far as it is around the records.
    var path: [JSONPath.Component] {
        var path = levels.enumerated().compactMap { position, level -> JSONPath.Component? in
            if level.isArray { return .index(level.index) }
            return level.isOnPath ? components[position] : nil
        }
        if case .array(let index) = records { path.append(.index(index)) }
        return path
    }
}
