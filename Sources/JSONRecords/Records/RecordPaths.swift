/// The paths of the records of a text, as a tree in which one lookup of a key or an index advances on all paths.
///
/// A path is identified by its number, its index in the array that the paths are created from.
package struct RecordPaths: Sendable {
    /// The array or object, or the value, that some of the paths have in common.
    struct Node {
        /// The number of the path that ends here; `nil` if paths lead through the node.
        var endingPath: Int?
        /// The nodes of the members whose keys are in a path, by key.
        var members: [String: Int] = [:]
        /// The nodes of the elements whose indices are in a path, by index.
        var elements: [Int: Int] = [:]
        /// The node of all other members and elements; `nil` if no path leads through them.
        var other: Int?
        /// The numbers of the routes to enclosing values that end here.
        var endingRoutes: [Int] = []
        /// The numbers of the paths that lead through all members and elements.
        var wildcardPaths: [Int] = []
    }

    /// The identity of a node: the paths and routes that begin alike, up to a depth. Routes have numbers after those of the paths.
    private struct NodeKey: Hashable {
        let paths: [Int]
        let depth: Int
    }

    /// The paths, by number.
    let paths: [RecordPath]
    /// The routes to the enclosing values of all paths, by number.
    let routes: [(path: Int, route: RecordPath.Route)]
    /// The nodes; the first one is the root of the text.
    private(set) var nodes: [Node] = []
    /// Two paths, one of which leads to the values of the other or into these values; `nil` if there are none.
    private var conflict: (JSONPath, JSONPath)?

    /// The path of records at the root of a text.
    package static let root = RecordPaths([RecordPath(JSONPath())])

    /// Creates the tree of one path. An empty path is the root.
    ///
    /// - Parameter header: the path of the names of columns, which gets the number 1.
    package init(_ path: JSONPath, header: JSONPath? = nil) {
        self =
            path.components.isEmpty && header == nil
            ? .root : RecordPaths([path, header].compactMap(\.self).map { RecordPath($0) })
    }

    /// Creates the tree of one or more paths.
    package init(_ paths: [RecordPath]) {
        precondition(!paths.isEmpty, "a reader needs a path")
        self.paths = paths
        routes = paths.enumerated().flatMap { number, path in path.routes.map { (number, $0) } }
        var keys = [NodeKey(paths: Array(0..<paths.count + routes.count), depth: 0)]
        var numbers = [keys[0]: 0]
        while nodes.count < keys.count, conflict == nil {
            let node = makeNode(keys[nodes.count]) { key in
                if let number = numbers[key] { return number }
                numbers[key] = keys.count
                keys.append(key)
                return keys.count - 1
            }
            nodes.append(node)
        }
    }

    /// - Parameter number: returns the number of another node.
    private mutating func makeNode(_ key: NodeKey, number: (NodeKey) -> Int) -> Node {
        var node = Node()
        let ends = key.paths.filter { components($0).count == key.depth }
        if let end = ends.first {
            node.endingPath = end < paths.count ? end : nil
            node.endingRoutes = ends.filter { $0 >= paths.count }.map { $0 - paths.count }
            let isShared = node.endingPath == nil
            if let other = key.paths.first(where: { $0 != end && !(isShared && ends.contains($0)) }) {
                conflict = (JSONPath(components(min(end, other))), JSONPath(components(max(end, other))))
            }
            return node
        }
        let steps = key.paths.map { (path: $0, component: components($0)[key.depth]) }
        func child(where matches: (JSONPath.Component) -> Bool) -> Int {
            number(NodeKey(paths: steps.filter { matches($0.component) }.map(\.path), depth: key.depth + 1))
        }
        for step in steps {
            switch step.component {
            case .key(let name):
                node.members[name] = child { $0 == .wildcard || $0 == step.component }
                if let index = Int(name), String(index) == name {
                    node.elements[index] = child { $0.matches(index) }
                }
            case .index(let index): node.elements[index] = child { $0.matches(index) }
            case .wildcard:
                node.other = child { $0 == .wildcard }
                if step.path < paths.count { node.wildcardPaths.append(step.path) }
            }
        }
        return node
    }

    /// The components of a path or a route.
    private func components(_ number: Int) -> [JSONPath.Component] {
        number < paths.count ? paths[number].path.components : routes[number - paths.count].route.components
    }

    /// Checks that each path is well formed, that the values of one path do not contain those of another, and that enclosing
    /// values stand around the records.
    ///
    /// - Throws: ``ImportError/Code/invalidPath``.
    package func validate() throws(ImportError) {
        for path in paths {
            try path.path.validate()
            try path.validateEnclosing()
        }
        guard let (first, second) = conflict else { return }
        throw ImportError(
            .invalidPath,
            "the paths \(first) and \(second) can lead to the same value, or one into a value of the other",
            advice: "read them in two imports")
    }

    var haveEnclosingValues: Bool { paths.contains { !$0.enclosing.isEmpty } }

    /// Whether records carry keys around them.
    var haveEnclosingKeys: Bool {
        paths.contains { $0.enclosing.contains { if case .key = $0 { true } else { false } } }
    }

    package var count: Int { paths.count }

    var only: JSONPath {
        precondition(paths.count == 1, "the records are at several paths")
        return paths[0].path
    }

    /// Whether the values at the root of the text are records, or arrays of records.
    var areAtRoot: Bool { nodes[0].endingPath != nil && !paths[0].takesWholeValues }

    /// Whether records may be in more than one array, if no key occurs twice in an object.
    var mayLeadToSeveralArrays: Bool {
        paths.count > 1 || paths[0].path.components.contains(.wildcard)
    }
}

extension RecordPaths.Node {
    func member(_ key: String) -> Int? { members[key] ?? other }

    func element(_ index: Int) -> Int? { elements[index] ?? other }
}

extension JSONPath.Component {
    /// Returns whether the component stands for the element of an array at an index. In a JSON Pointer, a key may be an
    /// index.
    fileprivate func matches(_ index: Int) -> Bool {
        switch self {
        case .key(let key): key == String(index)
        case .index(let step): step == index
        case .wildcard: true
        }
    }
}

/// A path of records, and the treatment of the values that it leads to.
package struct RecordPath: Sendable {
    package let path: JSONPath
    /// Whether each value at the path is a record. If not, the elements of an array at the path are the records.
    package let takesWholeValues: Bool
    /// Whether the import fails if no value is at the path.
    package let isRequired: Bool
    /// The values around the records that belong to each of them.
    package private(set) var enclosing: [EnclosingValue]
    /// The index in the path of each wildcard.
    let wildcards: [Int]

    /// - Parameters:
    ///   - path: a path. If it ends in a wildcard, each value that it leads to is a record.
    ///   - takesWholeValues: whether an array at the path is one record.
    ///   - isRequired: whether the import fails with ``ImportError/Code/pathNotFound`` if no value is at the path.
    ///   - enclosing: the values around the records that belong to each of them; none by default.
    package init(
        _ path: JSONPath, takesWholeValues: Bool = false, isRequired: Bool = true,
        enclosing: [EnclosingValue] = []
    ) {
        self.path = path
        self.takesWholeValues = takesWholeValues || path.components.last == .wildcard
        self.isRequired = isRequired
        self.enclosing = enclosing
        wildcards = path.components.indices.filter { path.components[$0] == .wildcard }
    }

    /// Returns the path with members as enclosing values: those of them that an object around the records can have.
    package func carrying(_ members: [JSONPath]) -> RecordPath {
        guard !members.isEmpty else { return self }
        var path = self
        path.enclosing = members.map { .member($0) }
        let found = Set(path.routes.map(\.value))
        path.enclosing = found.sorted().map { path.enclosing[$0] }
        return path
    }
}

/// The summaries of the records at each path of a text, except those at the current path, which the reader has.
///
/// With a single path, nothing is stored.
struct PathTotals {
    /// The number of the path whose records were read last.
    private(set) var current = 0
    /// The summaries by the number of the path. That of the current path is empty.
    private var others: [RecordSummary]

    init(count: Int) {
        others = count == 1 ? [] : Array(repeating: RecordSummary(), count: count)
    }

    /// Makes another path the current one.
    ///
    /// - Parameter total: the summary of the current path, which becomes that of the other path.
    mutating func select(_ path: Int, with total: inout RecordSummary) {
        guard path != current else { return }
        // Without a second copy of the summary, adding a rejected record does not copy the list.
        others.swapAt(current, path)
        swap(&others[current], &total)
        current = path
    }

    /// Returns the number of the next record at a path.
    ///
    /// - Parameter total: the summary of the current path.
    func nextNumber(ofPath path: Int, with total: RecordSummary) -> Int {
        path == current ? total.nextNumber : others[path].nextNumber
    }

    /// The number of records that were delivered at other paths than the current one.
    var otherRecordCount: Int { others.reduce(0) { $0 + $1.recordCount } }

    /// The number of records that were rejected at other paths than the current one.
    var otherRejectedCount: Int { others.reduce(0) { $0 + $1.rejectedCount } }

    /// Returns the summary of all paths.
    ///
    /// - Parameter total: the summary of the current path.
    func sum(with total: RecordSummary) -> RecordSummary {
        others.reduce(into: total) { sum, other in sum.add(other) }
    }

    /// Returns the summaries of all paths.
    ///
    /// - Parameter total: the summary of the current path.
    func all(with total: RecordSummary) -> [RecordSummary] {
        guard !others.isEmpty else { return [total] }
        var all = others
        all[current] = total
        return all
    }
}
