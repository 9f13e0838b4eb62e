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
    ///     the value that has updated an object is skipped, the update is undone by another update, with values that
    ///     `decompose` has added before. If this second update throws, the import ends with
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
@usableFromInline
struct InstancePlan: Sendable {
    /// Updates the instance at an address with the values of a draft.
    @usableFromInline let update: @Sendable (_ draft: Draft, _ instance: ValueAddress) throws -> Void
    /// Adds the values of all fields of the instance at an address to a writer.
    @usableFromInline let decompose: @Sendable (_ instance: ValueAddress, _ values: inout FieldWriter) -> Void
    /// Returns the names of the properties by key path.
    @usableFromInline let properties: @Sendable () -> [AnyKeyPath: String]
    /// Whether the model is a class, so that all references to an instance see an update.
    @usableFromInline let isClass: Bool

    // Inlinable, so that code that knows the type does not copy the instance.
    @inlinable
    init<Model>(_ operations: ModelOperations<Model>) {
        update = { draft, instance in
            instance[as: Model.self] = try operations.update(UpdateDraft(draft), instance[as: Model.self])
        }
        decompose = { instance, values in operations.decompose(instance[as: Model.self], &values) }
        properties = { operations.properties() }
        isClass = Model.self is AnyObject.Type
    }
}

/// A writer that receives the values of an instance's fields.
///
/// Each field must belong to the model's plan, and may be added only once. Otherwise the call traps.
public struct FieldWriter: ~Copyable {
    @usableFromInline let draft: Draft
    /// The index of the only field to store; `nil` to store all fields.
    @usableFromInline let index: Int?

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
