extension ImportOptions {
    /// Makes something else of the values of each property of a type, before they become that type.
    ///
    ///     options.transform(Color.self) { raw in
    ///         (raw as? String).flatMap(Color.init(name:)) ?? raw
    ///     }
    ///
    /// Properties of other types pay nothing. It holds for properties, optional ones too, not for elements of arrays
    /// and dictionaries.
    ///
    /// - Parameters:
    ///   - type: the type of the properties, without an optional.
    ///   - read: makes of a value, as ``DynamicValue`` has it, one of the type itself, or one as JSON could have it,
    ///     to which the same rules apply. It is called for null as well, which is an `NSNull`; a missing key is not
    ///     seen. What it throws rejects the record, with the thrown error as the cause.
    public mutating func transform<Value: Importable>(
        _ type: Value.Type, _ read: @escaping @Sendable (Any) throws -> Any
    ) {
        transforms[ObjectIdentifier(type)] = read
    }

    /// Updates instances of a type that there are already, instead of making new ones, for this import.
    ///
    /// Takes precedence over what the type says itself; see ``ImportUniquing``.
    ///
    /// - Parameters:
    ///   - type: the type, wherever it occurs.
    ///   - existing: finds the instance that an object means by what was read of it; `nil` if there is none.
    public mutating func reuseInstances<Model: Importable>(
        of type: Model.Type, existing: @escaping @Sendable (borrowing LookupDraft) throws -> Model?
    ) {
        existingInstances[ObjectIdentifier(type)] = ExistingInstances(existing)
    }

    /// Updates instances that were imported before, instead of making new ones.
    ///
    /// - Parameter instances: the instances of a type, wherever it occurs; new ones are added.
    public mutating func reuseInstances<Model: Importable & Sendable>(
        in instances: IdentityMap<Model, some Hashable & Sendable>
    ) {
        existingInstances[ObjectIdentifier(Model.self)] = ExistingInstances(instances)
    }

    /// Calls `body` with options under which instances that were imported before are updated, instead of making new ones,
    /// though their type is not `Sendable`.
    ///
    ///     try options.reusingInstances(in: people) { options in
    ///         try StreamImporter.objects(of: Person.self, from: url, options: options).forEach { … }
    ///     }
    ///
    /// The instances are the caller's thread's alone. An import with these options that runs on another thread, as
    /// asynchronous iteration does, or after the call, fails with ``ImportError/Code/instancesInUse``. The imported records
    /// and the iterators of such an import must stay on the thread, too, as the map has the same objects; the compiler does
    /// not check that.
    ///
    /// - Parameters:
    ///   - instances: the instances of a type, wherever it occurs; new ones are added.
    ///   - body: imports, on this thread. What it throws is rethrown.
    public func reusingInstances<Model: Importable, Result, Failure: Error>(
        in instances: IdentityMap<Model, some Hashable & SendableMetatype>,
        _ body: (ImportOptions) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let loan = Loan(of: instances)
        defer { loan.end() }
        var options = self
        options.existingInstances[ObjectIdentifier(Model.self)] = ExistingInstances(loan)
        return try body(options)
    }
}
