/// The imported instances of a type, by the property that identifies them.
///
///     let people = IdentityMap(\Person.id)
///     options.reuseInstances(in: people)
///     try StreamImporter.objects(of: Person.self, from: url, options: options).forEach { … }
///     people[7]
///
/// The value of the property is the key of an instance. An object whose key is in the map updates the instance with
/// that key, wherever the object occurs in the input. An object with any other key adds an instance. A rejected record
/// leaves the map unchanged.
///
/// The map of a `Sendable` type is `Sendable` as well: several threads and imports may use it at once, and each of its
/// functions is atomic. An import looks up an instance and adds the result in two steps. If two simultaneous imports
/// contain objects with the same key, the later result replaces the earlier one: a struct loses the values that the
/// other import has read, and a class has two instances with one key. Imports that have keys in common must run one
/// after another.
///
/// The map of any other type, such as a class with variables, belongs to one thread. The imports of that thread use the
/// map with ``ImportOptions/reusingInstances(in:_:)``.
///
/// An update that gives an instance another key adds the instance under the new key. The entry of the old key stays
/// until ``remove(_:)`` is called with the old key.
///
/// An instance of a subclass is updated as an instance of that subclass.
///
/// With ``NestedObjectPolicy/merge`` or ``NestedObjectPolicy/mergeElements``, or once an instance of a subclass was
/// added, the events of an object are recorded and replayed, in memory proportional to the object: the import finds the
/// instance when it first reads the object, and updates the instance in the replay. With one of these policies, a
/// nested object without a key updates the instance that the property contains.
///
/// The map holds all instances, so an import takes memory for each distinct one.
public final class IdentityMap<Model: Importable, ID: Hashable> {
    private enum Key {
        case required(KeyPath<Model, ID> & Sendable)
        case optional(KeyPath<Model, ID?> & Sendable)
    }

    /// An instance under a key, and the number of the addition, which is unique in the map.
    private typealias Entry = (instance: Model, number: Int)

    private let key: Key
    private let state = Locked<(entries: [ID: Entry], lastNumber: Int)>(([:], 0))
    /// Whether an instance of a subclass was added.
    private let hasSubclass = Locked(false)

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - property: the property that identifies instances. The type's plan must name it.
    ///   - instances: the initial instances.
    public init(_ property: KeyPath<Model, ID> & Sendable, _ instances: [Model] = []) {
        key = .required(property)
        for instance in instances { insert(instance) }
    }

    /// Creates a map of instances that may have no key.
    ///
    /// - Parameters:
    ///   - property: the property that identifies instances. The type's plan must name it. An instance whose property
    ///     is `nil` is not in the map, and an object without the property refers to no instance.
    ///   - instances: the initial instances.
    public init(_ property: KeyPath<Model, ID?> & Sendable, _ instances: [Model] = []) {
        key = .optional(property)
        for instance in instances { insert(instance) }
    }

    /// The instance with this key.
    public subscript(id: ID) -> Model? { state.withLock { $0.entries[id] }?.instance }

    /// The number of instances.
    public var count: Int { state.withLock { $0.entries.count } }

    /// All instances, in unspecified order.
    public var values: [Model] { state.withLock { $0.entries }.values.map(\.instance) }

    /// Adds an instance, or replaces the one with the same key. An instance without a key is not added.
    public func insert(_ instance: Model) {
        if let id = id(of: instance) { _ = set(instance, for: id) }
    }

    /// Removes the instance with a key.
    ///
    /// - Returns: the instance, or `nil` if the map does not contain the key.
    @discardableResult
    public func remove(_ id: ID) -> Model? {
        state.withLock { $0.entries.removeValue(forKey: id) }?.instance
    }
}

extension IdentityMap: Sendable where Model: Sendable, ID: Sendable {}

extension IdentityMap {
    /// Looks up the instance that an object refers to, and copies it to memory with room for it if it exists.
    ///
    /// - Returns: whether the instance exists; `nil` if the object does not say which instance it refers to.
    fileprivate func find(_ values: borrowing LookupDraft, _ destination: ValueAddress) throws -> Bool? {
        let id =
            switch key {
            case .required(let property): try values[property]
            case .optional(let property): try values[property]
            }
        guard let id else { return nil }
        guard let instance = self[id] else { return false }
        destination.initialize(to: instance)
        return true
    }

    private func id(of instance: Model) -> ID? {
        switch key {
        case .required(let property): instance[keyPath: property]
        case .optional(let property): instance[keyPath: property]
        }
    }

    /// A function that returns whether an instance of a subclass was added. It captures only the flag, because the map
    /// need not be `Sendable`.
    var hasSubclasses: @Sendable () -> Bool { { [hasSubclass] in hasSubclass.withLock { $0 } } }

    /// Adds an instance that was imported.
    ///
    /// - Returns: a function that undoes the addition; `nil` if the instance has no key and was not added.
    func register(_ instance: Model) -> (() -> Void)? {
        guard let id = id(of: instance) else { return nil }
        let addition = set(instance, for: id)
        return { [self] in undo(addition, for: id) }
    }

    /// Restores the entry that an addition has replaced, unless another addition has replaced the added entry since.
    private func undo(_ change: (number: Int, replaced: Entry?), for id: ID) {
        // The current entry is released outside the lock, as in `set`.
        _ = state.withLock { state -> Entry? in
            let current = state.entries[id]
            if current?.number == change.number { state.entries[id] = change.replaced }
            return current
        }
    }

    /// Adds an entry.
    ///
    /// - Returns: the number of the entry, and the entry that it replaces. The caller releases the replaced entry
    ///   outside the lock, because the deinitializer of an instance may use the map.
    private func set(_ instance: Model, for id: ID) -> (number: Int, replaced: Entry?) {
        if type(of: instance) != Model.self { hasSubclass.withLock { $0 = true } }
        return state.withLock { state in
            state.lastNumber += 1
            let entry = (instance, state.lastNumber)
            return (state.lastNumber, state.entries.updateValue(entry, forKey: id))
        }
    }
}

/// The lookup of the existing instances of one type that objects of the input refer to, type-erased.
struct ExistingInstances: Sendable {
    /// Finds the instance that an object refers to, and copies it to memory with room for it if it exists. Returns whether the
    /// instance exists, or `nil` if the object does not say which instance it refers to.
    let find: @Sendable (borrowing LookupDraft, ValueAddress) throws -> Bool?
    /// Registers the instance at an address, which was created or updated; `nil` if instances are not registered.
    /// Returns a function that undoes the registration, or `nil` if the instance was not registered.
    let register: (@Sendable (ValueAddress) throws -> (() -> Void)?)?
    /// Returns whether an existing instance may be of a subclass. Once the result is `true`, it stays `true`.
    let mayBeOfSubclass: @Sendable () -> Bool
}

extension ExistingInstances {
    init<Model: Importable>(
        _ existing: @escaping @Sendable (borrowing LookupDraft) throws -> Model?
    ) {
        let isClass = Model.self is AnyObject.Type
        self.init(
            find: { values, destination in
                guard let instance = try existing(values) else { return false }
                destination.initialize(to: instance)
                return true
            },
            register: nil, mayBeOfSubclass: { isClass })
    }

    /// Creates the lookup in a map.
    ///
    /// - Parameters:
    ///   - mayBeOfSubclass: returns whether an instance of a subclass was added.
    ///   - map: returns the map.
    init<Model: Importable, ID: Hashable & SendableMetatype>(
        mayBeOfSubclass: @escaping @Sendable () -> Bool,
        in map: @escaping @Sendable () throws -> IdentityMap<Model, ID>
    ) {
        self.init(
            find: { try map().find($0, $1) },
            register: { try map().register($0[as: Model.self]) },
            mayBeOfSubclass: mayBeOfSubclass)
    }

    /// Creates the lookup of a type that implements ``ImportUniquing``; `nil` for any other type.
    init?(of type: any Importable.Type) {
        func lookup<Model: ImportUniquing>(of type: Model.Type) -> ExistingInstances {
            ExistingInstances { try Model.existing($0) }
        }
        guard let type = type as? any ImportUniquing.Type else { return nil }
        self = lookup(of: type)
    }
}
