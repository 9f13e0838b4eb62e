public import Foundation

extension Importable {
    /// Makes an instance from a JSON text that is one value: for a model, one object.
    ///
    ///     let repo = try Repo(json: #"{"id": 1, "full_name": "octocat/hello"}"#)
    ///
    /// Keys, values and errors follow the rules of ``StreamImporter``. An array type is made from all records of the text,
    /// as `[Repo](json:)` is.
    ///
    /// - Parameters:
    ///   - json: the text.
    ///   - options: the policies and limits; those of the type by default. ``ImportOptions/format`` and ``ImportOptions/errorPolicy`` have no effect on
    ///     one value. Options with functions are compiled by each call; for many texts, import them as a sequence.
    /// - Throws: ``ImportError``. An empty text is ``ImportError/Code/unexpectedEnd``, a second value
    ///   ``ImportError/Code/trailingData``, an array in place of a model's object ``ImportError/Code/typeMismatch``.
    /// - Complexity: O(*n*), where *n* is the length of the text. The first call for a type compiles its plan.
    @inlinable
    public init(json: String, options: ImportOptions = Self.importOptions) throws(ImportError) {
        try self.init(importing: TextSource(text: .string(json), options: options))
    }

    /// Makes an instance from a JSON text in UTF-8 that is one value, which may be compressed with gzip or zstd.
    ///
    /// See ``init(json:options:)-(String,_)`` for the parameters and errors.
    @inlinable
    public init(json: Data, options: ImportOptions = Self.importOptions) throws(ImportError) {
        try self.init(importing: TextSource(text: .data(json), options: options))
    }

    /// Makes an instance from a JSON text in UTF-8 that is one value, which may be compressed with gzip or zstd.
    ///
    /// See ``init(json:options:)-(String,_)`` for the parameters and errors.
    @inlinable
    public init(json: [UInt8], options: ImportOptions = Self.importOptions) throws(ImportError) {
        try self.init(importing: TextSource(text: .bytes(json), options: options))
    }
}

/// A text that becomes one instance.
@usableFromInline
struct TextSource: ImportSource {
    @usableFromInline let text: TextInMemory
    @usableFromInline let options: ImportOptions

    @inlinable
    init(text: TextInMemory, options: ImportOptions) {
        self.text = text
        self.options = options
    }

    @inlinable  // so that the instance is moved by code that knows its type
    func instance<Model: Importable>(of model: Model.Type) throws(ImportError) -> Model {
        try text.readValue(of: model, options) { $0.take(as: Model.self) }
    }
}
