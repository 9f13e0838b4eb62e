/// The instances of a type that were imported, each by what makes it the same as another one.
///
///     let people = IdentityMap(\Person.id)
///     options.unique(people)
///     try StreamImporter.objects(of: Person.self, from: url, options: options).forEach { … }
///     people[7]
///
/// An object whose key is in the map updates the instance that is there, wherever in the input it stands; any other one
/// adds an instance. A record that is rejected leaves the map as it was.
///
/// The map may be used by several threads, and by several imports one after another. Its instances are shared as they
/// are: an import updates them on the thread that parses, which in asynchronous iterations, and with iterators, is
/// ahead of the records that were handed out. Nobody else may use objects meanwhile.
///
/// An instance of a subclass is updated as what it is.
///
/// With ``NestedPolicy/merge``, or once an instance of a subclass was added, the events of an object that contains objects or arrays are recorded and replayed, in memory
/// proportional to the object: the first reading finds the instance that the object means. A nested object without a key
/// updates the instance that the property has.
///
/// The map holds all instances: with it an import takes memory for each different one.
public final class IdentityMap<Model: Importable, ID: Hashable>: Sendable {
    private let property: KeyPath<Model, ID> & Sendable
    private let instances = Locked<[ID: Model]>([:])
    /// Whether an instance of a subclass was added.
    private let hasSubclass = Locked(false)

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - property: what instances are known by. A property that is not optional.
    ///   - instances: those that are known before.
    public init(
        _ property: KeyPath<Model, ID> & Sendable, _ instances: [Model] = []
    ) {
        self.property = property
        for instance in instances { insert(instance) }
    }

    /// The instance with this key.
    public subscript(id: ID) -> Model? { instances.withLock { $0[id] } }

    /// How many instances there are.
    public var count: Int { instances.withLock { $0.count } }

    /// All instances, in no order.
    public var values: [Model] { instances.withLock { Array($0.values) } }

    /// Adds an instance, in the place of the one with the same key.
    public func insert(_ instance: Model) {
        if type(of: instance) != Model.self { hasSubclass.withLock { $0 = true } }
        instances.withLock { $0[instance[keyPath: property]] = instance }
    }
}

extension IdentityMap {
    /// Which instance an object means.
    func identify(_ values: borrowing ImportedValues) -> (ExistingInstances.Identity, Model?) {
        guard let id = values[property] else { return (.unsaid, nil) }
        guard let instance = self[id] else { return (.isNew, nil) }
        return (.existing, instance)
    }

    var hasSubclasses: @Sendable () -> Bool { { [hasSubclass] in hasSubclass.withLock { $0 } } }

    /// Adds an instance that was imported.
    ///
    /// - Returns: what takes that back.
    func note(_ instance: Model) -> () -> Void {
        let id = instance[keyPath: property]
        let before = self[id]
        insert(instance)
        return { [instances] in instances.withLock { $0[id] = before } }
    }
}
