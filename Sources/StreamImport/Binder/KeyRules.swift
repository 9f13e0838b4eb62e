/// Which keys mean which fields of one type in one run: what its plan says, and what the options add.
struct KeyRules {
    /// What one key means.
    struct Rule {
        let key: String
        /// The field, or `nil` if the key is ignored.
        let field: Int?
        /// How binding the rule is; 0 the most.
        let rank: Int
    }

    /// For keys that are spelled exactly so. Of two rules for one key the first counts.
    private(set) var exact: [Rule] = []
    /// For keys that are spelled about so.
    private(set) var flexible: [Rule] = []
    private(set) var paths = PathTree()

    init(_ plan: ObjectPlan, _ options: ImportOptions) {
        let ignored = options.ignoredKeys(of: plan.model)
        exact = ignored.map { Rule(key: $0, field: nil, rank: 0) }
        let ignoredPaths = ignored.compactMap { try? JSONPath($0).components }
        for (index, field) in plan.fields.enumerated() where field.absence != .rest {
            for key in options.mappedKeys(to: field.name, of: plan.model) {
                add(key, index, rank: 0, except: ignoredPaths)
            }
        }
        for (index, field) in plan.fields.enumerated() {
            for (rank, key) in field.keys.enumerated() {
                add(key, index, rank: rank + 1, except: ignoredPaths)
            }
        }
        addNames(of: plan, options)
    }

    private mutating func addNames(of plan: ObjectPlan, _ options: ImportOptions) {
        let fields = plan.fields.enumerated().filter { $1.absence != .rest }
        exact += fields.map { Rule(key: $1.name, field: $0, rank: $1.nameRank) }
        exact += plan.ignoredNames.map { Rule(key: $0, field: nil, rank: 0) }
        guard options.keys == .flexible else { return }
        flexible = fields.map { Rule(key: $1.name, field: $0, rank: $1.nameRank + 1) }
        flexible += plan.ignoredNames.map { Rule(key: $0, field: nil, rank: 0) }
    }

    /// Adds a key, which may be a path as well.
    private mutating func add(
        _ key: String, _ field: Int, rank: Int, except ignored: [[JSONPath.Component]]
    ) {
        exact.append(Rule(key: key, field: field, rank: rank))
        guard let path = try? JSONPath(key).components, path.count > 1,
            !ignored.contains(where: { path.starts(with: $0) })
        else { return }
        paths.insert(path, field: field, rank: rank)
    }

    /// The rule for a key that a path begins with, if the key means a field by itself as well.
    func rule(for key: String) -> Rule? {
        exact.first { $0.key == key }
            ?? flexible.first { FlexibleNames.fold($0.key) == FlexibleNames.fold(key) }
    }
}

extension FieldDescription {
    /// How binding the name of the property is.
    var nameRank: Int { keys.count + 1 }
}
