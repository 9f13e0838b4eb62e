/// The keys that an import reads into a field or ignores. Extras must not have these keys.
final class ReservedKeys {
    /// The keys that are compared exactly, and the first keys of paths.
    private let exact: Set<JSONPath.Component>
    private let flexible: FlexibleNames

    init(_ rules: KeyRules) {
        exact = Set((rules.exact.map(\.key) + rules.paths.keyed.map(\.key)).map(JSONPath.Component.key))
        flexible = FlexibleNames(rules.flexible.map(\.key))
    }

    deinit {
        flexible.free()
    }

    func contains(_ key: String) -> Bool {
        if exact.contains(.key(key)) { return true }
        var key = key
        // SAFETY: the bytes are valid for the call.
        return key.withUTF8 { unsafe flexible.find(KeyText($0)) != nil }
    }
}
