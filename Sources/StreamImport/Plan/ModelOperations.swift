/// What a plan does with instances of its model.
///
/// The macro ``Importable()`` writes all of it. By hand, a plan that only has to make instances returns the closure
/// that makes them; one whose models are also updated, exported or found by a key path returns these:
///
///     static let importPlan = ImportPlan(Repo.self) { fields in
///         let id = fields.required("id", Int.self)
///         let name = fields.optional("name", String.self)
///         return ModelOperations(
///             make: { draft in Repo(id: draft[id], name: draft[name]) },
///             update: { draft, old in
///                 Repo(id: draft.updated(old.id, id), name: draft.updated(old.name, name))
///             },
///             copy: { repo, values in
///                 values.add(repo.id, id)
///                 values.add(repo.name, name)
///             },
///             properties: { [\.id: "id", \.name: "name"] })
///     }
///
/// Key paths of a class and of its subclass to one property differ. A plan for `Dog`, a subclass of `Animal`, therefore
/// has `\Dog.name` as the key, also if the property is declared in `Animal`; and so has whoever asks for it.
///
/// All but `make` are called by the thread that imports, updates or exports, also if the model belongs to the main
/// actor: what is shared with it is for the caller to see to.
public struct ModelOperations<Model>: Sendable {
    @usableFromInline typealias Make = @Sendable (borrowing ImportDraft) throws -> Model
    @usableFromInline typealias Update = @Sendable (borrowing ImportDraft, Model) throws -> Model
    @usableFromInline typealias Copy = @Sendable (Model, inout ModelValues) -> Void
    @usableFromInline typealias Properties = @Sendable () -> [PartialKeyPath<Model>: String]

    @usableFromInline let make: Make
    @usableFromInline let update: Update
    @usableFromInline let copy: Copy
    @usableFromInline let properties: Properties

    /// Collects the closures.
    ///
    /// - Parameters:
    ///   - make: makes an instance of what was read. Whatever it throws rejects the record, with the thrown error
    ///     as the cause.
    ///   - update: gives an instance the values that were read, and returns it: another one, if it is a value. An
    ///     object must not be changed if this throws.
    ///   - copy: adds the values of an instance's fields.
    ///   - properties: the names of the fields' properties. A property of the superclass has a key path of `Model`.
    @inlinable
    public init(
        make: @escaping @Sendable (borrowing ImportDraft) throws -> Model,
        update: @escaping @MainActor @Sendable (borrowing ImportDraft, Model) throws -> Model,
        copy: @escaping @MainActor @Sendable (Model, inout ModelValues) -> Void,
        properties: @escaping @MainActor @Sendable () -> [PartialKeyPath<Model>: String]
    ) {
        self.make = make
        // SAFETY: a function of an actor differs from others only in what the compiler lets call it. Closures of
        // the main actor may use models that belong to it as well as those that do not; whoever hands a model to
        // an import, an update or an export sees to it that nobody else uses it meanwhile.
        unsafe self.update = unsafeBitCast(update, to: Update.self)
        unsafe self.copy = unsafeBitCast(copy, to: Copy.self)
        unsafe self.properties = unsafeBitCast(properties, to: Properties.self)
    }
}
