/// A key that is mapped to a property, or ignored, for one import or export.
struct KeyMapping: Sendable, Hashable {
    let key: String
    /// The name of the property; `nil` if the key is ignored.
    let property: String?
    /// The type that the mapping applies to; `nil` for all types.
    let model: (any Importable.Type)?

    static func == (left: KeyMapping, right: KeyMapping) -> Bool {
        JSONPath.Component.key(left.key) == .key(right.key) && left.property == right.property
            && left.model == right.model
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(property)
        hasher.combine(model.map { ObjectIdentifier($0) })
    }

    /// Returns whether the mapping applies to a type.
    func applies(to type: Any.Type) -> Bool {
        model.map { $0 == type } ?? true
    }

    /// The components of the path that ``key`` spells, in any notation; the key itself if it is not a path.
    var pathComponents: [JSONPath.Component] { Self.pathComponents(of: key) }

    /// Returns the components of the path that a key spells; the key itself if it is not a path.
    static func pathComponents(of key: String) -> [JSONPath.Component] {
        let path = JSONPath.ofKey(key)?.components ?? []
        return path.isEmpty ? [.key(key)] : path
    }

    /// Returns the components of a key's path. Whole numbers after the first component become indices.
    static func arrayComponents(of key: String) -> [JSONPath.Component] {
        let components = pathComponents(of: key)
        return components.prefix(1)
            + components.dropFirst().map { component in component.index.map { .index($0) } ?? component }
    }
}
