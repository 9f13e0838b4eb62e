/// Chooses the key under which each field of a model is written, so that an import finds it there.
struct ExportKeys {
    private let plan: ObjectPlan
    private let options: ExportOptions
    /// What keys mean to an import.
    private let rules: KeyRules

    init(_ plan: ObjectPlan, _ options: ExportOptions) {
        self.plan = plan
        self.options = options
        rules = KeyRules(plan, options.reading)
    }

    /// The keys that mean a field, or something that is left out on purpose.
    var reserved: Set<String> {
        Set(rules.exact.map(\.key) + rules.paths.keyed.map(\.key))
    }

    /// The places of all fields.
    ///
    /// - Throws: ``ImportError/Code/invalidPlan`` if all keys of a field mean another one.
    func tree() throws(ImportError) -> ExportTree {
        var tree = ExportTree.object([])
        for (index, field) in plan.fields.enumerated() where field.absence != .rest {
            let trees = keys(of: field).lazy.compactMap { adding(index, under: $0, to: tree) }
            guard let next = trees.first else { throw .noKey(field.name, type: "\(plan.model)") }
            tree = next
        }
        return tree
    }

    /// The keys that are tried, the first one first.
    private func keys(of field: FieldDescription) -> [String] {
        let mapped = options.reading.mappedKeys(to: field.name, of: plan.model)
        return switch options.keys {
        case .asRead: mapped + field.keys + [field.name]
        case .properties: mapped + [field.name] + field.keys
        }
    }

    /// A tree with one more field, unless another one is in its way.
    private func adding(_ field: Int, under key: String, to tree: ExportTree) -> ExportTree? {
        let path = Self.path(key)
        guard case .key(let first) = path.first else { return nil }
        let rule = rules.rule(for: first)
        let isFree =
            if path.count == 1 {
                rule?.field == field
            } else {
                // A path may lead through what its own field is called, and through what is left out.
                rule?.field == nil || (rule?.field == field && rule?.isInferred == true)
            }
        return isFree ? ExportTree.adding(field, at: path, to: tree) : nil
    }

    /// The steps of a key, which is a single one if it is no path. In a JSON Pointer a number is taken for an index.
    private static func path(_ key: String) -> [JSONPath.Component] {
        guard let path = try? JSONPath(key).components, case .key = path.first else { return [.key(key)] }
        guard key.hasPrefix("/") else { return path }
        return path.prefix(1) + path.dropFirst().map { $0.index.map { .index($0) } ?? $0 }
    }
}
