/// The values that were read from one object, by field, from which an instance is created.
///
/// Reading a field moves its value out of the draft, so each field can be read only once.
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

    /// The value of an optional or defaulted field; `nil` if its key was missing or null, or if the field was read
    /// before.
    ///
    /// - Precondition: the field belongs to this draft's plan.
    @inlinable
    public subscript<Value>(field: OptionalField<Value>) -> Value? {
        draft.take(field.address, as: Value.self)
    }
}
