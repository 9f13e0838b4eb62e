extension ImportOptions {
    /// Replaces the values of all properties of a type, before they are converted to that type.
    ///
    ///     options.transform(Color.self) { raw in
    ///         (raw as? String).flatMap(Color.init(name:)) ?? raw
    ///     }
    ///
    /// The function has no cost for properties of other types. The function is called for properties, including
    /// optional ones, and not for elements of arrays and dictionaries.
    ///
    /// - Parameters:
    ///   - type: the type of the properties, without an optional.
    ///   - read: converts a value, as in ``DynamicValue``, to a value of the type itself or to one that JSON could
    ///     contain, to which the same rules apply. It is also called for null, as an `NSNull`, and not for a missing
    ///     key. Any error that it throws rejects the record, with the thrown error as the cause.
    public mutating func transform<Value: Importable>(
        _ type: Value.Type, _ read: @escaping @Sendable (Any) throws -> Any
    ) {
        transforms[ObjectIdentifier(type)] = read
    }

    /// Updates existing instances of a type instead of creating new ones, for this import.
    ///
    /// It takes precedence over the type's own conformance to ``ImportUniquing``.
    ///
    /// - Parameters:
    ///   - type: the type, wherever it occurs.
    ///   - existing: returns the instance that an object refers to, based on the values that were read of the object;
    ///     `nil` if there is none.
    public mutating func reuseInstances<Model: Importable>(
        of type: Model.Type, existing: @escaping @Sendable (borrowing LookupDraft) throws -> Model?
    ) {
        existingInstances[ObjectIdentifier(type)] = ExistingInstances(existing)
    }

    /// Updates instances that were imported before instead of creating new ones.
    ///
    /// - Parameter instances: the instances of a type, wherever the type occurs. New ones are added.
    public mutating func reuseInstances<Model: Importable & Sendable>(
        in instances: IdentityMap<Model, some Hashable & Sendable>
    ) {
        existingInstances[ObjectIdentifier(Model.self)] = ExistingInstances(instances)
    }

    /// Calls `body` with options that update instances that were imported before instead of creating new ones. The
    /// type of the instances need not be `Sendable`.
    ///
    ///     try options.reusingInstances(in: people) { options in
    ///         try StreamImporter.objects(of: Person.self, from: url, options: options).forEach { … }
    ///     }
    ///
    /// Only the caller's thread may use the instances. An import with these options that runs on another thread, as
    /// asynchronous iteration does, or after the call, fails with ``ImportError/Code/instancesInUse``. The imported
    /// records and the iterators of such an import must also stay on the thread, as they share objects with the map.
    /// The compiler does not check that.
    ///
    /// - Parameters:
    ///   - instances: the instances of a type, wherever the type occurs. New ones are added.
    ///   - body: imports, on this thread. An error that it throws is rethrown.
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
