/// What has been read of one object that becomes an instance: the values of its fields, on their way into an instance.
///
/// Reading a field moves its value out, so a field can be read once.
public struct ImportDraft: ~Copyable {
    @usableFromInline let draft: Draft

    @inlinable
    init(_ draft: Draft) {
        self.draft = draft
    }

    /// The value of a required field.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public subscript<Value>(field: RequiredField<Value>) -> Value {
        guard let value = draft.take(field.address, as: Value.self) else {
            preconditionFailure("a required field was read twice from one draft")
        }
        return value
    }

    /// The value of a field that may be absent; `nil` if its key was missing or null, or if it was read before.
    ///
    /// - Precondition: the field belongs to this draft's plan.
    @inlinable
    public subscript<Value>(field: OptionalField<Value>) -> Value? {
        draft.take(field.address, as: Value.self)
    }
}
