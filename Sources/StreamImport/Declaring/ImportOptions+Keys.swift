extension ImportOptions {
    /// Reads a property from another key in this import.
    ///
    /// A value of this key takes precedence over values of the keys that the type declares. Those keys stay valid.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path such as `license.spdx_id` or `photos[0].url`. A key whose name is not
    ///     a path, or is the path of another value, is written in brackets: `$["a.b"]`. With a malformed path, the import
    ///     fails with ``ImportError/Code/invalidPath``.
    ///   - property: the name of the property.
    ///   - model: the type that has the property, wherever the type occurs; `nil` for every type that has such a
    ///     property. If the given type has none, the import fails with ``ImportError/Code/unknownProperty``.
    ///
    /// A mapping for a type replaces the mappings of the same key for all types. If one key is then mapped to two
    /// properties of a type, the import fails with ``ImportError/Code/ambiguousMapping``.
    public mutating func map(_ key: String, to property: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: property, model: model))
    }

    /// Skips a key and its whole value in this import. The key does not count as an unknown key.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path, as in ``map(_:to:of:)``. To ignore an unknown key, pass
    ///     ``ReportedKey/key``. Paths of fields that begin with `key` are ignored, too.
    ///   - model: the type in whose objects the key is skipped; `nil` for every type.
    public mutating func ignore(_ key: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: nil, model: model))
    }

    /// Returns the keys that are mapped to a property for this import.
    func mappedKeys(to property: String, of plan: ObjectPlan) -> [String] {
        mappings(of: plan).filter { $0.property == property }.map(\.key)
    }

    /// Returns the keys and paths that are ignored in objects of a type for this import.
    func ignoredKeys(of model: Any.Type) -> [String] {
        keyMappings.filter { $0.property == nil && $0.applies(to: model) }.map(\.key)
    }

    /// Returns the mappings of keys to properties that apply to the type of a plan.
    private func mappings(of plan: ObjectPlan) -> [KeyMapping] {
        guard !plan.hasLabels else { return [] }
        let applicable = keyMappings.filter { $0.property != nil && $0.applies(to: plan.model) }
        let pathsForType = Set(applicable.filter { $0.model != nil }.map(\.pathComponents))
        return applicable.filter { $0.model != nil || !pathsForType.contains($0.pathComponents) }
    }

    /// The error if a key is malformed, if a mapping for one type names a property that the type does not have, or if a key
    /// is mapped to two properties of such a type; otherwise `nil`.
    var error: ImportError? {
        for mapping in keyMappings {
            guard JSONPath.ofKey(mapping.key) != nil else {
                return .invalidKeyPath(mapping.key, .invalidPath)
            }
            guard let property = mapping.property, let model = mapping.model else { continue }
            let plan = model.importPlan.object
            guard let plan, plan.model == model, plan.hasProperty(property) else {
                return .unknownProperty(property, type: "\(model)")
            }
            if let error = mappingError(of: plan) { return error }
        }
        return nil
    }

    /// Returns the error if a key is mapped to two properties of a plan's type; otherwise `nil`.
    func mappingError(of plan: ObjectPlan) -> ImportError? {
        var propertiesByPath: [[JSONPath.Component]: String] = [:]
        for mapping in mappings(of: plan) {
            guard let property = mapping.property, plan.hasProperty(property) else { continue }
            let path = KeyMapping.arrayComponents(of: mapping.key)
            if let earlier = propertiesByPath.updateValue(property, forKey: path), earlier != property {
                return .ambiguousMapping(mapping.key, to: [earlier, property], type: "\(plan.model)")
            }
        }
        return nil
    }
}

extension ObjectPlan {
    /// Returns whether the plan has a field with this name that keys may be mapped to.
    fileprivate func hasProperty(_ name: String) -> Bool {
        fields.contains { $0.name == name && $0.mayHaveKeys }
    }
}
