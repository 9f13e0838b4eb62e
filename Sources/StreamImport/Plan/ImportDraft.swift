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

    @usableFromInline
    init(values: UnsafeMutableRawPointer, states: UnsafeMutablePointer<UInt8>, plan: Int) {
        unsafe self.values = values
        unsafe self.states = states
        self.plan = plan
    }

    /// Moves the value of a field out, if there is one.
    @inlinable
    func take<Value>(_ place: FieldPlace, as type: Value.Type) -> Value? {
        precondition(place.plan == plan, "the field belongs to another plan")
        // SAFETY: the place was made by the plan that laid this memory out, for a `Value`; its state says that
        // a value is there, and is changed with it.
        guard unsafe states[place.index] & DraftState.present != 0 else { return nil }
        unsafe states[place.index] = DraftState.missing
        return unsafe (values + place.offset).assumingMemoryBound(to: Value.self).move()
    }
}
