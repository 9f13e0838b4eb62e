/// The instances of one type that objects of the input may mean, for code that knows no type.
@safe
struct ExistingInstances: Sendable {
    /// What an object says of the instance that it means.
    enum Identity {
        case existing
        case isNew
        /// Nothing.
        case unsaid
    }

    /// Puts the instance that an object means at a place that has room for it, if it exists.
    let find: @Sendable (borrowing ImportedValues, UnsafeMutableRawPointer) throws -> Identity
    /// Takes note of the instance at a place, which was made or updated, and returns what takes that back.
    let note: (@Sendable (UnsafeRawPointer) -> () -> Void)?
    /// Whether an instance may be of a subclass. Once it may, it always may.
    let mayBeOfSubclass: @Sendable () -> Bool

    init<Model: Importable>(
        _ existing: @escaping @Sendable (borrowing ImportedValues) throws -> Model?
    ) {
        // SAFETY: the binder hands room for an instance of the type.
        unsafe find = { values, destination in
            guard let instance = try existing(values) else { return .isNew }
            unsafe destination.initializeMemory(as: Model.self, to: instance)
            return .existing
        }
        unsafe note = nil
        let isClass = Model.self is AnyObject.Type
        mayBeOfSubclass = { isClass }
    }

    init<Model: Importable, ID: Hashable>(_ map: IdentityMap<Model, ID>) {
        let (identify, note) = (map.identify, map.note)
        // SAFETY: the binder hands the place of an instance of the type, or room for one.
        unsafe find = { values, destination in
            let (identity, instance) = identify(values)
            if let instance { unsafe destination.initializeMemory(as: Model.self, to: instance) }
            return identity
        }
        unsafe self.note = { unsafe note($0.assumingMemoryBound(to: Model.self).pointee) }
        mayBeOfSubclass = map.hasSubclasses
    }

    /// Those that a type knows itself.
    init?(of type: any Importable.Type) {
        func known<Model: ImportUniquing>(_ type: Model.Type) -> ExistingInstances {
            ExistingInstances { try Model.existing($0) }
        }
        guard let type = type as? any ImportUniquing.Type else { return nil }
        self = known(type)
    }
}
