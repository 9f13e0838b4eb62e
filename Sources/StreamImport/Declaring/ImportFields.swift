/// A collector of the fields of a model, while its ``ImportPlan`` is created.
///
/// It is not copyable, so that two fields never get the same address.
public struct ImportFields: ~Copyable {
    private(set) var descriptions: [FieldDescription] = []
    private(set) var ignoredNames: [String] = []
    private(set) var ignoredKeys: [String] = []
    /// The names that no field has, and the declarations that have them.
    private(set) var unknownNames: [(name: String, origin: String)] = []
    private(set) var layout = DraftLayout()
    /// Whether the fields are the labels of a case, to which the mappings of an import do not apply.
    var areLabels = false
    /// Whether the fields are the payloads of cases that are selected by key.
    var arePayloads = false
    /// Whether the fields are the elements of an array, by position.
    private(set) var areElements = false

    @usableFromInline init() {}

    /// Declares a field whose key must be present with a value. Null is a value only of types such as ``JSONValue``.
    ///
    /// - Parameters:
    ///   - name: the name of the property. A key that matches it is bound to the field; see
    ///     ``ImportOptions/keyMatching`` for the keys that match.
    ///   - type: the type of the value.
    ///   - keys: other keys, compared exactly, or paths such as `license.spdx_id`, `photos[0].url` and `$["a.b"]`. An earlier one
    ///     takes precedence over a later one, and all of them over the name. From the 62nd key on, all have the same
    ///     precedence as the name. If a path begins with the name itself, such as `id.value` for `id`, an object under
    ///     that key is traversed, and any other value is the value of the field.
    ///   - dates: the format of dates in the field; that of ``ImportOptions/dates`` if `nil`.
    ///   - isLenient: whether elements of an array or a set that do not fit are skipped, and listed in
    ///     ``ImportSummary/mismatches``.
    /// - Returns: the field, which reads its value from a draft: `draft[field]`.
    ///
    /// If two fields have the same name, the import fails with ``ImportError/Code/invalidPlan``.
    public mutating func required<Value: Importable>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> RequiredField<Value> {
        RequiredField(address: add(name, type, .required, keys, dates, isLenient))
    }

    /// Declares a field whose value is `nil` if its key is missing or null.
    ///
    /// The parameters are those of ``required(_:_:keys:dates:isLenient:)``. `type` does not include the optional.
    public mutating func optional<Value: Importable>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> OptionalField<Value> {
        OptionalField(address: add(name, type, .optional, keys, dates, isLenient))
    }

    /// Declares a field for which the model has a default. `draft[field]` is `nil` if the key is missing, or if it is
    /// null and null is not a value of `type`.
    ///
    /// The parameters are those of ``required(_:_:keys:dates:isLenient:)``.
    public mutating func defaulted<Value: Importable>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> OptionalField<Value> {
        OptionalField(address: add(name, type, .defaulted, keys, dates, isLenient))
    }

    /// Declares a field for extras: every member of the object that has no other field, unchanged.
    ///
    /// Extras are not unknown keys: ``ImportOptions/unknownKeys`` does not apply to objects with such a field.
    public mutating func extras(_ name: String) -> RequiredField<[String: JSONValue]> {
        let type = [String: JSONValue].self
        return RequiredField(address: add(name, type, .extras, [], nil, false))
    }

    /// Declares keys that are skipped with their values, and are not unknown.
    ///
    /// - Parameter names: names of properties. Keys match them by the same rules as the names of fields.
    public mutating func ignore(_ names: String...) {
        ignoredNames += names
    }

    /// Replaces the names of fields as keys by other keys, which are compared exactly and are never paths. The macro calls
    /// this function for the raw values of an enum `CodingKeys`.
    ///
    /// The import fails with ``ImportError/Code/invalidPlan`` if a name is not that of a field, or is that of ``extras(_:)``.
    ///
    /// - Parameter keys: the keys, by the names of the fields.
    public mutating func replaceNames(_ keys: [String: String]) {
        let adjustable = fields(where: \.mayHaveKeys, Array(keys.keys), from: "CodingKeys or replaceNames")
        for index in adjustable {
            if let key = keys[descriptions[index].name] { descriptions[index].codingKey = key }
        }
    }

    /// Changes fields that were declared before, including those of a superclass.
    ///
    /// The import fails with ``ImportError/Code/invalidPlan`` if a name is not that of a field, or is that of
    /// ``extras(_:)``.
    ///
    /// - Parameters:
    ///   - ignored: keys that are skipped with their values, and are not unknown. They are compared exactly, or are
    ///     paths. A field's path that begins with one of them is ignored, too. The keys of a superclass stay ignored.
    ///   - properties: the names of the fields that have their name as a key; those of all fields if `nil`. The other
    ///     fields only have the keys that they get from `keys`, from their declaration or for an import. A field
    ///     without any key is neither imported nor exported, and must not be required. The list replaces that of a
    ///     superclass.
    ///   - keys: additional keys or paths, by the names of the fields. They take precedence over the keys that a field
    ///     already has.
    ///   - dates: the formats of dates, by the names of the fields.
    public mutating func adjust(
        ignoring ignored: [String] = [], only properties: [String]? = nil, keys: [String: [String]] = [:],
        dates: [String: DateStrategy] = [:]
    ) {
        ignoredKeys += ignored
        let adjustable = fields(
            where: \.mayHaveKeys, (properties ?? []) + keys.keys + dates.keys,
            from: "the arguments of @Importable or adjust")
        for index in adjustable {
            let name = descriptions[index].name
            if let properties { descriptions[index].isKeyedByName = properties.contains(name) }
            if let added = keys[name] { descriptions[index].keys.insert(contentsOf: added, at: 0) }
            if let dates = dates[name] { descriptions[index].dates = dates }
        }
    }

    /// Declares that the values of fields stand around the object, and are not members of it. The macro calls this function for
    /// ``Key(from:)``.
    ///
    /// The import fails with ``ImportError/Code/invalidPlan`` if a name is not that of a field, or is that of ``extras(_:)``.
    ///
    /// - Parameter sources: where the values come from, by the names of the fields. These fields have no keys.
    public mutating func setSources(_ sources: [String: FieldSource]) {
        let adjustable = fields(where: { $0.role != .extras }, Array(sources.keys), from: "setSources")
        for index in adjustable {
            descriptions[index].source = sources[descriptions[index].name] ?? descriptions[index].source
        }
    }

    /// Declares that the model is made from arrays instead of objects: each field is the element at its position among the fields.
    /// The macro calls this function for ``Importable(asArray:dates:)``.
    ///
    /// The import fails with ``ImportError/Code/invalidPlan`` if there are no fields, if a field has other keys than its name, a
    /// source or is one for extras, or if the model conforms to ``ImportIntercepting``.
    public mutating func replaceKeysByPositions() { areElements = true }

    /// Returns the indices of the fields that satisfy a condition. Adds the names that none of these has to ``unknownNames``.
    private mutating func fields(
        where condition: (FieldDescription) -> Bool, _ names: [String], from origin: String
    ) -> [Int] {
        let indices = descriptions.indices.filter { condition(descriptions[$0]) }
        let known = Set(indices.map { descriptions[$0].name })
        unknownNames += names.filter { !known.contains($0) }.sorted().map { ($0, origin) }
        return indices
    }

    private mutating func add<Value: Importable>(
        _ name: String, _ type: Value.Type, _ role: FieldDescription.Role, _ keys: [String],
        _ dates: DateStrategy?, _ isLenient: Bool
    ) -> FieldAddress {
        let address = layout.addField(for: Value.self)
        descriptions.append(
            FieldDescription(
                name: name, keys: keys, type: type, operations: type._operations, offset: address.offset,
                role: role, dates: dates, isLenient: isLenient))
        return address
    }
}

/// A field that has a value in every draft: `draft[field]`.
public struct RequiredField<Value>: Sendable {
    @usableFromInline let address: FieldAddress
}

/// A field that may have no value in a draft: `draft[field]` is the value or `nil`.
public struct OptionalField<Value>: Sendable {
    @usableFromInline let address: FieldAddress
}

/// Declarations for types that are not importable, which the compiler chooses only for its message.
extension ImportFields {
    /// Is not available, because the type of the value is not importable.
    @available(
        *, unavailable,
        message:
            "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"
    )
    public mutating func required<Value>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> RequiredField<Value> {
        fatalError()
    }

    /// Is not available, because the type of the value is not importable.
    @available(
        *, unavailable,
        message:
            "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"
    )
    public mutating func optional<Value>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> OptionalField<Value> {
        fatalError()
    }

    /// Is not available, because the type of the value is not importable.
    @available(
        *, unavailable,
        message:
            "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"
    )
    public mutating func defaulted<Value>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> OptionalField<Value> {
        fatalError()
    }
}

extension ImportCase {
    /// Is not available, because the type of the associated value is not importable.
    @available(
        *, unavailable,
        message:
            "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"
    )
    public init<Payload>(
        _ name: String, keys: [String] = [], payload: Payload.Type = Payload.self,
        wrap: @escaping @Sendable (consuming Payload) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        fatalError()
    }
}

extension Importable {
    /// Is not available, because the type declares no plan.
    @available(*, unavailable, message: "add '@Importable' to the declaration of the type")
    public static var importPlan: ImportPlan { fatalError() }
}

/// Where the value of a property comes from if it is not a member of the object.
///
/// See ``Key(from:)``.
public enum FieldSource: Hashable, Sendable {
    /// The name of the member whose value is the object.
    ///
    /// Records have a name if they are the values of an object, as at the path `users.*`, and so do the objects in a dictionary and
    /// the value of a property. An element of an array and a value at the top level have none. The key of a dictionary that is not
    /// a string has the text that an export writes.
    ///
    /// The type of the property conforms to ``ImportableKey``, or is made from a string.
    case memberName

    /// A member of an object around the record, by its path from that object: `meta.run`. Of several objects that have the member,
    /// the innermost counts.
    ///
    /// The member must stand before the records; otherwise the import fails with ``ImportError/Code/pathNotFound``. An
    /// ``InputPart`` that does not begin with the input has no text before its records, so its import fails. Without a path that
    /// leads through objects, and in an import from dictionaries, the member is missing.
    case enclosing(JSONPath)

    /// The path, unless it leads to a single member; otherwise `nil`.
    var invalidPath: JSONPath? {
        guard case .enclosing(let path) = self else { return nil }
        let isValid = !path.components.contains(.wildcard) && (try? path.validate()) != nil
        if isValid, case .key? = path.components.first { return nil }
        return path
    }
}
