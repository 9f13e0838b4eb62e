extension ImportOptions {
    /// Reads a property from another key for this import.
    ///
    /// If it has a value, the key takes precedence over those that the type declares, which keep their meaning.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path such as `license.spdx_id` or `photos[0].url`. What is no
    ///     well-formed path is just a key.
    ///   - property: the name of the property.
    ///   - model: the type whose property it is, wherever that type occurs. With `nil` every type that has such a
    ///     property; with a type that has none, the import fails with ``ImportError/Code/unknownProperty``.
    ///
    /// A mapping for a type replaces one of the same key for all types. If a type has two mappings of one key to two
    /// of its properties even so, the import fails with ``ImportError/Code/ambiguousMapping``.
    public mutating func map(_ key: String, to property: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: property, model: model))
    }

    /// Skips a key, and all that is in its value, for this import. It is not an unknown key.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path, which silences the paths of fields that begin with it, and which is
    ///     how an unknown key below a path is named.
    ///   - model: the type in whose objects it is skipped; with `nil` in those of every type.
    public mutating func ignore(_ key: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: nil, model: model))
    }

    /// The keys that mean a property for this import.
    func mappedKeys(to property: String, of model: Any.Type) -> [String] {
        mappings(of: model).filter { $0.property == property }.map(\.key)
    }

    func ignoredKeys(of model: Any.Type) -> [String] {
        keyMappings.filter { $0.property == nil && $0.isFor(model) }.map(\.key)
    }

    /// The mappings of keys to properties that hold for a type.
    private func mappings(of model: Any.Type) -> [KeyMapping] {
        let all = keyMappings.filter { $0.property != nil && $0.isFor(model) }
        let own = Set(all.filter { $0.model != nil }.map(\.steps))
        return all.filter { $0.model != nil || !own.contains($0.steps) }
    }

    /// What is wrong with them: a key is mapped to a property that its type does not have, or to two of them.
    var error: ImportError? {
        for mapping in keyMappings {
            guard let property = mapping.property, let model = mapping.model else { continue }
            let plan = model.importPlan.object
            guard let plan, plan.model == model, plan.hasProperty(property) else {
                return .unknownProperty(property, type: "\(model)")
            }
            if let error = mappingError(of: plan) { return error }
        }
        return nil
    }

    /// What is wrong with the mappings for a type: one key is mapped to two of its properties.
    func mappingError(of plan: ObjectPlan) -> ImportError? {
        var properties: [[JSONPath.Component]: String] = [:]
        for mapping in mappings(of: plan.model) {
            guard let property = mapping.property, plan.hasProperty(property) else { continue }
            if let other = properties.updateValue(property, forKey: KeyMapping.arraySteps(of: mapping.key)),
                other != property
            {
                return .ambiguousMapping(mapping.key, to: [other, property], type: "\(plan.model)")
            }
        }
        return nil
    }
}

extension ObjectPlan {
    /// Whether keys may mean a property of this name.
    fileprivate func hasProperty(_ name: String) -> Bool {
        fields.contains { $0.name == name && $0.role != .extras }
    }
}
