/// The functions that import typed objects from a stream of JSON.
///
///     let repos = StreamImporter.objects(of: Repo.self, from: fileHandle)
///     try repos.forEach { print($0.fullName) }
///
/// Each function only describes an import: it opens and reads nothing before the first record is requested. Input
/// that is compressed with gzip or zstd is detected by its first bytes, and decompressed while it is read.
public enum StreamImporter {
    /// Returns the records of a file, a text in memory, or a part of a file.
    ///
    /// Each iteration reads the input from its beginning. Numbers and locations of the records and errors of a part are those in
    /// the whole file.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - input: a `URL`, a `FileHandle`, a `Data`, a `[UInt8]`, a `String`, an ``InputPart`` or an ``ImportInput``; see
    ///     ``ImportInputConvertible``.
    ///   - path: the path of the array that contains the records: `data.items`, or a JSON Pointer, `/data/items`. The
    ///     root by default. Use ``JSONPath/init(_:)-(String)`` for a path in a string that is not a literal.
    ///   - options: the policies and limits; those of the type by default. A limit of rejected records of a part holds for the
    ///     part.
    public static func objects<Model: Importable>(
        of model: Model.Type, from input: some ImportInputConvertible, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(
            input.importInput, at: path, options: options, makeModels: BinderPool.makeModels(of: Model.self))
    }

    /// Returns the records of bytes that arrive asynchronously, in chunks of any size: `[UInt8]`, `Data`,
    /// `ArraySlice<UInt8>`, or the `readableBytesView` of SwiftNIO's `ByteBuffer`.
    ///
    /// A chunk is requested when all earlier chunks are parsed and their records were returned. The import runs on the
    /// task that iterates. See ``objects(of:from:at:options:)->ImportSequence<Model>`` for the other parameters.
    public static func objects<Model: Importable, Chunks: AsyncSequence & SendableMetatype>(
        of model: Model.Type, from chunks: Chunks, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> AsyncImportSequence<Model, Chunks> where Chunks.Element: Sequence<UInt8> {
        AsyncImportSequence(input: chunks, path: path, options: options) { nextChunk(of: $0) }
    }

    /// Returns the records of bytes that arrive asynchronously one by one, such as `URLSession.AsyncBytes`.
    ///
    /// A record that is an object or an array is returned as soon as its last byte has arrived, and any record in a
    /// text of lines as soon as the end of its line has arrived. Strings, numbers, bools and nulls in an array may be
    /// returned 16 KiB later. While ``ImportFormat/automatic`` has not found whether a text has lines, a record is returned
    /// when its line ends or the next record begins; with ``ImportFormat/sequence``, it does not wait.
    ///
    /// If the input also provides chunks, reading chunks takes less time. See
    /// ``objects(of:from:at:options:)->ImportSequence<Model>`` for the other parameters.
    @inlinable  // so that a byte costs only the sequence's own `next()`
    public static func objects<Model: Importable, Bytes: AsyncSequence & SendableMetatype>(
        of model: Model.Type, from bytes: Bytes, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> AsyncImportSequence<Model, Bytes> where Bytes.Element == UInt8 {
        AsyncImportSequence(input: bytes, path: path, options: options) { nextChunk(gathering: $0) }
    }
}
