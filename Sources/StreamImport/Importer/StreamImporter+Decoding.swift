public import Foundation

/// Records that a `JSONDecoder` decodes.
extension StreamImporter {
    /// Returns the records of a file, which a decoder decodes one by one.
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
    ///   - url: the URL of a file. A named pipe can be read only once.
    ///   - path: the path of the array that contains the records: `data.items`, or a JSON Pointer, `/data/items`. The
    ///     root by default. Use ``JSONPath/init(_:)-(String)`` for a path in a string that is not a literal.
    ///   - options: the policies and limits for the text and the records: the format, the error policy, the limits, the
    ///     sizes, the threads and the progress. The options for keys and values have no effect, because the decoder
    ///     has its own: the policies for keys, coercion, dates, null, mismatches and surrogates.
    ///   - decoder: the decoder. With ``ImportOptions/parallelism``, several threads call the decoder at once. It must
    ///     not be changed during an import.
    public static func objects<Model: Decodable & SendableMetatype>(
        decoding model: Model.Type, from url: URL, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(), using decoder: JSONDecoder = JSONDecoder()
    ) -> ImportSequence<Model> {
        records(InputOrigin(.file(url)), path, options, decoder)
    }

    /// Returns the records of a part of a file.
    ///
    /// See ``objects(of:from:options:)`` for parts, and ``objects(decoding:from:at:options:using:)-(_,URL,_,_,_)`` for the
    /// other parameters.
    public static func objects<Model: Decodable & SendableMetatype>(
        decoding model: Model.Type, from part: InputPart, options: ImportOptions = ImportOptions(),
        using decoder: JSONDecoder = JSONDecoder()
    ) -> ImportSequence<Model> {
        ImportSequence(part: part, options: options) { _ in ModelMakers(decoding: Model.self, with: decoder) }
    }

    /// Returns the records of an open file, from its current offset. A pipe, a socket or a terminal can be read as
    /// well, once.
    ///
    /// The handle is not closed. Each iteration reads a file from the same offset again. See
    /// ``objects(decoding:from:at:options:using:)-(_,URL,_,_,_)`` for the parameters.
    public static func objects<Model: Decodable & SendableMetatype>(
        decoding model: Model.Type, from handle: FileHandle, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(), using decoder: JSONDecoder = JSONDecoder()
    ) -> ImportSequence<Model> {
        records(InputOrigin(.handle(handle)), path, options, decoder)
    }

    /// Returns the records of a text in memory, which may be compressed.
    ///
    /// See ``objects(decoding:from:at:options:using:)-(_,URL,_,_,_)`` for the other parameters.
    public static func objects<Model: Decodable & SendableMetatype>(
        decoding model: Model.Type, from data: Data, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(), using decoder: JSONDecoder = JSONDecoder()
    ) -> ImportSequence<Model> {
        records(InputOrigin(.data(data)), path, options, decoder)
    }

    /// Returns the records of a text in memory, which may be compressed.
    ///
    /// See ``objects(decoding:from:at:options:using:)-(_,URL,_,_,_)`` for the other parameters.
    public static func objects<Model: Decodable & SendableMetatype>(
        decoding model: Model.Type, from bytes: [UInt8], at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(), using decoder: JSONDecoder = JSONDecoder()
    ) -> ImportSequence<Model> {
        records(InputOrigin(.bytes(bytes)), path, options, decoder)
    }

    /// Returns the records of a string, which is never treated as compressed.
    ///
    /// See ``objects(decoding:from:at:options:using:)-(_,URL,_,_,_)`` for the other parameters.
    public static func objects<Model: Decodable & SendableMetatype>(
        decoding model: Model.Type, from text: String, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(), using decoder: JSONDecoder = JSONDecoder()
    ) -> ImportSequence<Model> {
        records(InputOrigin(.text(text)), path, options, decoder)
    }

    private static func records<Model: Decodable & SendableMetatype>(
        _ origin: InputOrigin, _ path: JSONPath, _ options: ImportOptions, _ decoder: JSONDecoder
    ) -> ImportSequence<Model> {
        ImportSequence(origin: origin, path: path, options: options) { _ in
            ModelMakers(decoding: Model.self, with: decoder)
        }
    }

    /// Returns the records of bytes that arrive asynchronously, in chunks of any size: `[UInt8]`, `Data` or
    /// `ArraySlice<UInt8>`.
    ///
    /// A chunk is requested when all earlier chunks are parsed and their records were returned. The import runs on the
    /// task that iterates, on one thread. See ``objects(decoding:from:at:options:using:)-(_,URL,_,_,_)`` for the other
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
    /// for when a record is returned, and ``objects(decoding:from:at:options:using:)-(_,URL,_,_,_)`` for the other
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
}

/// Overloads for types that are not importable, which the compiler chooses only for their message.
extension StreamImporter {
    /// Is not available, because the type is only decodable.
    @available(
        *, unavailable,
        message: "write 'objects(decoding:)' for a Decodable type, or add '@Importable' to its declaration"
    )
    public static func objects<Model: Decodable>(
        of model: Model.Type, from url: URL, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions()
    ) -> ImportSequence<Model> {
        fatalError()
    }

    /// Is not available, because the type is only decodable.
    @available(
        *, unavailable,
        message: "write 'objects(decoding:)' for a Decodable type, or add '@Importable' to its declaration"
    )
    public static func objects<Model: Decodable>(
        of model: Model.Type, from text: some BidirectionalCollection, at path: JSONPath = JSONPath(),
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
            makeModels: { _ in ModelMakers(decoding: Model.self, with: decoder) }, makeChunks: makeChunks)
    }
}
