extension ImportOptions {
    /// Replaces the values of all properties of a type, before they are converted to that type.
    ///
    ///     options.transform(Color.self) { raw in
    ///         (raw as? String).flatMap(Color.init(name:)) ?? raw
    ///     }
    ///
    /// `read` is called for properties of the type, including optional ones, and not for elements of arrays and
    /// dictionaries. It has no cost for properties of other types.
    ///
    /// - Parameters:
    ///   - type: the type of the properties, without an optional.
    ///   - read: converts a value, as in ``ImportedMember/value``, to a value of the type itself, or to a value that
    ///     JSON can contain, which is converted like a value of the input. The function is also called for null, as an
    ///     `NSNull`, and not for a missing key. Any error that it throws rejects the record, with the thrown error as
    ///     the cause.
    public mutating func transform<Value: Importable>(
        _ type: Value.Type, _ read: @escaping @Sendable (Any) throws -> Any
    ) {
        transforms[ObjectIdentifier(type)] = read
    }

    /// Updates existing instances of a type instead of creating new ones, for this import.
    ///
    /// `existing` takes precedence over the type's own conformance to ``ImportUniquing``.
    ///
    /// - Parameters:
    ///   - type: the type, wherever it occurs.
    ///   - existing: returns the instance that an object refers to, based on the values that were read from the object;
    ///     `nil` to have a new instance created.
    public mutating func reuseInstances<Model: Importable>(
        of type: Model.Type, existing: @escaping @Sendable (borrowing LookupDraft) throws -> Model?
    ) {
        existingInstances[ObjectIdentifier(type)] = ExistingInstances(existing)
    }

    /// Updates the instances in a map instead of creating new ones, wherever their type occurs.
    ///
    /// - Parameter instances: the map. New instances are added to it.
    public mutating func reuseInstances<Model: Importable & Sendable>(
        in instances: IdentityMap<Model, some Hashable & Sendable>
    ) {
        existingInstances[ObjectIdentifier(Model.self)] = ExistingInstances(instances)
    }

    /// Calls `body` with options that update the instances in a map instead of creating new ones, wherever their type
    /// occurs. The type need not be `Sendable`.
    ///
    ///     try options.reusingInstances(in: people) { options in
    ///         try StreamImporter.objects(of: Person.self, from: url, options: options).forEach { … }
    ///     }
    ///
    /// Only the caller's thread may use the instances. An import with these options that runs on another thread, as
    /// asynchronous iteration does, or after the call, fails with ``ImportError/Code/instancesInUse``. The records and
    /// the iterators of an import on the caller's thread must stay on that thread, too, because they share objects with
    /// the map. The compiler does not check this rule.
    ///
    /// - Parameters:
    ///   - instances: the map. New instances are added to it.
    ///   - body: runs imports on this thread. An error that it throws is rethrown.
    public func reusingInstances<Model: Importable, Result, Failure: Error>(
        in instances: IdentityMap<Model, some Hashable & SendableMetatype>,
        _ body: (ImportOptions) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let reference = ScopedReference(to: instances)
        defer { reference.end() }
        var options = self
        options.existingInstances[ObjectIdentifier(Model.self)] = ExistingInstances(reference)
        return try body(options)
    }
}
