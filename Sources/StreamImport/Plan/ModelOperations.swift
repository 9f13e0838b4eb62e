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
///             decompose: { repo, values in
///                 values.add(repo.id, id)
///                 values.add(repo.name, name)
///             },
///             properties: { [\.id: "id", \.name: "name"] })
///     }
///
/// Key paths of a class and of its subclass to one property differ. A plan for `Dog`, a subclass of `Animal`, therefore
/// has `\Dog.name` as the key, also if the property is declared in `Animal`; and so has a lookup.
///
/// The closures are called by the thread that imports, updates or exports, and so belong to no actor. A class of the main
/// actor has no such closures: its properties are the main thread's.
public struct ModelOperations<Model>: Sendable {
    @usableFromInline let make: @Sendable (borrowing ImportDraft) throws -> Model
    @usableFromInline let update: @Sendable (borrowing UpdateDraft, Model) throws -> Model
    @usableFromInline let decompose: @Sendable (Model, inout FieldWriter) -> Void
    @usableFromInline let properties: @Sendable () -> [PartialKeyPath<Model>: String]

    /// Collects the closures.
    ///
    /// - Parameters:
    ///   - make: makes an instance of what was read. Whatever it throws rejects the record, with the thrown error
    ///     as the cause.
    ///   - update: gives an instance the values that were read, and returns it: another one, if it is a value. An
    ///     object must not be changed if this throws. An update of an object is undone by an
    ///     update with values that `decompose` has given before, if its record is rejected or another value replaces the one that
    ///     has updated it. If that throws, the import ends with ``ImportError/Code/invalidPlan`` at the next record that is
    ///     complete.
    ///   - decompose: adds the values of an instance's fields.
    ///   - properties: the names of the fields' properties. A property of the superclass has a key path of `Model`.
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
