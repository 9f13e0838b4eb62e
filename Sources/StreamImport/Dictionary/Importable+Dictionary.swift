extension Importable {
    /// Makes an instance of a dictionary, such as `JSONSerialization` returns, by the same rules as of a text.
    ///
    ///     let repo = try Repo(dictionary: ["id": 1, "full_name": "octocat/hello"])
    ///
    /// - Parameters:
    ///   - dictionary: the members of an object. Beside values of JSON they may be values of the properties' own types,
    ///     such as a `Date`; see <doc:Dictionaries>.
    ///   - options: the policies and limits. To use options with functions often, keep a ``DictionaryImporter``.
    /// - Throws: ``ImportError``, whatever ``ImportOptions/onError`` says.
    @inlinable
    public init(dictionary: [String: Any], options: ImportOptions = ImportOptions()) throws {
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
    func instance<Model: Importable>(of model: Model.Type) throws -> Model {
        let run = try DictionaryRun(.pool(for: model, options), options, isArray: false)
        guard let record = try run.read(dictionary) else {
            preconditionFailure("a record was rejected without an error")
        }
        // The record is in the memory of the run.
        return withExtendedLifetime(run) { record.take(as: Model.self) }
    }
}

extension Array where Element: Importable {
    /// Makes an instance of each dictionary, by the same rules as of a text.
    ///
    ///     let repos = try [Repo](dictionaries: dictionaries)
    ///
    /// - Parameters:
    ///   - dictionaries: the members of objects; see ``Importable/init(dictionary:options:)``.
    ///   - options: the policies and limits.
    /// - Throws: ``ImportError``, as far as ``ImportOptions/onError`` does not leave wrong dictionaries out.
    public init(dictionaries: [[String: Any]], options: ImportOptions = ImportOptions()) throws {
        self = try DictionaryImporter(of: Element.self, options: options).objects(from: dictionaries)
    }
}
