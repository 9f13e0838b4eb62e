extension Importable {
    /// Makes an instance of a dictionary, such as `JSONSerialization` returns, by the same rules as of a text.
    ///
    ///     let repo = try Repo(dictionary: ["id": 1, "full_name": "octocat/hello"])
    ///
    /// - Parameters:
    ///   - dictionary: the members of an object. Beside values of JSON they may be values of the properties' own types,
    ///     such as a `Date`; see <doc:Dictionaries>.
    ///   - options: the policies and limits; the defaults if `nil`, which is the fastest. To use others
    ///     often, keep a ``DictionaryImporter``.
    /// - Throws: ``ImportError``, whatever ``ImportOptions/onError`` says.
    @inlinable
    public init(dictionary: [String: Any], options: ImportOptions? = nil) throws {
        self = try DictionaryImporter<Self>(sharing: options).object(from: dictionary)
    }
}

extension Array where Element: Importable {
    /// Makes an instance of each dictionary, by the same rules as of a text.
    ///
    ///     let repos = try [Repo](dictionaries: dictionaries)
    ///
    /// - Parameters:
    ///   - dictionaries: the members of objects; see ``Importable/init(dictionary:options:)``.
    ///   - options: the policies and limits; the defaults if `nil`.
    /// - Throws: ``ImportError``, as far as ``ImportOptions/onError`` does not leave wrong dictionaries out.
    @inlinable
    public init(dictionaries: [[String: Any]], options: ImportOptions? = nil) throws {
        self = try DictionaryImporter<Element>(sharing: options).objects(from: dictionaries)
    }
}
