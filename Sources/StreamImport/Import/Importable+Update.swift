extension Importable {
    /// Updates the properties whose keys are in a dictionary.
    ///
    /// A missing key leaves its property unchanged, even if the property is required. If an error is thrown, the
    /// instance is unchanged. ``ImportOptions/nestedObjects`` determines how nested objects are updated, and
    /// ``ImportOptions/nulls`` the effect of null.
    ///
    /// - Parameters:
    ///   - dictionary: the members of an object; see ``init(dictionary:options:)``.
    ///   - options: the policies and limits; those of the type by default.
    /// - Returns: the summary of the import, with its mismatches and unknown keys, if there are any.
    /// - Throws: ``ImportError``.
    @discardableResult
    public mutating func update(from dictionary: [String: Any], options: ImportOptions = Self.importOptions)
        throws(ImportError)
        -> ImportSummary
    {
        try Self.update(&self, from: ImportSource(dictionary: dictionary, options: options))
    }

    /// - Parameter isKept: returns whether the updated instance may replace the old one.
    fileprivate static func update(
        _ instance: inout Self, from source: ImportSource, isKept: (Self, Self) -> Bool = { _, _ in true }
    ) throws(ImportError) -> ImportSummary {
        let (old, options) = (instance, source.options)
        // If discriminators name the subclasses of this class, its plan compares the discriminator with the type of the instance.
        let subclass = try type(of: old).plannedType(as: Self.self)
        let pool = BinderPool.pool(
            for: importPlan.cases == nil ? subclass : Self.self, options, updatesInstance: true)
        guard let json = source.json else {
            let run = try DictionaryRun(pool, options, isArray: false)
            var new = old
            try run.update({ ValueBox(copying: old) }, from: source.dictionary) {
                new = try kept($0.take(as: Self.self), insteadOf: old, isKept)
            }
            instance = new
            return run.summary
        }
        do {
            return try pool.withReader(options) { consumer, reader in
                try consumer.startUpdate(of: ValueBox(copying: old))
                let records = try json.readValue(options, by: reader, into: consumer)
                let new = try kept(consumer.takeRecord().take(as: Self.self), insteadOf: old, isKept)
                try consumer.binder.value.updates?.commit()
                instance = new
                return consumer.summary(records)
            }
        } catch {
            throw .rejectedByModel(error)
        }
    }

    /// Returns the updated instance.
    ///
    /// - Throws: ``ImportError/Code/invalidPlan`` if it must not replace the old one.
    private static func kept(
        _ new: Self, insteadOf old: Self, _ isKept: (Self, Self) -> Bool
    ) throws(ImportError) -> Self {
        guard isKept(old, new) else {
            throw .invalidPlan(
                "expected an update of the object, but the plan of \(type(of: old)) has made another object",
                advice:
                    "declare the case with fields and ModelOperations, or create a new object from the input")
        }
        return new
    }

    /// Updates the properties whose keys are in a text in memory or a file, which contains one object.
    ///
    /// A missing key leaves its property unchanged, even if the property is required. If an error is thrown, the
    /// instance is unchanged. ``ImportOptions/nestedObjects`` determines how nested objects are updated, and
    /// ``ImportOptions/nulls`` the effect of null.
    ///
    /// - Parameters:
    ///   - json: the input; see ``ImportInputConvertible``. It is not a part, which has records.
    ///   - options: the policies and limits. ``ImportOptions/format`` and ``ImportOptions/errorPolicy`` have no
    ///     effect.
    /// - Returns: the summary of the import, with its mismatches and unknown keys, if there are any.
    /// - Throws: ``ImportError``.
    @discardableResult
    public mutating func update(
        from json: some ImportInputConvertible, options: ImportOptions = Self.importOptions
    ) throws(ImportError) -> ImportSummary {
        try Self.update(&self, from: ImportSource(json: json.importInput, options: options))
    }
}

extension Importable where Self: AnyObject {
    /// Updates the properties whose keys are in a dictionary.
    ///
    /// It has the same effect and the same errors as the update of a value type. The object keeps its identity.
    @discardableResult
    public func update(from dictionary: [String: Any], options: ImportOptions = Self.importOptions)
        throws(ImportError)
        -> ImportSummary
    {
        var instance = self
        return try Self.update(
            &instance, from: ImportSource(dictionary: dictionary, options: options), isKept: ===)
    }

    /// Updates the properties whose keys are in a text in memory or a file, which contains one object.
    ///
    /// It has the same effect and the same errors as the update of a value type. The object keeps its identity.
    @discardableResult
    public func update(from json: some ImportInputConvertible, options: ImportOptions = Self.importOptions)
        throws(ImportError) -> ImportSummary
    {
        var instance = self
        return try Self.update(
            &instance, from: ImportSource(json: json.importInput, options: options), isKept: ===)
    }
}
