/// What has been read of one object: the values of its fields, on their way into an instance.
///
/// Reading a field moves its value out, so a field can be read once.
public struct ImportDraft: ~Copyable {
    @usableFromInline let memory: DraftMemory

    @inlinable
    init(_ memory: DraftMemory) {
        self.memory = memory
    }

    /// The value of a required field.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public subscript<Value>(field: RequiredField<Value>) -> Value {
        guard let value = memory.take(field.place, as: Value.self) else {
            preconditionFailure("a required field was read twice from one draft")
        }
        return value
    }

    /// The value of a field that may be absent; `nil` if its key was missing or null, or if it was read before.
    ///
    /// - Precondition: the field belongs to this draft's plan.
    @inlinable
    public subscript<Value>(field: OptionalField<Value>) -> Value? {
        memory.take(field.place, as: Value.self)
    }
}

// MARK: - Updates

extension ImportDraft {
    /// What becomes of the value of a required field: the value that was read, or else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(_ old: Value, _ field: RequiredField<Value>) -> Value {
        memory.take(field.place, as: Value.self) ?? old
    }

    /// What becomes of the value of an optional field: the value that was read, `nil` if that was null, or else the
    /// old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(_ old: Value?, _ field: OptionalField<Value>) -> Value? {
        if let value = memory.take(field.place, as: Value.self) { return value }
        return memory.isNull(field.place) ? nil : old
    }

    /// What becomes of the value of a field with a default: the value that was read, the default if that was null,
    /// or else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(
        _ old: Value, _ field: OptionalField<Value>, default: @autoclosure () -> Value
    ) -> Value {
        if let value = memory.take(field.place, as: Value.self) { return value }
        return memory.isNull(field.place) ? `default`() : old
    }

    /// Refuses a value for a constant property that is not the one which it has.
    ///
    /// - Throws: an error that rejects the record, if a value was read that is not equal to the old one, or cannot
    ///   be compared.
    public func requireUnchanged<Value>(
        _ old: Value, _ field: RequiredField<Value>, property: String
    ) throws {
        try requireUnchanged(old, field.place, property)
    }

    /// The same for an optional constant, or one that an initializer gives its default.
    public func requireUnchanged<Value>(
        _ old: Value?, _ field: OptionalField<Value>, property: String
    ) throws {
        guard memory.isNull(field.place) else { return try requireUnchanged(old, field.place, property) }
        guard old == nil else { throw ImportError.constantProperty(property) }
    }

    private func requireUnchanged<Value>(_ old: Value?, _ place: FieldPlace, _ property: String) throws {
        guard let new = memory.value(at: place, as: Value.self) else { return }
        guard let old = old as? any Equatable, old.isEqual(to: new) else {
            throw ImportError.constantProperty(property)
        }
    }

    /// Whether a required field was read.
    @inlinable
    public func has<Value>(_ field: RequiredField<Value>) -> Bool { memory.isThere(field.place) }

    /// Whether a field was read, null included.
    @inlinable
    public func has<Value>(_ field: OptionalField<Value>) -> Bool { memory.isThere(field.place) }
}

/// The memory of a draft, laid out as its plan says.
///
/// Using it is safe because a place is checked to belong to the plan, and the state of each field says whether
/// there is a value.
@safe
@usableFromInline
struct DraftMemory {
    @usableFromInline let values: UnsafeMutableRawPointer
    @usableFromInline let states: UnsafeMutablePointer<UInt8>
    @usableFromInline let plan: Int

    /// Moves the value of a field out, if there is one.
    @inlinable
    func take<Value>(_ place: FieldPlace, as type: Value.Type) -> Value? {
        check(place)
        // SAFETY: the place was made by the plan that laid this memory out, for a `Value`; its state says that
        // a value is there, and is changed with it.
        guard unsafe states[place.index] & DraftState.kind == DraftState.present else { return nil }
        unsafe states[place.index] = DraftState.missing
        return unsafe (values + place.offset).assumingMemoryBound(to: Value.self).move()
    }

    /// A copy of the value of a field, if there is one.
    @inlinable
    func value<Value>(at place: FieldPlace, as type: Value.Type) -> Value? {
        check(place)
        // SAFETY: as above.
        guard unsafe states[place.index] & DraftState.kind == DraftState.present else { return nil }
        return unsafe (values + place.offset).assumingMemoryBound(to: Value.self).pointee
    }

    @inlinable
    func put<Value>(_ value: Value, at place: FieldPlace) {
        check(place)
        precondition(unsafe states[place.index] == DraftState.missing, "a field has two values")
        // SAFETY: the place was made by the plan that laid this memory out, for a `Value`; nothing is there.
        unsafe (values + place.offset).initializeMemory(as: Value.self, to: value)
        unsafe states[place.index] = DraftState.present
    }

    @inlinable
    func putNull(_ place: FieldPlace) {
        check(place)
        precondition(unsafe states[place.index] == DraftState.missing, "a field has two values")
        unsafe states[place.index] = DraftState.null
    }

    /// Takes the first `count` fields that are null for fields that were not read.
    func forgetNulls(count: Int) {
        for index in 0..<count where unsafe states[index] & DraftState.kind == DraftState.null {
            unsafe states[index] = DraftState.missing
        }
    }

    @inlinable
    func isNull(_ place: FieldPlace) -> Bool {
        check(place)
        return unsafe states[place.index] & DraftState.kind == DraftState.null
    }

    @inlinable
    func isThere(_ place: FieldPlace) -> Bool {
        check(place)
        let state = unsafe states[place.index] & DraftState.kind
        return state == DraftState.present || state == DraftState.null
    }

    @inlinable
    func check(_ place: FieldPlace) {
        precondition(place.plan == plan, "the field belongs to another plan")
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
