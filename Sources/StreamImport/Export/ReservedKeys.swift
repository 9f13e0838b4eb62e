/// The keys that an import reads into a field or ignores. Extras must not have these keys.
final class ReservedKeys {
    private let exact: Set<String>
    private let flexible: FlexibleNames

    init(_ rules: KeyRules) {
        exact = Set(rules.exact.map(\.key) + rules.paths.keyed.map(\.key))
        flexible = FlexibleNames(rules.flexible.map(\.key))
    }

    deinit {
        flexible.free()
    }

    func contains(_ key: String) -> Bool {
        if exact.contains(key) { return true }
        var key = key
        // SAFETY: the bytes are valid for the call.
        return key.withUTF8 { unsafe flexible.find(KeyText($0)) != nil }
    }
}
