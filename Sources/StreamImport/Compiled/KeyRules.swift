internal import ImportNames

/// The rules that map keys to the fields of one type: those of its plan, and those that the options add.
struct KeyRules {
    /// The rule for one key.
    struct Rule {
        let key: String
        /// The index of the field; `nil` if the key is ignored.
        let field: Int?
        /// The rank of the rule; 0 has the highest precedence.
        let rank: Int
        /// Whether the key is only the name of the property, not a declared key.
        var isInferred = false
    }

    /// The rules for keys that are compared exactly. If two have the same key, the first counts.
    private(set) var exact: [Rule] = []
    /// The rules for keys that are compared flexibly.
    private(set) var flexible: [Rule] = []
    private(set) var paths = PathTree()
    /// The rules for keys that are spelled like a whole path. Any other rule for the same key counts instead.
    private var spelledPaths: [Rule] = []
    private let ignoredPaths: [[JSONPath.Component]]

    /// - Parameter ignored: keys that are ignored unless the plan has a field for them.
    init(_ plan: ObjectPlan, _ options: ImportOptions, alsoIgnoring ignored: [String] = []) {
        let ignoredKeys = options.ignoredKeys(of: plan.model) + plan.ignoredKeys
        ignoredPaths = ignoredKeys.map(Self.path)
        exact = zip(ignoredPaths, ignoredKeys).map { Rule(key: $0.onlyKey ?? $1, field: nil, rank: 0) }
        for (index, field) in plan.fields.enumerated() where field.mayHaveKeys {
            for key in options.mappedKeys(to: field.name, of: plan) {
                add(key, index, rank: 0)
            }
        }
        for (index, field) in plan.fields.enumerated() where field.mayHaveKeys {
            for (rank, key) in field.keys.enumerated() {
                add(key, index, rank: rank + 1)
            }
        }
        for path in ignoredPaths { paths.ignore(path) }
        addNames(of: plan, options)
        exact += spelledPaths
        exact += ignored.map { Rule(key: $0, field: nil, rank: 0) }
        if options.keyMatching == .flexible { flexible += ignored.map { Rule(key: $0, field: nil, rank: 0) } }
    }

    private mutating func addNames(of plan: ObjectPlan, _ options: ImportOptions) {
        let fields = plan.fields.enumerated().filter { $1.mayHaveKeys && $1.isKeyedByName }
        let ignoredNames = plan.ignoredNames + plan.fields.filter { !$0.isKeyedByName }.map(\.nameKey)
        exact += fields.map { Rule(key: $1.nameKey, field: $0, rank: $1.nameRank, isInferred: true) }
        exact += ignoredNames.map { Rule(key: $0, field: nil, rank: 0) }
        guard options.keyMatching == .flexible else { return }
        flexible = fields.filter { $1.codingKey == nil }
            .map { Rule(key: $1.name, field: $0, rank: $1.nameRank + 1, isInferred: true) }
        flexible += ignoredNames.map { Rule(key: $0, field: nil, rank: 0) }
    }

    /// Adds a key of a field, or the path that the key spells.
    private mutating func add(_ key: String, _ field: Int, rank: Int) {
        let path = Self.path(key)
        if let key = path.onlyKey { exact.append(Rule(key: key, field: field, rank: rank)) }
        // A key in brackets is only this key.
        if path.onlyKey == nil || PathNotation(of: key) == .pointer {
            spelledPaths.append(Rule(key: key, field: field, rank: rank))
        }
        guard path.count > 1, !isIgnored(path) else { return }
        paths.insert(path, field: field, rank: rank)
    }

    /// Returns whether a key is ignored, or the path that it spells.
    func isIgnored(_ key: String) -> Bool { isIgnored(Self.path(key)) }

    private func isIgnored(_ path: [JSONPath.Component]) -> Bool {
        ignoredPaths.contains { !$0.isEmpty && path.starts(with: $0) }
    }

    /// Returns the components of the path that a key spells; an empty array if the key is not a path.
    private static func path(_ key: String) -> [JSONPath.Component] {
        JSONPath.ofKey(key)?.components ?? []
    }

    /// Returns the rank of each field's key of highest precedence.
    func bestRanks(count: Int) -> [Int] {
        var ranks = [Int](repeating: DraftState.lastRank, count: count)
        for rule in exact + flexible {
            if let field = rule.field { ranks[field] = min(ranks[field], rule.rank) }
        }
        for (field, rank) in paths.ends { ranks[field] = min(ranks[field], rank) }
        return ranks
    }

    /// Returns the rule for a key that a path begins with, if the key has a rule of its own.
    func rule(for key: String) -> Rule? {
        exact.first { $0.key.utf8.elementsEqual(key.utf8) }
            ?? flexible.first { NameFolding.fold($0.key) == NameFolding.fold(key) }
    }
}

extension [JSONPath.Component] {
    /// The key, if the path has a key as its only component: `a/b` for `/a~1b`.
    var onlyKey: String? {
        if count == 1, case .key(let key) = self[0] { key } else { nil }
    }
}

extension FieldDescription {
    /// The rank of the property's name as a key.
    var nameRank: Int { keys.count + 1 }
}
