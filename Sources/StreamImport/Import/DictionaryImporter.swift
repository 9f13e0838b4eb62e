/// An importer that makes models from dictionaries, such as `JSONSerialization` returns, by the same rules as from JSON
/// text.
///
///     let importer = DictionaryImporter(of: Repo.self, options: options)
///     let repo = try importer.object(from: ["id": 1, "full_name": "octocat/hello"])
///     let repos = try importer.objects(from: dictionaries)
///     let summary = try importer.collect(from: dictionaries, into: &others)
///
/// The options are compiled for the model once, when the importer is made. Several threads may use one importer at
/// once. If the options contain no functions, ``Importable/init(dictionary:options:)`` is as fast.
///
/// An error has no ``ImportError/location``, and a rejected record has no text. ``ImportOptions/format``, the limits in
/// bytes and the options for progress have no effect.
public struct DictionaryImporter<Model: Importable>: Sendable {
    @usableFromInline let pool: BinderPool
    @usableFromInline let options: ImportOptions

    /// Creates an importer.
    ///
    /// - Parameters:
    ///   - model: the type of the objects.
    ///   - options: the policies and limits; those of the type by default.
    public init(of model: Model.Type = Model.self, options: ImportOptions = Model.importOptions) {
        pool = .pool(for: model, options)
        self.options = options
    }

    /// Makes a model from a dictionary.
    ///
    /// - Throws: ``ImportError``, regardless of ``ImportOptions/errorPolicy``.
    @inlinable  // so that models are moved by code that knows their type
    public func object(from dictionary: [String: Any]) throws(ImportError) -> Model {
        let run = try DictionaryRun(pool, options, isArray: false)
        let record = try run.readSingleRecord(dictionary)
        // The run owns the memory of the record.
        return withExtendedLifetime(run) { record.take(as: Model.self) }
    }

    /// Makes models from dictionaries, which are the records of one import. The path of an error begins with the index
    /// of the dictionary that has the error.
    ///
    /// - Throws: ``ImportError`` for a rejected record, unless ``ImportOptions/errorPolicy`` lets the import continue
    ///   without the record. Also throws the errors of ``ImportOptions/onRejected``.
    @inlinable
    public func objects(from dictionaries: [[String: Any]]) throws -> [Model] {
        var models: [Model] = []
        try collect(from: dictionaries, into: &models)
        return models
    }

    /// Makes models from dictionaries, and appends them to an array.
    ///
    /// - Parameters:
    ///   - dictionaries: the records of one import.
    ///   - models: the array. After an error, the array contains the models of all records before the error.
    /// - Returns: the summary of the import.
    /// - Throws: the same errors as ``objects(from:)``.
    @inlinable
    @discardableResult
    public func collect(from dictionaries: [[String: Any]], into models: inout [Model]) throws
        -> ImportSummary
    {
        let run = try DictionaryRun(pool, options, isArray: true)
        // Otherwise, each of many calls would move all models to an array with room for a few more.
        if models.isEmpty { models.reserveCapacity(dictionaries.count) }
        for dictionary in dictionaries {
            if let record = try run.read(dictionary) { models.append(record.take(as: Model.self)) }
        }
        return run.summary
    }
}

extension Importable {
    /// Makes an instance from a dictionary, such as `JSONSerialization` returns, by the same rules as from JSON text.
    ///
    ///     let repo = try Repo(dictionary: ["id": 1, "full_name": "octocat/hello"])
    ///
    /// - Parameters:
    ///   - dictionary: the members of an object. Besides JSON values, they may be values of the properties' own types,
    ///     such as a `Date`; see <doc:Dictionaries>.
    ///   - options: the policies and limits; those of the type by default. For many imports with options that contain
    ///     functions, a ``DictionaryImporter`` is faster.
    /// - Throws: ``ImportError``, regardless of ``ImportOptions/errorPolicy``.
    @inlinable
    public init(dictionary: [String: Any], options: ImportOptions = Self.importOptions) throws(ImportError) {
        try self.init(importing: ImportSource(dictionary: dictionary, options: options))
    }
}

extension Array where Element: Importable {
    /// Makes an instance from each dictionary, by the same rules as from JSON text.
    ///
    ///     let repos = try [Repo](dictionaries: dictionaries)
    ///
    /// - Parameters:
    ///   - dictionaries: the members of objects; see ``Importable/init(dictionary:options:)``.
    ///   - options: the policies and limits; those of the elements' type by default.
    /// - Throws: ``ImportError`` for a rejected record, unless ``ImportOptions/errorPolicy`` lets the import continue
    ///   without the record. Also throws the errors of ``ImportOptions/onRejected``.
    public init(dictionaries: [[String: Any]], options: ImportOptions = Element.importOptions) throws {
        self = try DictionaryImporter(of: Element.self, options: options).objects(from: dictionaries)
    }
}
