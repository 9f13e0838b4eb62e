/// A writer that stores the values of an instance's fields.
///
/// Each field must belong to the model's plan, and may be added only once. Otherwise the call traps.
public struct FieldWriter: ~Copyable {
    @usableFromInline let draft: Draft
    /// The index of the only field to store; `nil` to store all fields.
    @usableFromInline let index: Int?

    @usableFromInline
    init(_ draft: Draft, only index: Int? = nil) {
        self.draft = draft
        self.index = index
    }

    /// Adds the value of a required field, or of the field for extras.
    @inlinable
    public mutating func add<Value>(_ value: Value, _ field: RequiredField<Value>) {
        put(value, at: field.address)
    }

    /// Adds the value of a field that has a default.
    @inlinable
    public mutating func add<Value>(_ value: Value, _ field: OptionalField<Value>) {
        put(value, at: field.address)
    }

    /// Adds the value of an optional field.
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
