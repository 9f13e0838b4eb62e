/// The instances of a type that were imported, each by what makes it the same as another one.
///
///     let people = IdentityMap(\Person.id)
///     options.reuseInstances(in: people)
///     try StreamImporter.objects(of: Person.self, from: url, options: options).forEach { … }
///     people[7]
///
/// An object whose key is in the map updates the instance that is there, wherever in the input it stands; any other one
/// adds an instance. A record that is rejected leaves the map as it was.
///
/// The map of a type that is `Sendable` is `Sendable`, too: several threads and imports may use it at once, and each of its
/// functions is atomic. An import looks up an instance and adds the result in two steps. If two imports at one time have
/// objects with the same key, the later result replaces the earlier one: a struct loses the members of the other import,
/// or a key has two objects. Imports that have keys in common must take turns.
///
/// The map of another type, such as a class with variables, belongs to one thread: ``ImportOptions/reusingInstances(in:_:)``
/// has the imports of that thread use it.
///
/// An update that gives an object another key adds it under that key; it stays under the former one, too, until
/// ``remove(_:)``.
///
/// An instance of a subclass is updated as what it is.
///
/// With ``NestedObjectPolicy/merge``, or once an instance of a subclass was added, the events of an object that contains objects or
/// arrays are recorded and replayed, in memory proportional to the object: the first reading finds the instance that the object
/// means. A nested object without a key updates the instance that the property has.
///
/// The map holds all instances: with it an import takes memory for each different one.
public final class IdentityMap<Model: Importable, ID: Hashable> {
    private enum Key {
        case required(KeyPath<Model, ID> & Sendable)
        case optional(KeyPath<Model, ID?> & Sendable)
    }

    /// An instance under a key. No two entries have the same number.
    fileprivate struct Entry {
        let instance: Model
        let number: Int
    }

    fileprivate struct State {
        var entries: [ID: Entry] = [:]
        /// The number of the entry that was added last.
        var last = 0
    }

    private let key: Key
    private let state = Locked(State())
    /// Whether an instance of a subclass was added.
    private let hasSubclass = Locked(false)

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - property: what instances are known by: a property that the type's plan names.
    ///   - instances: those that are known before.
    public init(_ property: KeyPath<Model, ID> & Sendable, _ instances: [Model] = []) {
        key = .required(property)
        for instance in instances { insert(instance) }
    }

    /// Creates a map of instances that may have no key.
    ///
    /// - Parameters:
    ///   - property: what instances are known by: a property that the type's plan names. An instance that has `nil` there
    ///     is not in the map, and an object that does not say it means none.
    ///   - instances: those that are known before.
    public init(_ property: KeyPath<Model, ID?> & Sendable, _ instances: [Model] = []) {
        key = .optional(property)
        for instance in instances { insert(instance) }
    }

    /// The instance with this key.
    public subscript(id: ID) -> Model? { state.withLock { $0.entries[id] }?.instance }

    /// How many instances there are.
    public var count: Int { state.withLock { $0.entries.count } }

    /// All instances, in no order.
    public var values: [Model] { state.withLock { $0.entries }.values.map(\.instance) }

    /// Adds an instance, in the place of the one with the same key. One without a key is not added.
    public func insert(_ instance: Model) {
        if let id = identity(of: instance) { _ = set(instance, for: id) }
    }

    /// Removes the instance with a key.
    ///
    /// - Returns: the instance; `nil` if there is none.
    @discardableResult
    public func remove(_ id: ID) -> Model? {
        state.withLock { $0.entries.removeValue(forKey: id) }?.instance
    }
}

extension IdentityMap: Sendable where Model: Sendable, ID: Sendable {}
extension IdentityMap.Entry: Sendable where Model: Sendable, ID: Sendable {}
extension IdentityMap.State: Sendable where Model: Sendable, ID: Sendable {}

extension IdentityMap {
    /// Which instance an object means.
    func identify(_ values: borrowing LookupDraft) throws -> (ExistingInstances.Identity, Model?) {
        let id =
            switch key {
            case .required(let property): try values[property]
            case .optional(let property): try values[property]
            }
        guard let id else { return (.unspecified, nil) }
        guard let instance = self[id] else { return (.new, nil) }
        return (.existing, instance)
    }

    private func identity(of instance: Model) -> ID? {
        switch key {
        case .required(let property): instance[keyPath: property]
        case .optional(let property): instance[keyPath: property]
        }
    }

    var hasSubclasses: @Sendable () -> Bool { { [hasSubclass] in hasSubclass.withLock { $0 } } }

    /// Adds an instance that was imported.
    ///
    /// - Returns: a function that undoes that, or makes it again once it was undone.
    func register(_ instance: Model) -> () -> Void {
        guard let id = identity(of: instance) else { return {} }
        var change = Optional(set(instance, for: id))
        return { [self] in
            if let made = change {
                undo(made, for: id)
                change = nil
            } else {
                change = set(instance, for: id)
            }
        }
    }

    /// Puts the entry back that an added one has replaced, unless another import has replaced that since.
    private func undo(_ change: (number: Int, before: Entry?), for id: ID) {
        // Released without the lock, as the caller of `set` does.
        _ = state.withLock { state -> Entry? in
            let current = state.entries[id]
            if current?.number == change.number { state.entries[id] = change.before }
            return current
        }
    }

    /// Adds an entry.
    ///
    /// - Returns: the number of the entry, and the one that it replaces. The caller releases that without the lock, since
    ///   the deinitializer of an instance may use the map.
    private func set(_ instance: Model, for id: ID) -> (number: Int, before: Entry?) {
        if type(of: instance) != Model.self { hasSubclass.withLock { $0 = true } }
        return state.withLock { state in
            state.last += 1
            let entry = Entry(instance: instance, number: state.last)
            return (entry.number, state.entries.updateValue(entry, forKey: id))
        }
    }
}
