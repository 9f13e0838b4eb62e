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
    var fault: ImportError? {
        for mapping in keyMappings {
            guard let property = mapping.property, let model = mapping.model else { continue }
            let plan = model.importPlan.object
            guard let plan, plan.model == model, plan.hasProperty(property) else {
                return .unknownProperty(property, type: "\(model)")
            }
            if let fault = mappingFault(of: plan) { return fault }
        }
        return nil
    }

    /// What is wrong with the mappings for a type: one key is mapped to two of its properties.
    func mappingFault(of plan: ObjectPlan) -> ImportError? {
        var properties: [[JSONPath.Component]: String] = [:]
        for mapping in mappings(of: plan.model) {
            guard let property = mapping.property, plan.hasProperty(property) else { continue }
            if let other = properties.updateValue(property, forKey: mapping.steps), other != property {
                return .ambiguousMapping(mapping.key, to: [other, property], type: "\(plan.model)")
            }
        }
        return nil
    }
}

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
    var steps: [JSONPath.Component] {
        let path = (try? JSONPath(key).components) ?? []
        return path.isEmpty ? [.key(key)] : path
    }
}

extension ObjectPlan {
    /// Whether keys may mean a property of this name.
    fileprivate func hasProperty(_ name: String) -> Bool {
        fields.contains { $0.name == name && $0.absence != .rest }
    }
}
