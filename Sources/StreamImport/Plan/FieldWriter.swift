/// A collector of the values of a model's fields. It is the reverse of an ``ImportDraft``.
public struct FieldWriter: ~Copyable {
    @usableFromInline let draft: Draft
    /// The index of the only field to collect; `nil` to collect all fields.
    @usableFromInline let index: Int?

    @usableFromInline
    init(_ draft: Draft, only index: Int? = nil) {
        self.draft = draft
        self.index = index
    }

    /// Adds the value of a required field, or of the field for extras.
    ///
    /// - Precondition: the field belongs to the model's plan and was not added before.
    @inlinable
    public mutating func add<Value>(_ value: Value, _ field: RequiredField<Value>) {
        put(value, at: field.address)
    }

    /// Adds the value of a field that has a default.
    ///
    /// - Precondition: the field belongs to the model's plan and was not added before.
    @inlinable
    public mutating func add<Value>(_ value: Value, _ field: OptionalField<Value>) {
        put(value, at: field.address)
    }

    /// Adds the value of an optional field.
    ///
    /// - Precondition: the field belongs to the model's plan and was not added before.
    @inlinable
    public mutating func add<Value>(_ value: Value?, _ field: OptionalField<Value>) {
        if let value { put(value, at: field.address) } else { putNull(field.address) }
    }

    @inlinable
    func put<Value>(_ value: Value, at address: FieldAddress) {
        guard index == nil || index == address.index else { return }
        draft.put(value, at: address)
    }

    @inlinable
    func putNull(_ address: FieldAddress) {
        guard index == nil || index == address.index else { return }
        draft.putNull(address)
    }
}
