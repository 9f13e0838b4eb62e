/// Collects the values of a model's fields: the reverse of an ``ImportDraft``.
public struct ModelValues: ~Copyable {
    @usableFromInline let draft: Draft
    /// The index of the only field that is asked for; all are, if `nil`.
    @usableFromInline let index: Int?

    @usableFromInline
    init(_ draft: Draft, only index: Int? = nil) {
        self.draft = draft
        self.index = index
    }

    /// Adds the value of a required field, or of the one for members that mean no other.
    ///
    /// - Precondition: the field belongs to the model's plan, and is added once.
    @inlinable
    public mutating func add<Value>(_ value: Value, _ field: RequiredField<Value>) {
        put(value, at: field.place)
    }

    /// Adds the value of a field that has a default.
    ///
    /// - Precondition: the field belongs to the model's plan, and is added once.
    @inlinable
    public mutating func add<Value>(_ value: Value, _ field: OptionalField<Value>) {
        put(value, at: field.place)
    }

    /// Adds the value of an optional field.
    ///
    /// - Precondition: the field belongs to the model's plan, and is added once.
    @inlinable
    public mutating func add<Value>(_ value: Value?, _ field: OptionalField<Value>) {
        if let value { put(value, at: field.place) } else { putNull(field.place) }
    }

    @inlinable
    func put<Value>(_ value: Value, at place: FieldPlace) {
        guard index == nil || index == place.index else { return }
        draft.put(value, at: place)
    }

    @inlinable
    func putNull(_ place: FieldPlace) {
        guard index == nil || index == place.index else { return }
        draft.putNull(place)
    }
}
