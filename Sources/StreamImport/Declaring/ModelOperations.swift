/// The operations of a plan on instances of its model.
///
/// The macro ``Importable()`` writes all of them. A plan that is written by hand and only creates instances returns
/// just the closure that creates them. If the models are also updated, exported or looked up by key path, the plan
/// returns model operations:
///
///     static let importPlan = ImportPlan(Repo.self) { fields in
///         let id = fields.required("id", Int.self)
///         let name = fields.optional("name", String.self)
///         return ModelOperations(
///             make: { draft in Repo(id: draft[id], name: draft[name]) },
///             update: { draft, old in
///                 Repo(id: draft.updated(old.id, id), name: draft.updated(old.name, name))
///             },
///             decompose: { repo, values in
///                 values.add(repo.id, id)
///                 values.add(repo.name, name)
///             },
///             properties: { [\.id: "id", \.name: "name"] })
///     }
///
/// The key paths of a class and of its subclass to the same property differ. A plan for `Dog`, a subclass of `Animal`,
/// therefore returns `\Dog.name` in `properties`, even if `Animal` declares the property. A lookup uses the same key
/// path, or that of the superclass's plan.
///
/// The closures are called on the thread that imports, updates or exports, and therefore are not isolated to an
/// actor. A class that is isolated to the main actor cannot have such closures, as its properties belong to the main
/// thread.
public struct ModelOperations<Model>: Sendable {
    @usableFromInline let make: @Sendable (borrowing ImportDraft) throws -> Model
    @usableFromInline let update: @Sendable (borrowing UpdateDraft, Model) throws -> Model
    @usableFromInline let decompose: @Sendable (Model, inout FieldWriter) -> Void
    @usableFromInline let properties: @Sendable () -> [PartialKeyPath<Model>: String]

    /// Creates the operations from closures.
    ///
    /// - Parameters:
    ///   - make: creates an instance from the values that were read. Any error that it throws rejects the record,
    ///     with the thrown error as the cause.
    ///   - update: gives an instance the values that were read, and returns the instance or, if the model is a value
    ///     type, a changed copy. The closure must not change an object if it throws. If the record is rejected, or if
    ///     another value replaces the one that has updated an object, the update is undone by another update, with
    ///     values that `decompose` has added before. If this second update throws, the import ends with
    ///     ``ImportError/Code/invalidPlan`` at the next complete record.
    ///   - decompose: adds the values of an instance's fields to a writer.
    ///   - properties: returns the names of the fields' properties by key path. A property of the superclass has a
    ///     key path of `Model`.
    @inlinable
    public init(
        make: @escaping @Sendable (borrowing ImportDraft) throws -> Model,
        update: @escaping @Sendable (borrowing UpdateDraft, Model) throws -> Model,
        decompose: @escaping @Sendable (Model, inout FieldWriter) -> Void,
        properties: @escaping @Sendable () -> [PartialKeyPath<Model>: String]
    ) {
        self.make = make
        self.update = update
        self.decompose = decompose
        self.properties = properties
    }
}

/// The type-erased operations of a plan on existing instances of its model.
@safe
@usableFromInline
struct InstancePlan: Sendable {
    /// Updates the instance at an address with the values of a draft.
    @usableFromInline let update:
        @Sendable (_ draft: Draft, _ instance: UnsafeMutableRawPointer) throws -> Void
    /// Adds the values of all fields of the instance at an address to a writer.
    @usableFromInline let decompose:
        @Sendable (_ instance: UnsafeRawPointer, _ values: inout FieldWriter) -> Void
    /// Returns the names of the properties by key path.
    @usableFromInline let properties: @Sendable () -> [AnyKeyPath: String]
    /// Whether the model is a class, so that all references to an instance see an update.
    @usableFromInline let isClass: Bool

    // Inlinable, so that code that knows the type does not copy the instance.
    @inlinable
    init<Model>(_ operations: ModelOperations<Model>) {
        // SAFETY: the caller passes the address of an instance of this model.
        unsafe update = { draft, instance in
            let address = unsafe instance.assumingMemoryBound(to: Model.self)
            unsafe address.pointee = try operations.update(UpdateDraft(draft), address.pointee)
        }
        unsafe decompose = { instance, values in
            unsafe operations.decompose(instance.assumingMemoryBound(to: Model.self).pointee, &values)
        }
        properties = { operations.properties() }
        isClass = Model.self is AnyObject.Type
    }
}

/// A writer that receives the values of an instance's fields.
///
/// Each field must belong to the model's plan, and may be added only once. Otherwise the call traps.
@safe
public struct FieldWriter: ~Copyable {
    @usableFromInline let draft: Draft
    /// The index of the only field to store; `nil` to store all fields.
    @usableFromInline let index: Int?
    /// The reader that gets the fields instead of the draft.
    @usableFromInline let reader: Unmanaged<FieldReader>?

    /// Creates a writer that copies values to a draft.
    init(_ draft: Draft, only index: Int? = nil) {
        self.draft = draft
        self.index = index
        // SAFETY: there is no reader to keep alive.
        unsafe reader = nil
    }

    /// Creates a writer that passes values to a reader, which the caller keeps alive longer than the writer.
    init(_ draft: Draft, to reader: FieldReader) {
        self.draft = draft
        index = nil
        // SAFETY: the caller keeps the reader alive.
        unsafe self.reader = .passUnretained(reader)
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
        // SAFETY: the reader lives longer than the writer, and `withUnsafePointer` keeps the value at its address. A value
        // without a size may have no valid address there, and gets that of its field.
        if let reader = unsafe reader {
            return unsafe withUnsafePointer(to: value) { value in
                let field = unsafe UnsafeRawPointer(draft.values + address.offset)
                let value = unsafe MemoryLayout<Value>.size == 0 ? field : UnsafeRawPointer(value)
                unsafe reader._withUnsafeGuaranteedRef { unsafe $0.add(value, at: address) }
            }
        }
        guard index == nil || index == address.index else { return }
        draft.put(value, at: address)
    }

    @inlinable
    func putNull(_ address: FieldAddress) {
        // SAFETY: the reader lives longer than the writer.
        if let reader = unsafe reader {
            return unsafe reader._withUnsafeGuaranteedRef { $0.addNull(address) }
        }
        guard index == nil || index == address.index else { return }
        draft.putNull(address)
    }
}

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
