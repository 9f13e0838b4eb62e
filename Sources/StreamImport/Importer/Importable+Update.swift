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
    /// - Throws: ``ImportError``.
    public mutating func update(from dictionary: [String: Any], options: ImportOptions? = nil) throws {
        self = try Self.updated(self, from: dictionary, options)
    }

    fileprivate static func updated(
        _ instance: Self, from dictionary: [String: Any], _ options: ImportOptions?
    ) throws -> Self {
        // A subclass is updated as what it is.
        let type = Swift.type(of: instance)
        let runs = options.map { DictionaryRuns(of: type, options: $0) } ?? .shared(of: type)
        let run = runs.take()
        defer { runs.giveBack(run) }
        return try run.update({ Instance(copying: instance) }, from: dictionary).take(as: Self.self)
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
    /// - Throws: ``ImportError``.
    public mutating func update(from json: Data, options: ImportOptions = ImportOptions()) throws {
        self = try Self.updated(self, from: MemorySource([UInt8](json)), options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update from `Data` does.
    public mutating func update(from json: String, options: ImportOptions = ImportOptions()) throws {
        self = try Self.updated(self, from: MemorySource(Array(json.utf8)), options)
    }

    fileprivate static func updated(
        _ instance: Self, from source: any ByteSource, _ options: ImportOptions
    ) throws -> Self {
        var options = options
        options.format = .sequence
        options.onError = .fail
        var result: Self?
        // A subclass is updated as what it is.
        let type = Swift.type(of: instance)
        try withoutActuallyEscaping({ (record: RecordPlace) in
            let object = record.take(as: Self.self)
            guard result == nil else { throw ImportError.secondObject() }
            result = object
        }) { take in
            let run = ImportRun(
                of: type, source: source, inputName: nil, path: JSONPath(), options: options,
                updating: { Instance(copying: instance) }, deliver: take)
            while try run.step() != .finished {}
        }
        return result ?? instance
    }
}

extension Importable where Self: AnyObject {
    /// Gives the properties new values whose keys are in a dictionary.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    public func update(from dictionary: [String: Any], options: ImportOptions? = nil) throws {
        _ = try Self.updated(self, from: dictionary, options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    public func update(from json: Data, options: ImportOptions = ImportOptions()) throws {
        _ = try Self.updated(self, from: MemorySource([UInt8](json)), options)
    }

    /// Gives the properties new values whose keys are in a text of JSON, which is one object.
    ///
    /// Means and throws what an update of a value does; the object stays the same one.
    public func update(from json: String, options: ImportOptions = ImportOptions()) throws {
        _ = try Self.updated(self, from: MemorySource(Array(json.utf8)), options)
    }
}
