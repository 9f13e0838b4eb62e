/// Collects the fields of a model while its ``ImportPlan`` is made.
///
/// Not copyable, so that no two fields can be given the same address.
public struct ImportFields: ~Copyable {
    private(set) var descriptions: [FieldDescription] = []
    private(set) var ignoredNames: [String] = []
    private(set) var ignoredKeys: [String] = []
    private(set) var unknownNames: [String] = []
    private(set) var layout = DraftLayout()

    @usableFromInline init() {}

    /// Declares a field whose key must be present with a value other than null.
    ///
    /// - Parameters:
    ///   - name: the name of the property. A key that is spelled like it means the field; see
    ///     ``ImportOptions/keyMatching`` for what else is.
    ///   - type: the type of the value.
    ///   - keys: other keys, exactly, or paths such as `license.spdx_id` and `photos[0].url`; an earlier one
    ///     takes precedence over a later one (the first 61 of them), and all of them over the name. Where a path
    ///     begins with the name itself, `id.value` for `id`, an object under that key is gone through, and any
    ///     other value is the field's own.
    ///   - dates: how dates in it are written; as ``ImportOptions/dates`` says if `nil`.
    ///   - isLenient: whether elements of an array or a set that do not fit are left out, and listed in
    ///     ``ImportSummary/mismatches``.
    /// - Returns: the field, by which the value is read from a draft: `draft[field]`.
    ///
    /// With two fields of one name the import fails with ``ImportError/Code/invalidPlan``.
    public mutating func required<Value: Importable>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> RequiredField<Value> {
        RequiredField(address: add(name, type, .required, keys, dates, isLenient))
    }

    /// Declares a field that is `nil` if its key is missing or null.
    ///
    /// The parameters are those of ``required(_:_:keys:dates:isLenient:)``; `type` is without the optional.
    public mutating func optional<Value: Importable>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> OptionalField<Value> {
        OptionalField(address: add(name, type, .optional, keys, dates, isLenient))
    }

    /// Declares a field for which the model has a default: `draft[field]` is `nil` if its key is missing, or null
    /// unless null is a value of `type`.
    ///
    /// The parameters are those of ``required(_:_:keys:dates:isLenient:)``.
    public mutating func defaulted<Value: Importable>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> OptionalField<Value> {
        OptionalField(address: add(name, type, .defaulted, keys, dates, isLenient))
    }

    /// Declares a field that receives every member of the object that means no other field, as it is.
    ///
    /// Such members are not unknown keys: ``ImportOptions/unknownKeys`` does not apply to objects with such a
    /// field.
    public mutating func extras(_ name: String) -> RequiredField<[String: JSONValue]> {
        let type = [String: JSONValue].self
        return RequiredField(address: add(name, type, .extras, [], nil, false))
    }

    /// Declares keys whose values are skipped, and which are not unknown.
    ///
    /// - Parameter names: names of properties, which keys may be spelled like.
    public mutating func ignore(_ names: String...) {
        ignoredNames += names
    }

    /// Changes the fields that have been declared, those of a superclass included.
    ///
    /// A name that no field has, or only that of ``extras(_:)``, fails an import with ``ImportError/Code/invalidPlan``.
    ///
    /// - Parameters:
    ///   - ignored: keys that are skipped with their values, and are not unknown: compared exactly, or paths, which silence
    ///     the paths of fields that begin with them. They are added to those of a superclass.
    ///   - properties: the names of the fields that are imported by their names; those of all, if `nil`. The others have
    ///     only the keys that are given to them, in `keys` or for an import; a field without any is neither imported nor
    ///     exported. It must not be required. The list takes the address of a superclass's.
    ///   - keys: more keys or paths for fields, by their names. They take precedence over those that a field has.
    ///   - dates: how dates in fields are written, by their names.
    public mutating func adjust(
        ignoring ignored: [String] = [], only properties: [String]? = nil, keys: [String: [String]] = [:],
        dates: [String: DateStrategy] = [:]
    ) {
        ignoredKeys += ignored
        let adjustable = descriptions.indices.filter { descriptions[$0].role != .extras }
        let names = Set(adjustable.map { descriptions[$0].name })
        unknownNames += ((properties ?? []) + keys.keys + dates.keys).filter { !names.contains($0) }.sorted()
        for index in adjustable {
            let name = descriptions[index].name
            if let properties { descriptions[index].isKeyedByName = properties.contains(name) }
            if let more = keys[name] { descriptions[index].keys.insert(contentsOf: more, at: 0) }
            if let dates = dates[name] { descriptions[index].dates = dates }
        }
    }

    private mutating func add<Value: Importable>(
        _ name: String, _ type: Value.Type, _ role: FieldDescription.Role, _ keys: [String],
        _ dates: DateStrategy?, _ isLenient: Bool
    ) -> FieldAddress {
        let address = layout.addField(for: Value.self)
        descriptions.append(
            FieldDescription(
                name: name, keys: keys, type: type, offset: address.offset, role: role, dates: dates,
                isLenient: isLenient))
        return address
    }
}

/// A field that every object has; `draft[field]` is its value.
public struct RequiredField<Value>: Sendable {
    @usableFromInline let address: FieldAddress
}

/// A field that an object may lack; `draft[field]` is its value or `nil`.
public struct OptionalField<Value>: Sendable {
    @usableFromInline let address: FieldAddress
}
