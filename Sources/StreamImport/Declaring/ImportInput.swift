public import Foundation

/// A type whose values an import can read.
///
/// These types conform to the protocol:
///
/// | type | the bytes of the input |
/// | --- | --- |
/// | `URL` | a file; a named pipe can be read only once |
/// | `FileHandle` | an open file, from its current offset, or a pipe, a socket or a terminal, which can be read only once; it is not closed |
/// | `Data`, `[UInt8]` | a text in memory, in UTF-8 |
/// | `String` | a text, which is never treated as compressed |
/// | ``InputPart`` | a part of a file, which has the format of the text and the path of the records |
/// | ``ImportInput`` | one of these, chosen while the program runs |
///
/// Input that is compressed with gzip, zstd, bzip2, xz or lz4 is detected by its first bytes, and decompressed while it is read. A
/// string that is the path of a file is the error ``ImportError/Code/unsupportedFormat``. A path of records that is given for a
/// part is the error ``ImportError/Code/invalidPath``. An input that has changed since it was divided into parts is
/// ``ImportError/Code/inputChanged``, and a part that is not valid is ``ImportError/Code/invalidPart``.
public protocol ImportInputConvertible {
    /// The value as an input. Reading the property does not open a file.
    var importInput: ImportInput { get }
}

/// An input of an import: a file, a text in memory, or a part of a file.
///
///     let input: ImportInput = path == "-" ? .standardInput : .file(URL(filePath: path))
///     let repos = StreamImporter.objects(of: Repo.self, from: input)
public struct ImportInput: ImportInputConvertible, Sendable {
    private let kind: InputOrigin.Kind
    /// The part of the input to read; `nil` for the whole input.
    private let part: InputPart?

    fileprivate init(_ kind: InputOrigin.Kind, part: InputPart? = nil) {
        (self.kind, self.part) = (kind, part)
    }

    /// The input itself.
    public var importInput: ImportInput { self }

    /// Returns the records at paths of the input; `nil` for the records of the root, or of the part.
    ///
    /// - Throws: ``ImportError/Code/invalidPath`` for paths of a part.
    func records(at paths: RecordPaths? = nil, _ options: ReadOptions) throws(ImportError) -> RecordInput {
        guard let part else {
            let origin = InputOrigin(
                kind, maximumWindowBytes: options.maximumWindowBytes, relaxedJSON: options.relaxedJSON)
            let paths = paths ?? .root
            var options = options
            options.advice = { origin.advice(for: $0, at: paths) }
            return RecordInput(origin, at: paths, options: options)
        }
        guard paths == nil else {
            throw ImportError(
                .invalidPath, "expected no path for a part, because its records are at \(part.path)",
                advice: "import it with objects(of:from:), without a path")
        }
        guard !options.expectsOneValue else {
            throw ImportError(
                .invalidPart, "expected an input that is one value, found a part, which has records",
                advice: "import its records with objects(of:from:)")
        }
        return RecordInput(part, part.origin(in: kind), options: options)
    }

    /// Calls `body` with the bytes of a text in memory, which are valid during the call, and whether they may be compressed.
    ///
    /// - Returns: the result of `body`; `nil` without a call if the input is not in memory.
    func withText<Result>(
        _ body: (_ bytes: Span<UInt8>, _ mayBeCompressed: Bool) throws -> Result
    ) rethrows -> Result? {
        switch kind {
        case .text(let text): try text.withUTF8Span { try body($0, false) }
        case .data(let data): try data.withSpan { try body($0, true) }
        case .bytes(let bytes): try body(bytes.span, true)
        default: nil
        }
    }

    /// Whether the input is a text that is the path of a file.
    var isPath: Bool {
        if case .text(let text) = kind { InputOrigin.isPath(text) } else { false }
    }
}

/// A value that becomes one instance, a dictionary or JSON, with the options of the import.
///
/// The library creates all sources, and passes them to ``Importable/init(importing:)``.
public struct ImportSource {
    /// The JSON; `nil` if the value is a dictionary.
    @usableFromInline let json: ImportInput?
    @usableFromInline let dictionary: [String: Any]
    @usableFromInline let options: ImportOptions

    @inlinable
    init(json: ImportInput? = nil, dictionary: [String: Any] = [:], options: ImportOptions) {
        self.json = json
        self.dictionary = dictionary
        self.options = options
    }
}

extension ImportInputConvertible where Self == ImportInput {
    /// Returns the input of a file.
    public static func file(_ url: URL) -> ImportInput { url.importInput }

    /// Returns the input of an open file, or of a pipe, a socket or a terminal.
    public static func handle(_ handle: FileHandle) -> ImportInput { handle.importInput }

    /// The standard input.
    public static var standardInput: ImportInput { .handle(.standardInput) }

    /// Returns the input of a text in memory, in UTF-8.
    public static func data(_ data: Data) -> ImportInput { data.importInput }

    /// Returns the input of a text in memory, in UTF-8.
    public static func bytes(_ bytes: [UInt8]) -> ImportInput { bytes.importInput }

    /// Returns the input of a string.
    public static func text(_ text: String) -> ImportInput { text.importInput }

    /// Returns the input of a part of a file.
    public static func part(_ part: InputPart) -> ImportInput { part.importInput }
}

extension URL: ImportInputConvertible {
    /// The file at the URL.
    public var importInput: ImportInput { ImportInput(.file(self)) }
}

extension FileHandle: ImportInputConvertible {
    /// The open file.
    public var importInput: ImportInput { ImportInput(.handle(self)) }
}

extension Data: ImportInputConvertible {
    /// The text with these bytes.
    public var importInput: ImportInput { ImportInput(.data(self)) }
}

extension [UInt8]: ImportInputConvertible {
    /// The text with these bytes.
    public var importInput: ImportInput { ImportInput(.bytes(self)) }
}

extension String: ImportInputConvertible {
    /// The text.
    public var importInput: ImportInput { ImportInput(.text(self)) }
}

extension InputPart: ImportInputConvertible {
    /// The part of a file.
    public var importInput: ImportInput { ImportInput(file, part: self) }
}
