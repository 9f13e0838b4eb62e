extension ExistingInstances {
    /// Those of a map that every thread may use.
    init<Model: Importable & Sendable, ID: Hashable & Sendable>(_ map: IdentityMap<Model, ID>) {
        self.init(of: Model.self, mayBeOfSubclass: map.hasSubclasses) { map }
    }

    /// Those of a map that its thread lends.
    init<Model: Importable, ID: Hashable & SendableMetatype>(_ loan: Loan<IdentityMap<Model, ID>>) {
        self.init(of: Model.self, mayBeOfSubclass: { (try? loan.value.hasSubclasses()) ?? true }) {
            try loan.value
        }
    }

    private init<Model: Importable, ID: Hashable & SendableMetatype>(
        of model: Model.Type, mayBeOfSubclass: @escaping @Sendable () -> Bool,
        _ map: @escaping @Sendable () throws -> IdentityMap<Model, ID>
    ) {
        // SAFETY: the binder hands the place of an instance of the type, or room for one.
        unsafe self.init(
            find: { values, destination in
                let (identity, instance) = try map().identify(values)
                if let instance { unsafe destination.initializeMemory(as: Model.self, to: instance) }
                return identity
            },
            register: { try unsafe map().register($0.assumingMemoryBound(to: Model.self).pointee) },
            mayBeOfSubclass: mayBeOfSubclass)
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
