public import Foundation

/// The functions that import typed objects from a stream of JSON.
///
///     let repos = StreamImporter.objects(of: Repo.self, from: fileHandle)
///     try repos.forEach { print($0.fullName) }
///
/// Each function only describes an import: it opens and reads nothing before the first record is requested. Input that is
/// compressed with gzip, zstd, bzip2, xz or lz4 is detected by its first bytes, and decompressed while it is read.
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

/// Records that a `JSONDecoder` decodes.
extension StreamImporter {
    /// Returns the records of a file, a text in memory, or a part of a file, which a decoder decodes one by one.
    ///
    ///     let decoder = JSONDecoder()
    ///     decoder.dateDecodingStrategy = .iso8601
    ///     let users = StreamImporter.objects(decoding: User.self, from: url, at: "data.users", using: decoder)
    ///     try users.forEach { print($0.name) }
    ///
    /// The import checks the text, finds the records, and passes the bytes of each record to the decoder, in memory that
    /// depends on the largest record. A record becomes the value that the decoder makes from these bytes, or is rejected
    /// with the error of the decoder. Importing a type that conforms to ``Importable`` takes a fraction of the time.
    ///
    /// A record that the decoder rejects has an ``ImportError`` with the location of the record, the path of the value
    /// by the `codingPath` of the `DecodingError`, and the `DecodingError` as its ``ImportError/cause``. The code is
    /// ``ImportError/Code/missingKeys`` for `keyNotFound`, ``ImportError/Code/typeMismatch`` for `typeMismatch` and
    /// `valueNotFound`, ``ImportError/Code/invalidValue`` for `dataCorrupted`, and ``ImportError/Code/rejectedByModel``
    /// for other errors.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - input: a `URL`, a `FileHandle`, a `Data`, a `[UInt8]`, a `String`, an ``InputPart`` or an ``ImportInput``; see
    ///     ``ImportInputConvertible``.
    ///   - path: the path of the array that contains the records, as in ``objects(of:from:at:options:)->ImportSequence<Model>``.
    ///   - options: the policies and limits for the text and the records: the format, the error policy, the limits, the
    ///     sizes, the threads and the progress. The options for keys and values have no effect, because the decoder
    ///     has its own: the policies for keys, coercion, dates, null, mismatches and surrogates.
    ///   - decoder: the decoder. With ``ImportOptions/parallelism``, several threads call the decoder at once. It must
    ///     not be changed during an import.
    public static func objects<Model: Decodable & SendableMetatype>(
        decoding model: Model.Type, from input: some ImportInputConvertible, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(), using decoder: JSONDecoder = JSONDecoder()
    ) -> ImportSequence<Model> {
        ImportSequence(input.importInput, at: path, options: options) { _ in
            (needsOrder: false, enclosingMembers: [], { RecordDecoder<Model>(decoder) })
        }
    }

    /// Returns the records of bytes that arrive asynchronously, in chunks of any size: `[UInt8]`, `Data` or
    /// `ArraySlice<UInt8>`.
    ///
    /// A chunk is requested when all earlier chunks are parsed and their records were returned. The import runs on the
    /// task that iterates, on one thread. See ``objects(decoding:from:at:options:using:)->ImportSequence<Model>`` for the other
    /// parameters.
    public static func objects<Model: Decodable & SendableMetatype, Chunks: AsyncSequence & SendableMetatype>(
        decoding model: Model.Type, from chunks: Chunks, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(), using decoder: JSONDecoder = JSONDecoder()
    ) -> AsyncImportSequence<Model, Chunks> where Chunks.Element: Sequence<UInt8> {
        AsyncImportSequence(input: chunks, path: path, options: options, decoder: decoder) {
            nextChunk(of: $0)
        }
    }

    /// Returns the records of bytes that arrive asynchronously one by one, such as `URLSession.AsyncBytes`.
    ///
    /// If the input also provides chunks, reading chunks takes less time. See ``objects(of:from:at:options:)-(_,Bytes,_,_)``
    /// for when a record is returned, and ``objects(decoding:from:at:options:using:)->ImportSequence<Model>`` for the other
    /// parameters.
    @inlinable  // so that a byte costs only the sequence's own `next()`
    public static func objects<Model: Decodable & SendableMetatype, Bytes: AsyncSequence & SendableMetatype>(
        decoding model: Model.Type, from bytes: Bytes, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(), using decoder: JSONDecoder = JSONDecoder()
    ) -> AsyncImportSequence<Model, Bytes> where Bytes.Element == UInt8 {
        AsyncImportSequence(input: bytes, path: path, options: options, decoder: decoder) {
            nextChunk(gathering: $0)
        }
    }

    /// Is not available, because the type is only decodable. The compiler chooses the function only for its message.
    @available(
        *, unavailable,
        message: "write 'objects(decoding:)' for a Decodable type, or add '@Importable' to its declaration"
    )
    public static func objects<Model: Decodable>(
        of model: Model.Type, from input: some ImportInputConvertible, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions()
    ) -> ImportSequence<Model> {
        fatalError()
    }
}

extension AsyncImportSequence where Model: Decodable & SendableMetatype {
    @usableFromInline
    init(
        input: Input, path: JSONPath, options: ImportOptions, decoder: JSONDecoder,
        makeChunks: @escaping @Sendable (Input) -> NextChunk
    ) {
        self.init(
            input: input, path: path, options: options,
            makeModels: { _ in (needsOrder: false, enclosingMembers: [], { RecordDecoder<Model>(decoder) }) },
            makeChunks: makeChunks)
    }
}
