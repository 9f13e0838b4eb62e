public import Foundation

extension Importable {
    /// Creates an instance from a JSON text that is one value: for a model, one object.
    ///
    ///     let repo = try Repo(json: #"{"id": 1, "full_name": "octocat/hello"}"#)
    ///
    /// Keys, values and errors follow the rules of ``StreamImporter``. An array type is created from all records of
    /// the text, like `[Repo](json:)`.
    ///
    /// - Parameters:
    ///   - json: the text.
    ///   - options: the policies and limits; those of the type by default. ``ImportOptions/format`` and
    ///     ``ImportOptions/errorPolicy`` have no effect on one value. Options with functions are compiled by each
    ///     call; to read many texts with them, import the texts as a sequence.
    /// - Throws: ``ImportError``: ``ImportError/Code/unexpectedEnd`` for an empty text,
    ///   ``ImportError/Code/trailingData`` for a second value, ``ImportError/Code/typeMismatch`` for an array instead
    ///   of a model's object.
    /// - Complexity: O(*n*), where *n* is the length of the text. The first call for a type compiles its plan.
    @inlinable
    public init(json: String, options: ImportOptions = Self.importOptions) throws(ImportError) {
        try self.init(importing: TextSource(text: .string(json), options: options))
    }

    /// Creates an instance from a JSON text in UTF-8 that is one value, and may be compressed with gzip or zstd.
    ///
    /// See ``init(json:options:)-(String,_)`` for the parameters and errors.
    @inlinable
    public init(json: Data, options: ImportOptions = Self.importOptions) throws(ImportError) {
        try self.init(importing: TextSource(text: .data(json), options: options))
    }

    /// Creates an instance from a JSON text in UTF-8 that is one value, and may be compressed with gzip or zstd.
    ///
    /// See ``init(json:options:)-(String,_)`` for the parameters and errors.
    @inlinable
    public init(json: [UInt8], options: ImportOptions = Self.importOptions) throws(ImportError) {
        try self.init(importing: TextSource(text: .bytes(json), options: options))
    }
}

/// A JSON text that becomes one instance.
@usableFromInline
struct TextSource: ImportSource {
    @usableFromInline let text: TextInMemory
    @usableFromInline let options: ImportOptions

    @inlinable
    init(text: TextInMemory, options: ImportOptions) {
        self.text = text
        self.options = options
    }

    @inlinable  // so that code that knows the type moves the instance
    func instance<Model: Importable>(of model: Model.Type) throws(ImportError) -> Model {
        try text.readValue(of: model, options) { $0.take(as: Model.self) }
    }
}
