extension ImportOptions {
    /// Reads a property from another key for this import.
    ///
    /// The key takes precedence over those that the type declares, which keep their meaning.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path such as `license.spdx_id` or `photos[0].url`. What is no
    ///     well-formed path is just a key.
    ///   - property: the name of the property.
    ///   - model: the type whose property it is, wherever that type occurs. With `nil` every type that has such a
    ///     property; with a type that has none, the import fails with ``ImportError/Code/unknownProperty``.
    public mutating func map(_ key: String, to property: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: property, model: model))
    }

    /// Skips a key, and all that is in its value, for this import. It is not an unknown key.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path, which silences the paths of fields that begin with it.
    ///   - model: the type in whose objects it is skipped; with `nil` in those of every type.
    public mutating func ignore(_ key: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: nil, model: model))
    }

    /// The keys that mean a property for this import.
    func mappedKeys(to property: String, of model: Any.Type) -> [String] {
        keyMappings.filter { $0.property == property && $0.isFor(model) }.map(\.key)
    }

    func ignoredKeys(of model: Any.Type) -> [String] {
        keyMappings.filter { $0.property == nil && $0.isFor(model) }.map(\.key)
    }

    /// What is wrong with them: a key is mapped to a property that its type does not have.
    var fault: ImportError? {
        for mapping in keyMappings {
            guard let property = mapping.property, let model = mapping.model else { continue }
            let plan = model.importPlan.object
            let fields = plan?.model == model ? plan?.fields ?? [] : []
            if !fields.contains(where: { $0.name == property && $0.absence != .rest }) {
                return .unknownProperty(property, type: "\(model)")
            }
        }
        return nil
    }
}
