public import Foundation

extension Importable {
    /// Gives the properties new values whose keys are in a dictionary.
    ///
    /// Keys that are missing change nothing, also those of required properties. If anything is thrown, the instance is
    /// as it was. What becomes of objects inside is up to ``ImportOptions/nestedObjects``, of null up to
    /// ``ImportOptions/nulls``.
    ///
    /// - Parameters:
    ///   - dictionary: the members of an object; see ``init(dictionary:options:)``.
    ///   - options: the policies and limits; those of the type by default.
    /// - Returns: what was left out, if anything was.
    /// - Throws: ``ImportError``.
    @discardableResult
    public mutating func update(from dictionary: [String: Any], options: ImportOptions = Self.importOptions)
        throws(ImportError)
        -> ImportSummary
    {
        try Self.update(&self, from: dictionary, options)
    }

    fileprivate static func update(
        _ instance: inout Self, from dictionary: [String: Any], _ options: ImportOptions
    ) throws(ImportError) -> ImportSummary {
        let old = instance
        let type = try type(of: old).plannedType(as: Self.self)
        let pool = BindingPool.pool(for: type, options, updatesInstance: true)
        let run = try DictionaryRun(pool, options, isArray: false)
        instance = try run.update({ ValueBox(copying: old) }, from: dictionary).take(as: Self.self)
        return run.summary
    }
}

extension Importable {
    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Keys that are missing change nothing, also those of required properties. If anything is thrown, the instance is
    /// as it was. What becomes of objects inside is up to ``ImportOptions/nestedObjects``, of null up to
    /// ``ImportOptions/nulls``.
    ///
    /// - Parameters:
    ///   - json: the text.
    ///   - options: the policies and limits; ``ImportOptions/format`` and ``ImportOptions/errorPolicy`` play no part.
    /// - Returns: what was left out, if anything was.
    /// - Throws: ``ImportError``.
    @discardableResult
    public mutating func update(from json: Data, options: ImportOptions = Self.importOptions)
        throws(ImportError)
        -> ImportSummary
    {
        try Self.update(&self, from: .data(json), options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update from `Data` does.
    @discardableResult
    public mutating func update(from json: String, options: ImportOptions = Self.importOptions)
        throws(ImportError)
        -> ImportSummary
    {
        try Self.update(&self, from: .string(json), options)
    }

    fileprivate static func update(
        _ instance: inout Self, from text: TextInMemory, _ options: ImportOptions
    ) throws(ImportError) -> ImportSummary {
        let old = instance
        let type = try type(of: old).plannedType(as: Self.self)
        let pool = BindingPool.pool(for: type, options, updatesInstance: true)
        do {
            return try pool.withBinding(options) { binding in
                try binding.binder.value.startUpdate(of: ValueBox(copying: old))
                let records = try text.read(into: binding, options.readOptionsForOneValue)
                try binding.binder.value.commitUpdate()
                instance = binding.takeRecord().take(as: Self.self)
                return binding.summary(records)
            }
        } catch {
            throw .rejectedByModel(error)
        }
    }
}

extension Importable where Self: AnyObject {
    /// Gives the properties new values whose keys are in a dictionary.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    @discardableResult
    public func update(from dictionary: [String: Any], options: ImportOptions = Self.importOptions)
        throws(ImportError)
        -> ImportSummary
    {
        var instance = self
        return try Self.update(&instance, from: dictionary, options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    @discardableResult
    public func update(from json: Data, options: ImportOptions = Self.importOptions) throws(ImportError)
        -> ImportSummary
    {
        var instance = self
        return try Self.update(&instance, from: .data(json), options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    @discardableResult
    public func update(from json: String, options: ImportOptions = Self.importOptions) throws(ImportError)
        -> ImportSummary
    {
        var instance = self
        return try Self.update(&instance, from: .string(json), options)
    }
}
