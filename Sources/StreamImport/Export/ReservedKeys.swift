/// The keys that an import reads into a field or ignores. Extras must not have these keys.
final class ReservedKeys {
    /// The rules for keys that are compared exactly, and for the first keys of paths.
    private let exact: [JSONPath.Component: KeyRules.Rule]
    private let flexible: FlexibleNames
    private let flexibleRules: [KeyRules.Rule]

    init(_ rules: KeyRules) {
        let paths = rules.paths.keyed.map { KeyRules.Rule(key: $0.key, field: nil, rank: 0) }
        exact = Dictionary((rules.exact + paths).map { (.key($0.key), $0) }) { first, _ in first }
        flexible = FlexibleNames(rules.flexible.map(\.key))
        flexibleRules = rules.flexible
    }

    deinit {
        flexible.free()
    }

    func contains(_ key: String) -> Bool { rule(for: key) != nil }

    /// Returns the index of the field that an import reads a key into; `nil` if there is none.
    func field(for key: String) -> Int? { rule(for: key)?.field }

    private func rule(for key: String) -> KeyRules.Rule? {
        if let rule = exact[.key(key)] { return rule }
        var key = key
        // SAFETY: the bytes are valid for the call.
        return key.withUTF8 { unsafe flexible.find(KeyText($0)) }.map { flexibleRules[$0] }
    }
}
