extension ExistingInstances {
    /// Creates the lookup in a map that every thread may use.
    init<Model: Importable & Sendable, ID: Hashable & Sendable>(_ map: IdentityMap<Model, ID>) {
        self.init(of: Model.self, mayBeOfSubclass: map.hasSubclasses) { map }
    }

    /// Creates the lookup in a lent map, which only the lender's thread may use.
    init<Model: Importable, ID: Hashable & SendableMetatype>(_ loan: Loan<IdentityMap<Model, ID>>) {
        self.init(of: Model.self, mayBeOfSubclass: { (try? loan.value.hasSubclasses()) ?? true }) {
            try loan.value
        }
    }

    private init<Model: Importable, ID: Hashable & SendableMetatype>(
        of model: Model.Type, mayBeOfSubclass: @escaping @Sendable () -> Bool,
        _ map: @escaping @Sendable () throws -> IdentityMap<Model, ID>
    ) {
        // SAFETY: the binder passes memory with room for an instance to `find`, and the address of an instance to
        // `register`.
        unsafe self.init(
            find: { values, destination in
                let (identity, instance) = try map().identify(values)
                if let instance { unsafe destination.initializeMemory(as: Model.self, to: instance) }
                return identity
            },
            register: { try unsafe map().register($0.assumingMemoryBound(to: Model.self).pointee) },
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
