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
        try self.init(importing: DictionarySource(dictionary: dictionary, options: options))
    }
}

/// A dictionary that becomes one instance.
@usableFromInline
struct DictionarySource: ImportSource {
    @usableFromInline let dictionary: [String: Any]
    @usableFromInline let options: ImportOptions

    @inlinable
    init(dictionary: [String: Any], options: ImportOptions) {
        self.dictionary = dictionary
        self.options = options
    }

    @inlinable
    func instance<Model: Importable>(of model: Model.Type) throws(ImportError) -> Model {
        let run = try DictionaryRun(.pool(for: model, options), options, isArray: false)
        let record = try run.readSingleRecord(dictionary)
        // The run owns the memory of the record.
        return withExtendedLifetime(run) { record.take(as: Model.self) }
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
