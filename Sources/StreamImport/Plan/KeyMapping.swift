/// What a key means for one import.
struct KeyMapping: Sendable, Hashable {
    let key: String
    /// The name of the property, or `nil` if the key is skipped.
    let property: String?
    /// The type it holds for; `nil` if it holds for all.
    let model: (any Importable.Type)?

    static func == (left: KeyMapping, right: KeyMapping) -> Bool {
        left.key == right.key && left.property == right.property && left.model == right.model
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(property)
        hasher.combine(model.map { ObjectIdentifier($0) })
    }

    func isFor(_ type: Any.Type) -> Bool {
        model.map { $0 == type } ?? true
    }

    /// The steps of the path that the key is, however that is spelled; the key itself, if it is no path.
    var steps: [JSONPath.Component] { Self.steps(of: key) }

    /// The steps of a key.
    static func steps(of key: String) -> [JSONPath.Component] {
        let path = (try? JSONPath(key).components) ?? []
        return path.isEmpty ? [.key(key)] : path
    }

    /// The steps of a key, with whole numbers after the first step as indices.
    static func arraySteps(of key: String) -> [JSONPath.Component] {
        let steps = steps(of: key)
        return steps.prefix(1) + steps.dropFirst().map { step in step.index.map { .index($0) } ?? step }
    }
}
