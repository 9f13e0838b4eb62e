/// Collects the fields of a model while its ``ImportPlan`` is made.
///
/// Not copyable, so that no two fields can be given the same place.
public struct ImportFields<Model>: ~Copyable {
    @usableFromInline var descriptions: [FieldDescription] = []
    @usableFromInline var layout = DraftLayout()

    @usableFromInline init() {}

    /// Declares a field whose key must be present with a value other than null.
    ///
    /// - Parameters:
    ///   - name: the key in the input.
    ///   - type: the type of the value.
    ///   - dates: how dates in it are written; as ``ImportOptions/dates`` says if `nil`.
    @inlinable
    public mutating func required<Value: ImportableValue>(
        _ name: String, _ type: Value.Type, dates: DateStrategy? = nil
    ) -> RequiredField<Model, Value> {
        RequiredField(place: add(name, type, isRequired: true, dates: dates))
    }

    /// Declares a field that is `nil` if its key is missing or null.
    ///
    /// - Parameters:
    ///   - name: the key in the input.
    ///   - type: the type of the value, without the optional.
    ///   - dates: how dates in it are written; as ``ImportOptions/dates`` says if `nil`.
    @inlinable
    public mutating func optional<Value: ImportableValue>(
        _ name: String, _ type: Value.Type, dates: DateStrategy? = nil
    ) -> OptionalField<Model, Value> {
        OptionalField(place: add(name, type, isRequired: false, dates: dates))
    }

    @inlinable
    mutating func add<Value: ImportableValue>(
        _ name: String, _ type: Value.Type, isRequired: Bool, dates: DateStrategy?
    ) -> FieldPlace {
        precondition(!descriptions.contains { $0.name == name }, "the field \(name) is declared twice")
        let place = layout.place(for: Value.self)
        descriptions.append(
            FieldDescription(
                name: name, type: type, offset: place.offset, isRequired: isRequired, dates: dates))
        return place
    }
}

/// A field that every object has; `draft[field]` is its value.
public struct RequiredField<Model, Value>: Sendable {
    @usableFromInline let place: FieldPlace

    @usableFromInline init(place: FieldPlace) { self.place = place }
}

/// A field that an object may lack; `draft[field]` is its value or `nil`.
public struct OptionalField<Model, Value>: Sendable {
    @usableFromInline let place: FieldPlace

    @usableFromInline init(place: FieldPlace) { self.place = place }
}
