extension ImportOptions {
    /// Reads a property from another key in this import.
    ///
    /// If the key has a value, it takes precedence over the keys that the type declares, which stay valid.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path such as `license.spdx_id` or `photos[0].url`. A string that is not
    ///     a well-formed path is only a key.
    ///   - property: the name of the property.
    ///   - model: the type that has the property, wherever the type occurs; `nil` for every type that has such a
    ///     property. If the given type has none, the import fails with ``ImportError/Code/unknownProperty``.
    ///
    /// A mapping for a type replaces a mapping of the same key for all types. If two mappings for a type still map
    /// one key to two of its properties, the import fails with ``ImportError/Code/ambiguousMapping``.
    public mutating func map(_ key: String, to property: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: property, model: model))
    }

    /// Skips a key and its whole value in this import. The key is not unknown.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path. An unknown key below a path is ignored by its path. A field's
    ///     path that begins with the key or the path is ignored, too.
    ///   - model: the type in whose objects the key is skipped; `nil` for every type.
    public mutating func ignore(_ key: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: nil, model: model))
    }

    /// Returns the keys that are mapped to a property for this import.
    func mappedKeys(to property: String, of model: Any.Type) -> [String] {
        mappings(of: model).filter { $0.property == property }.map(\.key)
    }

    func ignoredKeys(of model: Any.Type) -> [String] {
        keyMappings.filter { $0.property == nil && $0.isFor(model) }.map(\.key)
    }

    /// Returns the mappings of keys to properties that apply to a type.
    private func mappings(of model: Any.Type) -> [KeyMapping] {
        let all = keyMappings.filter { $0.property != nil && $0.isFor(model) }
        let own = Set(all.filter { $0.model != nil }.map(\.steps))
        return all.filter { $0.model != nil || !own.contains($0.steps) }
    }

    /// The error in the mappings, if there is one: a key is mapped to a property that its type does not have, or to
    /// two of them.
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

    /// Returns the error in the mappings for a type, if there is one: a key is mapped to two of its properties.
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
    /// Returns whether keys may be mapped to a property with this name.
    fileprivate func hasProperty(_ name: String) -> Bool {
        fields.contains { $0.name == name && $0.role != .extras }
    }
}
