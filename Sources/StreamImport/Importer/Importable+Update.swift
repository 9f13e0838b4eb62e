public import Foundation

extension Importable {
    /// Gives the properties new values whose keys are in a dictionary.
    ///
    /// Keys that are missing change nothing, also those of required properties. If anything is thrown, the instance is
    /// as it was. What becomes of objects inside is up to ``ImportOptions/nested``, of null up to
    /// ``ImportOptions/nulls``.
    ///
    /// - Parameters:
    ///   - dictionary: the members of an object; see ``init(dictionary:options:)``.
    ///   - options: the policies and limits; the defaults if `nil`, which is the fastest.
    /// - Returns: what was left out, if anything was.
    /// - Throws: ``ImportError``.
    @discardableResult
    public mutating func update(from dictionary: [String: Any], options: ImportOptions? = nil) throws
        -> ImportSummary
    {
        try Self.update(&self, from: dictionary, options)
    }

    fileprivate static func update(
        _ instance: inout Self, from dictionary: [String: Any], _ options: ImportOptions?
    ) throws -> ImportSummary {
        let (old, type) = (instance, instance.plannedType)
        let runs = options.map { DictionaryRuns(of: type, options: $0) } ?? .shared(of: type)
        let run = runs.take()
        defer { runs.giveBack(run) }
        instance = try run.update({ Instance(copying: old) }, from: dictionary).take(as: Self.self)
        return run.summary
    }
}

extension Importable {
    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Keys that are missing change nothing, also those of required properties. If anything is thrown, the instance is
    /// as it was. What becomes of objects inside is up to ``ImportOptions/nested``, of null up to
    /// ``ImportOptions/nulls``.
    ///
    /// - Parameters:
    ///   - json: the text.
    ///   - options: the policies and limits; ``ImportOptions/format`` and ``ImportOptions/onError`` play no part.
    /// - Returns: what was left out, if anything was.
    /// - Throws: ``ImportError``.
    @discardableResult
    public mutating func update(from json: Data, options: ImportOptions = ImportOptions()) throws
        -> ImportSummary
    {
        try Self.update(&self, from: MemorySource([UInt8](json)), options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update from `Data` does.
    @discardableResult
    public mutating func update(from json: String, options: ImportOptions = ImportOptions()) throws
        -> ImportSummary
    {
        try Self.update(&self, from: MemorySource(Array(json.utf8)), options)
    }

    fileprivate static func update(
        _ instance: inout Self, from source: any ByteSource, _ options: ImportOptions
    ) throws -> ImportSummary {
        var options = options
        options.format = .sequence
        options.onError = .fail
        let old = instance
        var new: Self?
        let summary = try withoutActuallyEscaping({ (record: RecordPlace) in
            let object = record.take(as: Self.self)
            guard new == nil else { throw ImportError.secondObject() }
            new = object
        }) { take in
            let run = ImportRun(
                of: old.plannedType, source: source, inputName: nil, path: JSONPath(), options: options,
                deliver: take)
            try run.update { Instance(copying: old) }
            while try run.step() != .finished {}
            return run.summary
        }
        if let new { instance = new }
        return summary
    }

    /// The type whose plan the instance is updated by: that of a subclass, if it has one of its own.
    private var plannedType: any Importable.Type { type(of: self).importPlan.type }
}

extension Importable where Self: AnyObject {
    /// Gives the properties new values whose keys are in a dictionary.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    @discardableResult
    public func update(from dictionary: [String: Any], options: ImportOptions? = nil) throws
        -> ImportSummary
    {
        var instance = self
        return try Self.update(&instance, from: dictionary, options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    @discardableResult
    public func update(from json: Data, options: ImportOptions = ImportOptions()) throws
        -> ImportSummary
    {
        var instance = self
        return try Self.update(&instance, from: MemorySource([UInt8](json)), options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    @discardableResult
    public func update(from json: String, options: ImportOptions = ImportOptions()) throws
        -> ImportSummary
    {
        var instance = self
        return try Self.update(&instance, from: MemorySource(Array(json.utf8)), options)
    }
}
