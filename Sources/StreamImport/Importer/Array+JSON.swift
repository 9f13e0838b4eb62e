public import Foundation

extension Array where Element: Importable {
    /// Creates an instance from each record of a JSON text: the elements of an array, lines, or a sequence of values.
    ///
    ///     let repos = try [Repo](json: #"[{"id": 1, "full_name": "octocat/hello"}]"#)
    ///
    /// The records are those that `StreamImporter.objects(of:from:).collect()` returns for the same text and options.
    ///
    /// - Parameters:
    ///   - json: the text.
    ///   - options: the policies and limits; those of the elements' type by default. Options with functions are
    ///     compiled by each call.
    /// - Throws: ``ImportError``, or an error of ``ImportOptions/onRejected``. If ``ImportOptions/errorPolicy`` skips
    ///   rejected records, their errors are not thrown.
    /// - Complexity: O(*n*), where *n* is the length of the text.
    @inlinable  // so that code that knows the type moves the records
    public init(json: String, options: ImportOptions = Element.importOptions) throws {
        self = []
        try TextInMemory.string(json).readRecords(of: Element.self, options) {
            append($0.take(as: Element.self))
        }
    }

    /// Creates an instance from each record of a JSON text in UTF-8, which may be compressed with gzip or zstd.
    ///
    /// See `init(json:options:)` with a `String` for the parameters and errors.
    @inlinable
    public init(json: Data, options: ImportOptions = Element.importOptions) throws {
        self = []
        try TextInMemory.data(json).readRecords(of: Element.self, options) {
            append($0.take(as: Element.self))
        }
    }

    /// Creates an instance from each record of a JSON text in UTF-8, which may be compressed with gzip or zstd.
    ///
    /// See `init(json:options:)` with a `String` for the parameters and errors.
    @inlinable
    public init(json: [UInt8], options: ImportOptions = Element.importOptions) throws {
        self = []
        try TextInMemory.bytes(json).readRecords(of: Element.self, options) {
            append($0.take(as: Element.self))
        }
    }
}
