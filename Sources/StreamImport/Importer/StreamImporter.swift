public import Foundation

/// The functions that import typed objects from a stream of JSON.
///
///     let repos = StreamImporter.objects(of: Repo.self, from: fileHandle)
///     try repos.forEach { print($0.fullName) }
///
/// Each function only describes an import: it opens and reads nothing before the first record is requested. Input
/// that is compressed with gzip or zstd is detected by its first bytes, and decompressed while it is read.
public enum StreamImporter {
    /// Returns the records of a file.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - url: the URL of a file. A named pipe can be read only once.
    ///   - path: the path of the array that contains the records: `data.items`, or a JSON Pointer, `/data/items`. The
    ///     root by default. Use ``JSONPath/init(_:)-(String)`` for a path in a string that is not a literal.
    ///   - options: the policies and limits; those of the type by default.
    public static func objects<Model: Importable>(
        of model: Model.Type, from url: URL, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.file(url)), path: path, options: options)
    }

    /// Returns the records of a part of a file.
    ///
    /// Numbers and locations of records and errors are those in the whole file. The errors, besides those of a file, are
    /// ``ImportError/Code/inputChanged`` and ``ImportError/Code/invalidPart``.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - part: the part, such as a line of the manifest that `stream-import split` prints. It also has the format of the text
    ///     and the path of the records.
    ///   - options: the policies and limits; those of the type by default. A limit of rejected records holds for the part.
    public static func objects<Model: Importable>(
        of model: Model.Type, from part: InputPart, options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(part: part, options: options)
    }

    /// Returns the records of an open file, from its current offset. A pipe, a socket or a terminal can be read as
    /// well, once.
    ///
    /// The handle is not closed. Each iteration reads a file from the same offset again. See
    /// ``objects(of:from:at:options:)-(_,URL,_,_)`` for the parameters.
    public static func objects<Model: Importable>(
        of model: Model.Type, from handle: FileHandle, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.handle(handle)), path: path, options: options)
    }

    /// Returns the records of a text in memory, which may be compressed.
    ///
    /// See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
    public static func objects<Model: Importable>(
        of model: Model.Type, from data: Data, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.data(data)), path: path, options: options)
    }

    /// Returns the records of a text in memory, which may be compressed.
    ///
    /// See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
    public static func objects<Model: Importable>(
        of model: Model.Type, from bytes: [UInt8], at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.bytes(bytes)), path: path, options: options)
    }

    /// Returns the records of a string, which is never treated as compressed.
    ///
    /// A string that is the path of a file is the error ``ImportError/Code/unsupportedFormat``.
    /// See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
    public static func objects<Model: Importable>(
        of model: Model.Type, from text: String, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.text(text)), path: path, options: options)
    }

    /// Returns the records of bytes that arrive asynchronously, in chunks of any size: `[UInt8]`, `Data`,
    /// `ArraySlice<UInt8>`, or the `readableBytesView` of SwiftNIO's `ByteBuffer`.
    ///
    /// A chunk is requested when all earlier chunks are parsed and their records were returned. The import runs on the
    /// task that iterates. See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
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
    /// ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
    @inlinable  // so that a byte costs only the sequence's own `next()`
    public static func objects<Model: Importable, Bytes: AsyncSequence & SendableMetatype>(
        of model: Model.Type, from bytes: Bytes, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> AsyncImportSequence<Model, Bytes> where Bytes.Element == UInt8 {
        AsyncImportSequence(input: bytes, path: path, options: options) { nextChunk(gathering: $0) }
    }
}
