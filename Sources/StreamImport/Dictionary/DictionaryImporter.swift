/// Makes models of dictionaries, such as `JSONSerialization` returns, by the same rules as of a text.
///
///     let importer = DictionaryImporter(of: Repo.self, options: options)
///     let repo = try importer.object(from: ["id": 1, "full_name": "octocat/hello"])
///     let repos = try importer.objects(from: dictionaries)
///
/// What the options mean for the model is worked out once, when the importer is made. Several threads may use one
/// importer at once. With options that have no functions ``Importable/init(dictionary:options:)`` is as fast.
///
/// An error has no ``ImportError/location``, a rejected record no text. ``ImportOptions/format``, the limits in bytes
/// and those on progress have no meaning here.
public struct DictionaryImporter<Model: Importable>: Sendable {
    @usableFromInline let pool: BindingPool
    @usableFromInline let options: ImportOptions
    private let latest = Locked<ImportSummary?>(nil)

    /// Creates an importer.
    ///
    /// - Parameters:
    ///   - model: the type of the objects.
    ///   - options: the policies and limits.
    public init(of model: Model.Type = Model.self, options: ImportOptions = ImportOptions()) {
        pool = .pool(for: model, options)
        self.options = options
    }

    /// What the latest import came to; `nil` before the first one. Copies of an importer share it.
    public var summary: ImportSummary? { latest.withLock { $0 } }

    @usableFromInline
    func note(_ run: DictionaryRun) {
        latest.withLock { $0 = run.summary }
    }

    /// Makes a model of a dictionary.
    ///
    /// - Throws: ``ImportError``, whatever ``ImportOptions/onError`` says.
    @inlinable  // so that models are moved by code that knows their type
    public func object(from dictionary: [String: Any]) throws -> Model {
        let run = try DictionaryRun(pool, options, isArray: false)
        defer { note(run) }
        guard let record = try run.read(dictionary) else {
            preconditionFailure("a record was rejected without an error")
        }
        return record.take(as: Model.self)
    }

    /// Makes models of dictionaries, which are the records of one import: ``ImportError/path`` begins with the
    /// index of the dictionary at fault.
    ///
    /// - Throws: ``ImportError``, as far as ``ImportOptions/onError`` does not leave wrong dictionaries out.
    @inlinable
    public func objects(from dictionaries: [[String: Any]]) throws -> [Model] {
        let run = try DictionaryRun(pool, options, isArray: true)
        defer { note(run) }
        var models: [Model] = []
        models.reserveCapacity(dictionaries.count)
        for dictionary in dictionaries {
            if let record = try run.read(dictionary) { models.append(record.take(as: Model.self)) }
        }
        return models
    }
}
