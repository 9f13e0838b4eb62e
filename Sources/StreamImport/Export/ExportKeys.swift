/// Chooses the key under which each field of a model is written, so that an import finds it there.
struct ExportKeys {
    private let plan: ObjectPlan
    private let options: ExportOptions
    /// What keys mean to an import.
    private let rules: KeyRules

    init(_ plan: ObjectPlan, _ options: ExportOptions) {
        self.plan = plan
        self.options = options
        rules = KeyRules(plan, options.importOptions)
    }

    /// The keys that mean a field, or something that is left out on purpose.
    var reserved: ReservedKeys { ReservedKeys(rules) }

    /// The places of all fields.
    ///
    /// - Throws: ``ImportError/Code/invalidPlan`` if all keys of a field mean another one.
    func tree() throws(ImportError) -> ExportTree {
        var tree = ExportTree.object([])
        for (index, field) in plan.fields.enumerated() where field.role != .extras {
            let keys = keys(of: field).filter { !rules.isIgnored($0) }
            guard !keys.isEmpty else { continue }
            let trees = keys.lazy.compactMap { adding(index, under: $0, to: tree) }
            guard let next = trees.first else { throw .noKey(field.name, type: "\(plan.model)") }
            tree = next
        }
        return tree
    }

    /// The keys that are tried, the first one first.
    private func keys(of field: FieldDescription) -> [String] {
        let mapped = options.importOptions.mappedKeys(to: field.name, of: plan.model)
        let names = field.isKeyedByName ? [field.name] : []
        return switch options.keys {
        case .declared: mapped + field.keys + names
        case .properties: mapped + names + field.keys
        }
    }

    /// A tree with one more field, unless another one is in its way.
    private func adding(_ field: Int, under key: String, to tree: ExportTree) -> ExportTree? {
        let path = (try? JSONPath(key).components) ?? []
        guard path.count > 1, case .key(let first) = path[0] else {
            let key = path.onlyKey ?? key
            guard let rule = rules.rule(for: key), rule.field == field, !isTraversed(key) || isScalar(field)
            else {
                return nil
            }
            return ExportTree.adding(field, at: [.key(key)], to: tree)
        }
        let steps = Self.steps(path, isPointer: key.hasPrefix("/"))
        guard rules.paths.leads(along: path, to: field), isTraversed(first),
            steps.allSatisfy({ ($0.index ?? -1) < options.maximumPathElements })
        else { return nil }
        return ExportTree.adding(field, at: steps, to: tree)
    }

    /// Whether the value of a key is gone through: the key means no field, or one by its name alone that has a path
    /// through it as well.
    private func isTraversed(_ key: String) -> Bool {
        guard let rule = rules.rule(for: key), let field = rule.field else { return true }
        let tree = rules.paths.keyed.first { $0.key == key }?.tree
        return rule.isInferred && tree?.ends.contains { $0.index == field } == true
    }

    /// Whether a value is never an array or an object, which would be gone through.
    private func isScalar(_ field: Int) -> Bool { !plan.fields[field].type.importPlan.isCompound }

    /// In a JSON Pointer a number is taken for an index.
    private static func steps(_ path: [JSONPath.Component], isPointer: Bool) -> [JSONPath.Component] {
        guard isPointer else { return path }
        return path.prefix(1) + path.dropFirst().map { $0.index.map { .index($0) } ?? $0 }
    }
}
