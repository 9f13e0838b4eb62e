/// The paths that lead from the object of a model to values of its fields, as a tree.
struct PathTree {
    /// The field that a path leads to which ends here.
    private(set) var field: (index: Int, rank: Int)?
    private(set) var branches: [(step: JSONPath.Component, tree: PathTree)] = []

    /// Adds a path. Of two paths that are the same, the first one counts.
    mutating func insert(_ path: some Collection<JSONPath.Component>, field index: Int, rank: Int) {
        guard let step = path.first else {
            field = field ?? (index, rank)
            return
        }
        let place = branches.firstIndex { $0.step == step } ?? branches.count
        if place == branches.count { branches.append((step, PathTree())) }
        branches[place].tree.insert(path.dropFirst(), field: index, rank: rank)
    }

    /// Whether a path leads to the field.
    func leads(to index: Int) -> Bool {
        field?.index == index || branches.contains { $0.tree.leads(to: index) }
    }

    /// The branches that keys lead into.
    var keyed: [(key: String, tree: PathTree)] {
        branches.compactMap { branch in
            if case .key(let key) = branch.step { (key, branch.tree) } else { nil }
        }
    }

    /// The branches that elements of an array lead into, in the order of their indices. In a JSON Pointer an index
    /// is spelled as a key is.
    var indexed: [(index: Int, tree: PathTree)] {
        branches.compactMap { branch in
            switch branch.step {
            case .index(let index): (index, branch.tree)
            case .key(let key): Int(key).flatMap { String($0) == key && $0 >= 0 ? ($0, branch.tree) : nil }
            }
        }.sorted { $0.index < $1.index }
    }
}
