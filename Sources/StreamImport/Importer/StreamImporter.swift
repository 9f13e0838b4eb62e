public import Foundation

/// Imports typed objects from a stream of JSON.
///
///     let repos = StreamImporter.objects(of: Repo.self, from: fileHandle)
///     try repos.forEach { print($0.fullName) }
///
/// Each function only describes an import. Nothing is opened or read before the first record is asked for.
/// Input that is compressed with gzip or zstd is recognised by its first bytes, and inflated as it is read.
public enum StreamImporter {
    /// The records of a file.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - url: the URL of a file; a pipe with a name can be read once.
    ///   - path: where the array is whose elements are the records: `data.items`, or a JSON Pointer, `/data/items`. The
    ///     root by default. A path in a string that is no literal is read by ``JSONPath/init(_:)-(String)``.
    ///   - options: the policies and limits; those of the type by default.
    public static func objects<Model: Importable>(
        of model: Model.Type, from url: URL, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.file(url)), path: path, options: options)
    }

    /// The records of an open file, from where it stands; a pipe, a socket or a terminal works as well, once.
    ///
    /// The handle is not closed. A file is read from there again by each iteration. See
    /// ``objects(of:from:at:options:)-(_,URL,_,_)`` for the parameters.
    public static func objects<Model: Importable>(
        of model: Model.Type, from handle: FileHandle, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.handle(handle)), path: path, options: options)
    }

    /// The records of text in memory, which may be compressed.
    ///
    /// See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
    public static func objects<Model: Importable>(
        of model: Model.Type, from data: Data, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.data(data)), path: path, options: options)
    }

    /// The records of text in memory, which may be compressed.
    ///
    /// See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
    public static func objects<Model: Importable>(
        of model: Model.Type, from bytes: [UInt8], at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.bytes(bytes)), path: path, options: options)
    }

    /// The records of a string, which is never taken for compressed.
    ///
    /// See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
    public static func objects<Model: Importable>(
        of model: Model.Type, from text: String, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> ImportSequence<Model> {
        ImportSequence(origin: InputOrigin(.text(text)), path: path, options: options)
    }

    /// The records of bytes that arrive asynchronously, in chunks of any size: `[UInt8]`, `Data` or
    /// `ArraySlice<UInt8>`.
    ///
    /// A chunk is asked for when those before it are used up, and records are handed out before the next one is. The
    /// import runs on the task that iterates. See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other parameters.
    public static func objects<Model: Importable, Chunks: AsyncSequence & SendableMetatype>(
        of model: Model.Type, from chunks: Chunks, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> AsyncImportSequence<Model, Chunks> where Chunks.Element: Sequence<UInt8> {
        AsyncImportSequence(input: chunks, path: path, options: options) { nextChunk(of: $0) }
    }

    /// The records of bytes that arrive asynchronously one by one, such as `URLSession.AsyncBytes`.
    ///
    /// A record that is an object or an array is handed out as soon as its last byte came, and any record of a text in lines
    /// as soon as the end of its line did. Strings, numbers and literals in an array may be handed out 16 KiB later.
    ///
    /// Chunks take less time where the input has them. See ``objects(of:from:at:options:)-(_,URL,_,_)`` for the other
    /// parameters.
    @inlinable  // so that a byte costs no more than the sequence's own `next()`
    public static func objects<Model: Importable, Bytes: AsyncSequence & SendableMetatype>(
        of model: Model.Type, from bytes: Bytes, at path: JSONPath = JSONPath(),
        options: ImportOptions = Model.importOptions
    ) -> AsyncImportSequence<Model, Bytes> where Bytes.Element == UInt8 {
        AsyncImportSequence(input: bytes, path: path, options: options) { nextChunk(gathering: $0) }
    }
}
