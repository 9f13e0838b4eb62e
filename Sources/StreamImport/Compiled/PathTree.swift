/// A tree of the paths from an object of a model to the values of the model's fields.
struct PathTree {
    /// The field that the path to this node leads to, if a path ends here.
    private(set) var field: (index: Int, rank: Int)?
    private(set) var branches: [(component: JSONPath.Component, tree: PathTree)] = []
    /// The keys whose values are skipped if the value at this node is an object.
    private(set) var ignoredKeys: [String] = []

    /// Adds a path. If two paths are equal, the first one counts.
    mutating func insert(_ path: some Collection<JSONPath.Component>, field index: Int, rank: Int) {
        guard let component = path.first else {
            field = field ?? (index, rank)
            return
        }
        let position = branches.firstIndex { $0.component == component } ?? branches.count
        if position == branches.count { branches.append((component, PathTree())) }
        branches[position].tree.insert(path.dropFirst(), field: index, rank: rank)
    }

    /// Ignores the last key of a path if other paths lead through the object that contains the key, but not through the
    /// key.
    mutating func ignore(_ path: some Collection<JSONPath.Component>) {
        guard let component = path.first else { return }
        let positions = branches.indices.filter { position in
            let branchComponent = branches[position].component
            return branchComponent == component
                || branchComponent.index != nil && branchComponent.index == component.index
        }
        for position in positions { branches[position].tree.ignore(path.dropFirst()) }
        if positions.isEmpty, path.count == 1, case .key(let key) = component {
            ignoredKeys.append(key)
        }
    }

    /// The branches for the members of an object.
    var keyed: [(key: String, tree: PathTree)] {
        branches.compactMap { branch in
            if case .key(let key) = branch.component { (key, branch.tree) } else { nil }
        }
    }

    /// The branches for the elements of an array, in the order of their indices. Keys that spell an index are included,
    /// because a JSON Pointer spells an index like a key.
    var indexed: [(index: Int, tree: PathTree)] {
        var trees: [Int: PathTree] = [:]
        for branch in branches {
            if let index = branch.component.index { trees[index, default: PathTree()].merge(branch.tree) }
        }
        return trees.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The fields at the ends of all paths.
    var ends: [(index: Int, rank: Int)] {
        (field.map { [$0] } ?? []) + branches.flatMap { $0.tree.ends }
    }

    /// Returns whether a path leads to a field, but not through the value of a field.
    func leads(along path: some Collection<JSONPath.Component>, to index: Int) -> Bool {
        guard let component = path.first else { return field?.index == index }
        guard field == nil, let branch = branches.first(where: { $0.component == component }) else {
            return false
        }
        return branch.tree.leads(along: path.dropFirst(), to: index)
    }

    private mutating func merge(_ other: PathTree) {
        field = field ?? other.field
        ignoredKeys += other.ignoredKeys
        for (component, tree) in other.branches {
            let position = branches.firstIndex { $0.component == component } ?? branches.count
            if position == branches.count { branches.append((component, PathTree())) }
            branches[position].tree.merge(tree)
        }
    }
}

extension JSONPath.Component {
    /// The array index that the component may stand for, if any.
    var index: Int? {
        switch self {
        case .index(let index): index
        case .key(let key): Int(key).flatMap { String($0) == key && $0 >= 0 ? $0 : nil }
        case .wildcard: nil
        }
    }
}
