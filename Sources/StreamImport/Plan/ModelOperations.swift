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
