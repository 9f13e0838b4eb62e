/// A receiver of the fields of instances.
protocol FieldReceiver: AnyObject {
    /// Receives a field.
    ///
    /// - Parameters:
    ///   - index: the index of the field in the plan.
    ///   - value: the address of the value, valid for the call; `nil` if the field has no value.
    ///   - state: the state of the field: present, null, or missing if the model has not added the field.
    func receive(_ index: Int, _ value: UnsafeRawPointer?, state: UInt8) throws
}

/// A reader of the fields of instances, which passes the fields to a receiver in the order of the plan.
///
/// A value is passed at its own address. Only a value that a model adds before its turn is copied to a draft. Copying all
/// values takes about 5% more instructions for a row of a table (people).
@safe
@usableFromInline
final class FieldReader {
    private let plan: ObjectPlan
    private let instances: InstancePlan
    private let receiver: any FieldReceiver
    private let fieldCount: Int
    /// The index of the field whose turn it is.
    private var next = 0
    /// The values and nulls that were added before their turn.
    private let early: OwnedDraft
    private var hasEarly = false
    /// The first error. After it, the receiver receives no other field of the instance.
    private var error: (any Error)?
    private var isReading = false
    /// The reader of instances within the one that this reader reads.
    private var innerReader: FieldReader?

    init(_ plan: ObjectPlan, _ instances: InstancePlan, to receiver: any FieldReceiver) {
        self.plan = plan
        self.instances = instances
        self.receiver = receiver
        fieldCount = plan.fields.count
        early = OwnedDraft(plan)
    }

    /// This reader or, while it reads an instance that contains others of the same type, another one.
    var idle: FieldReader {
        var reader = self
        while reader.isReading { reader = reader.inner() }
        return reader
    }

    private func inner() -> FieldReader {
        let reader = innerReader ?? FieldReader(plan, instances, to: receiver)
        innerReader = reader
        return reader
    }

    /// Passes all fields of an instance of the plan's model.
    ///
    /// - Throws: an error of the receiver, or ``ImportError/Code/invalidPlan`` if a required field has no value.
    func read(_ instance: UnsafeRawPointer) throws {
        isReading = true
        defer { reset() }
        var values = FieldWriter(early.draft, to: self)
        // SAFETY: the caller passes the address of an instance of the plan's model.
        unsafe instances.decompose(instance, &values)
        while error == nil, next < fieldCount { passEarly() }
        if let error { throw error }
    }

    private func reset() {
        isReading = false
        next = 0
        error = nil
        guard hasEarly else { return }
        early.clear()
        hasEarly = false
    }

    // MARK: - From the model

    /// Adds the value at an address, which is of the field's type.
    @usableFromInline
    func add(_ value: UnsafeRawPointer, at address: FieldAddress) {
        if hasEarly { passEarlyFields() }
        guard isEarly(address) else { return unsafe pass(value, state: DraftState.present) }
        // SAFETY: the field belongs to the plan of the draft, and has no value in the draft.
        unsafe plan.fields[address.index].type.copy(value, to: early.draft.address(address.offset))
        keep(address, DraftState.present)
    }

    @usableFromInline
    func addNull(_ address: FieldAddress) {
        if hasEarly { passEarlyFields() }
        // SAFETY: a null has no address.
        guard isEarly(address) else { return unsafe pass(nil, state: DraftState.null) }
        keep(address, DraftState.null)
    }

    /// Returns whether a field is added before its turn. Traps if it belongs to another plan or is added again.
    private func isEarly(_ address: FieldAddress) -> Bool {
        early.draft.check(address)
        if address.index == next { return false }
        precondition(
            address.index > next && early.state(of: address.index) == DraftState.missing,
            "the field already has a value")
        return true
    }

    private func keep(_ address: FieldAddress, _ state: UInt8) {
        early.draft[state: address.index] = state
        hasEarly = true
    }

    // MARK: - To the receiver

    /// Passes the field whose turn it is.
    private func pass(_ value: UnsafeRawPointer?, state: UInt8) {
        do {
            if state != DraftState.present { try requireNoValue() }
            // SAFETY: the caller keeps the value for the call.
            try unsafe receiver.receive(next, value, state: state)
            next += 1
        } catch {
            self.error = error
        }
    }

    /// Passes the fields whose turn has come since they were added.
    private func passEarlyFields() {
        while error == nil, next < fieldCount, early.state(of: next) != DraftState.missing { passEarly() }
    }

    private func passEarly() {
        // SAFETY: the draft keeps the value for the call.
        unsafe pass(early.address(of: next), state: early.state(of: next))
    }

    /// Throws an error if the next field is required, or for extras.
    private func requireNoValue() throws(ImportError) {
        let field = plan.fields[next]
        guard !field.isRequired, field.role != .extras else {
            throw .fieldNotAdded(field, type: "\(plan.model)")
        }
    }
}
