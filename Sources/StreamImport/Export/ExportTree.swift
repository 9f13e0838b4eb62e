internal import ImportNames

/// The structure of a model's output, with fields as its leaves: the reverse of a ``PathTree``.
enum ExportTree {
    /// The field with this index.
    case field(Int)
    case object([(key: String, tree: ExportTree)])
    /// Elements without a tree are written as null.
    case array([ExportTree?])

    /// Returns an object with all fields, each under the name of its property.
    static func named(_ fields: [FieldDescription]) -> ExportTree {
        .object(fields.enumerated().map { ($1.name, .field($0)) })
    }

    /// The members of an object. Empty for a field or an array.
    var members: [(key: String, tree: ExportTree)] {
        if case .object(let members) = self { members } else { [] }
    }

    /// Returns the tree with a field added; `nil` if the path conflicts with the path of another field.
    static func adding(_ field: Int, at path: ArraySlice<JSONPath.Component>, to tree: ExportTree?)
        -> ExportTree?
    {
        switch (path.first, tree) {
        case (nil, nil): return .field(field)
        case (.key(let key), nil), (.key(let key), .object):
            var members = tree?.members ?? []
            let index = members.firstIndex { $0.key == key }
            guard let new = adding(field, at: path.dropFirst(), to: index.map { members[$0].tree }) else {
                return nil
            }
            if let index { members[index].tree = new } else { members.append((key, new)) }
            return .object(members)
        case (.index(let index), nil), (.index(let index), .array):
            var elements: [ExportTree?] = if case .array(let elements) = tree { elements } else { [] }
            while elements.count <= index { elements.append(nil) }
            guard let new = adding(field, at: path.dropFirst(), to: elements[index]) else { return nil }
            elements[index] = new
            return .array(elements)
        default: return nil
        }
    }
}

/// The choice of the key under which each field of a model is written, so that an import with these rules reads the field from
/// this key.
extension KeyRules {
    /// Returns the tree of the keys and paths under which the fields are written.
    ///
    /// - Throws: ``ImportError/Code/invalidPlan`` if each key of a field belongs to another field, conflicts with the
    ///   path of one, or takes more than ``ExportOptions/maximumPathElements`` elements.
    func exportTree(of plan: ObjectPlan, _ options: ExportOptions) throws(ImportError) -> ExportTree {
        var tree = ExportTree.object([])
        for (index, field) in plan.fields.enumerated() where field.mayHaveKeys {
            let mapped = options.importOptions.mappedKeys(to: field.name, of: plan)
            let names = field.isKeyedByName ? [JSONPath.text(ofKey: field.nameKey)] : []
            // In the order of preference.
            let candidates = mapped + (options.keys == .declared ? field.keys + names : names + field.keys)
            let keys = candidates.filter { !isIgnored($0) }
            guard !keys.isEmpty else { continue }
            // An import traverses the values of a field that are arrays or objects.
            let isScalar = !field.type.importPlan.isCompound
            let trees = keys.lazy.compactMap { key in
                adding(index, isScalar, under: key, to: tree, options.maximumPathElements)
            }
            guard let next = trees.first else {
                let name = field.name.debugDescription
                throw .invalidPlan(
                    "every key of the property \(name) of \(plan.model) conflicts with another property",
                    advice: "give it its own key with @Key")
            }
            tree = next
        }
        return tree
    }

    /// Returns the tree with a field added; `nil` if an import would not read the key into this field, or if the key
    /// conflicts with the key of a field in the tree.
    private func adding(
        _ field: Int, _ isScalar: Bool, under key: String, to tree: ExportTree, _ maximumElements: Int
    ) -> ExportTree? {
        let path = JSONPath.components(ofKey: key)
        guard path.count > 1, case .key(let first) = path[0] else {
            let key = path.onlyKey ?? key
            guard let rule = rule(for: key), rule.field == field, !isTraversed(key) || isScalar else {
                return nil
            }
            return ExportTree.adding(field, at: [.key(key)], to: tree)
        }
        // In a JSON Pointer, indices are spelled like keys.
        let components = PathNotation(of: key) == .pointer ? path.withIndices : path
        guard paths.leads(along: path, to: field), isTraversed(first),
            components.allSatisfy({ ($0.index ?? -1) < maximumElements })
        else { return nil }
        return ExportTree.adding(field, at: components[...], to: tree)
    }

    /// Returns whether an import descends into the value of a key: the key belongs to no field, or it is only the name
    /// of a property that also has a path through this key.
    private func isTraversed(_ key: String) -> Bool {
        guard let rule = rule(for: key), let field = rule.field else { return true }
        let tree = paths.keyed.first { $0.key == key }?.tree
        return rule.isInferred && tree?.ends.contains { $0.index == field } == true
    }
}
