/// What has been read of one object that updates an instance: the values of some of its fields.
///
/// Keys of an update may be missing, also those of required fields: an old value stays where
/// nothing was read. Reading a field moves its value out, so a field can be read once.
public struct UpdateDraft: ~Copyable {
    @usableFromInline let draft: Draft

    @inlinable
    init(_ draft: Draft) {
        self.draft = draft
    }

    /// The value of a field that is not required; `nil` if its key was missing or null, or if it was read before.
    ///
    /// - Precondition: the field belongs to this draft's plan.
    @inlinable
    public subscript<Value>(field: OptionalField<Value>) -> Value? {
        draft.take(field.address, as: Value.self)
    }

    /// What becomes of the value of a required field: the value that was read, or else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(_ old: Value, _ field: RequiredField<Value>) -> Value {
        draft.take(field.address, as: Value.self) ?? old
    }

    /// What becomes of the value of an optional field: the value that was read, `nil` if that was null, or else the
    /// old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(_ old: Value?, _ field: OptionalField<Value>) -> Value? {
        if let value = draft.take(field.address, as: Value.self) { return value }
        return draft.isNull(field.address) ? nil : old
    }

    /// What becomes of the value of a field with a default: the value that was read, the default if that was null,
    /// or else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(
        _ old: Value, _ field: OptionalField<Value>, default: @autoclosure () -> Value
    ) -> Value {
        if let value = draft.take(field.address, as: Value.self) { return value }
        return draft.isNull(field.address) ? `default`() : old
    }

    /// Refuses a value for a constant property that is not the one which it has.
    ///
    /// - Throws: an error that rejects the record, if a value was read that is not equal to the old one, or cannot
    ///   be compared.
    public func requireUnchanged<Value>(
        _ old: Value, _ field: RequiredField<Value>, property: String
    ) throws {
        try requireUnchanged(old, field.address, property)
    }

    /// The same for an optional constant, or one that an initializer gives its default.
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

    /// Whether a required field was read.
    @inlinable
    public func has<Value>(_ field: RequiredField<Value>) -> Bool { draft.hasContent(field.address) }

    /// Whether a field was read, null included.
    @inlinable
    public func has<Value>(_ field: OptionalField<Value>) -> Bool { draft.hasContent(field.address) }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
