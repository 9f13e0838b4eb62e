/// The values that were read from one object, by field, with which an instance is updated.
///
/// Keys may be missing in an update, including those of required fields: a field without a value keeps its old value.
/// Reading a field moves its value out of the draft, so each field can be read only once.
public struct UpdateDraft: ~Copyable {
    @usableFromInline let draft: Draft

    @inlinable
    init(_ draft: Draft) {
        self.draft = draft
    }

    /// The value of an optional or defaulted field; `nil` if its key was missing or null, or if the field was read
    /// before.
    ///
    /// - Precondition: the field belongs to this draft's plan.
    @inlinable
    public subscript<Value>(field: OptionalField<Value>) -> Value? {
        draft.take(field.address, as: Value.self)
    }

    /// Returns the value of a required field after the update: the value that was read, or else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(_ old: Value, _ field: RequiredField<Value>) -> Value {
        draft.take(field.address, as: Value.self) ?? old
    }

    /// Returns the value of an optional field after the update: the value that was read, `nil` if that was null, or
    /// else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(_ old: Value?, _ field: OptionalField<Value>) -> Value? {
        if let value = draft.take(field.address, as: Value.self) { return value }
        return draft.isNull(field.address) ? nil : old
    }

    /// Returns the value of a field with a default after the update: the value that was read, the default if that was
    /// null, or else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(
        _ old: Value, _ field: OptionalField<Value>, default: @autoclosure () -> Value
    ) -> Value {
        if let value = draft.take(field.address, as: Value.self) { return value }
        return draft.isNull(field.address) ? `default`() : old
    }

    /// Throws an error if a constant property would get another value.
    ///
    /// - Throws: an error that rejects the record, if a value was read that is not equal to the old one or cannot be
    ///   compared with it.
    public func requireUnchanged<Value>(
        _ old: Value, _ field: RequiredField<Value>, property: String
    ) throws {
        try requireUnchanged(old, field.address, property)
    }

    /// Throws an error if a constant property would get another value. The property is optional, or an initializer
    /// gives it a default.
    ///
    /// - Throws: an error that rejects the record, if null was read and the old value is not `nil`, or if a value was
    ///   read that is not equal to the old one or cannot be compared with it.
    public func requireUnchanged<Value>(
        _ old: Value?, _ field: OptionalField<Value>, property: String
    ) throws {
        guard draft.isNull(field.address) else { return try requireUnchanged(old, field.address, property) }
        guard old == nil else { throw ImportError.constantProperty(property) }
    }

    private func requireUnchanged<Value>(_ old: Value?, _ address: FieldAddress, _ property: String) throws {
        guard let new = draft.value(at: address, as: Value.self) else { return }
        guard let old = old as? any Equatable, old.isEqual(to: new) else {
            throw ImportError.constantProperty(property)
        }
    }

    /// Returns whether a required field was read.
    @inlinable
    public func has<Value>(_ field: RequiredField<Value>) -> Bool { draft.hasContent(field.address) }

    /// Returns whether a field was read. Null counts as read.
    @inlinable
    public func has<Value>(_ field: OptionalField<Value>) -> Bool { draft.hasContent(field.address) }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
