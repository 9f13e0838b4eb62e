/// An error of an import, of an export, or of a single record.
///
/// Imports and exports throw errors of this type; errors of the caller's closures and of a database, and
/// `CancellationError`, are thrown unchanged. Compare ``code`` to distinguish errors. Print the error to
/// tell a person what is wrong, where, and what to do:
///
///     line 3, column 17 (byte 345), record 12, $[11].owner.id: expected an integer, found "abc"
///
/// Two errors are equal if they have the same ``code``, ``path`` and ``location``.
public struct ImportError: Error, Sendable {
    /// The parts of the error, on the heap, so that throwing functions return only a pointer.
    private let storage: Storage

    private final class Storage: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private struct Parts: Sendable {
        let code: Code
        let message: String
        let advice: String?
        let input: String?
        let path: JSONPath?
        let record: Int?
        let location: SourceLocation?
        let cause: (any Error)?
        let conversion: InputConversion?
    }

    private var parts: Parts { storage.parts }

    /// Creates an error.
    package init(
        _ code: Code, _ message: String, advice: String? = nil, input: String? = nil, path: JSONPath? = nil,
        record: Int? = nil, location: SourceLocation? = nil, cause: (any Error)? = nil,
        conversion: InputConversion? = nil
    ) {
        storage = Storage(
            Parts(
                code: code, message: message, advice: advice ?? conversion?.advice, input: input, path: path,
                record: record, location: location, cause: cause, conversion: conversion))
    }

    /// The kind of the error.
    public var code: Code { parts.code }

    /// The category of the code.
    public var category: Category { parts.code.category }

    /// The message without the location, the path and the advice: `expected an integer, found "abc"`.
    public var message: String { parts.message }

    /// The advice on how to resolve the error, if there is any.
    public var advice: String? { parts.advice }

    /// The name of the input or the output: a path, a URL or `standard input`; `nil` if it has no name.
    public var input: String? { parts.input }

    /// The path of the value at which the error occurred, from the root of the text; `nil` for an error without a
    /// value.
    public var path: JSONPath? { parts.path }

    /// The number of the record in which the error occurred, counted from 1; between two records, that of the next one;
    /// `nil` before and after the records.
    public var record: Int? { parts.record }

    /// The start of the offending token, or the end of a truncated input or line, or of an asynchronous input that throws.
    ///
    /// Does not depend on how the input is divided into chunks.
    public var location: SourceLocation? { parts.location }

    /// The error that caused this one: of the system, of an asynchronous input, of the model, of the last rejected record, or
    /// of the case that a value without a discriminator fits best.
    public var cause: (any Error)? { parts.cause }

    /// The command that turns the input into JSON, if the input has another format. ``advice`` names the command.
    package var conversion: InputConversion? { parts.conversion }

    /// Returns a copy of the error in which the arguments, which only a higher floor knows, replace missing parts.
    package func with(
        advice: String? = nil, input: String? = nil, path: @autoclosure () -> JSONPath? = nil,
        record: Int? = nil,
        location: @autoclosure () -> SourceLocation? = nil
    ) -> ImportError {
        ImportError(
            code, message, advice: self.advice ?? advice, input: self.input ?? input,
            path: self.path ?? path(),
            record: self.record ?? record, location: self.location ?? location(), cause: cause,
            conversion: conversion)
    }
}

extension ImportError: Equatable {
    /// Whether the codes, the paths and the locations are equal.
    public static func == (left: ImportError, right: ImportError) -> Bool {
        left.code == right.code && left.path == right.path && left.location == right.location
    }
}

extension ImportError: CustomStringConvertible {
    /// The input, the location, the record, the path, the message and the advice, in one line.
    public var description: String {
        var prefix: [String] = []
        if let input { prefix.append(input) }
        if let location { prefix.append(location.description) }
        if let record { prefix.append("record \(record)") }
        if let path { prefix.append(path.description) }
        let head = prefix.isEmpty ? message : prefix.joined(separator: ", ") + ": " + message
        guard let advice else { return head }
        return head + "; " + advice
    }
}

extension ImportError {
    /// The four categories of errors, each of which calls for a different reaction.
    public enum Category: Sendable {
        /// The input cannot be opened, read or decompressed; it does not have the requested part; the output cannot be written; memory or threads
        /// run out; or the system's libyajl is unsafe.
        case io
        /// The text is not valid JSON, or not valid UTF-8.
        case syntax
        /// The JSON is well formed, but does not fit the path, the model or the options; or the path, the model, the
        /// options or the call is invalid.
        case data
        /// The nesting, the length of a token, or the number of rejected records exceeds a limit of ``ImportOptions``.
        case limit
    }

    /// The kind of an error. Later versions may add codes, so a `switch` over codes needs a `default`.
    public struct Code: Hashable, Sendable {
        let name: String
        let category: Category

        /// The input cannot be opened.
        public static let cannotOpen = Code(name: "cannotOpen", category: .io)
        /// Reading the opened input failed, or an asynchronous input threw an error.
        public static let readFailed = Code(name: "readFailed", category: .io)
        /// A pipe, a socket or a terminal was already read, and cannot be read a second time.
        public static let alreadyRead = Code(name: "alreadyRead", category: .io)
        /// The file is not the one that was divided into parts, or has changed since.
        public static let inputChanged = Code(name: "inputChanged", category: .io)
        /// An ``InputPart`` is invalid, does not begin and end between two records of the input, or is read as one value.
        public static let invalidPart = Code(name: "invalidPart", category: .io)
        /// The output cannot be created or moved to its destination; or a record is written after the end of an export,
        /// or while another record is being written.
        public static let cannotWrite = Code(name: "cannotWrite", category: .io)
        /// Writing the output failed.
        public static let writeFailed = Code(name: "writeFailed", category: .io)
        /// The compressed data (gzip, zstd, bzip2, xz or lz4) is corrupt or truncated.
        public static let corruptCompression = Code(name: "corruptCompression", category: .io)
        /// The system's libyajl has the vulnerability CVE-2017-16516.
        public static let unsafeLibrary = Code(name: "unsafeLibrary", category: .io)
        /// Not enough memory is available.
        public static let outOfMemory = Code(name: "outOfMemory", category: .io)
        /// The system cannot start a thread.
        public static let cannotStartThread = Code(name: "cannotStartThread", category: .io)

        /// A path is malformed, two paths of one import lead to the same values, or a path is given for an ``InputPart``.
        public static let invalidPath = Code(name: "invalidPath", category: .data)
        /// An option, or a count that was passed to a call, is out of range.
        public static let invalidOption = Code(name: "invalidOption", category: .data)
        /// The plan of a type is invalid: it is the plan of another type, such as the superclass; it has two fields
        /// with one name or one key, or two fields for extras; it adjusts a field that it does not have; it has a
        /// required field without a key; it lacks a function that an update or an export needs; or its `update` rejects
        /// the values that undo an update.
        public static let invalidPlan = Code(name: "invalidPlan", category: .data)
        /// A table or its options do not fit the model.
        public static let invalidTable = Code(name: "invalidTable", category: .data)
        /// A mapping, a lookup or a hook names a property that the type's plan does not have, or a lookup expects
        /// another type than the property's.
        public static let unknownProperty = Code(name: "unknownProperty", category: .data)
        /// The options map one key to two properties of a type.
        public static let ambiguousMapping = Code(name: "ambiguousMapping", category: .data)

        /// The instances of an ``IdentityMap`` that is not `Sendable` were used on another thread, or after
        /// ``ImportOptions/reusingInstances(in:_:)`` returned.
        public static let instancesInUse = Code(name: "instancesInUse", category: .data)

        /// An iterator was called while another call of the iterator was reading a record.
        public static let iteratorInUse = Code(name: "iteratorInUse", category: .data)

        /// A token was found where another one was expected.
        public static let unexpectedToken = Code(name: "unexpectedToken", category: .syntax)
        /// A token is not spelled as JSON requires.
        public static let invalidToken = Code(name: "invalidToken", category: .syntax)
        /// The input ends before the JSON does.
        public static let unexpectedEnd = Code(name: "unexpectedEnd", category: .syntax)
        /// Text other than white space follows the end of the JSON.
        public static let trailingData = Code(name: "trailingData", category: .syntax)
        /// The bytes are not valid UTF-8, or are UTF-16 or UTF-32.
        public static let invalidEncoding = Code(name: "invalidEncoding", category: .syntax)
        /// The input has another format than JSON, such as tar, Parquet or HTML; or a string is the path of a file.
        public static let unsupportedFormat = Code(name: "unsupportedFormat", category: .syntax)

        /// The input has no value at the requested path.
        public static let pathNotFound = Code(name: "pathNotFound", category: .data)
        /// One or more required keys are missing.
        public static let missingKeys = Code(name: "missingKeys", category: .data)
        /// A value of a property, or a record, has another JSON type than expected.
        public static let typeMismatch = Code(name: "typeMismatch", category: .data)
        /// A number is out of the range of the property's type, or has a fraction or more digits than the type can
        /// hold.
        public static let numberOutOfRange = Code(name: "numberOutOfRange", category: .data)
        /// A value has the right JSON type, but cannot be read as the property's type.
        public static let invalidValue = Code(name: "invalidValue", category: .data)
        /// The discriminator of an object names no case of the enum, or the value fits no case.
        public static let unknownCase = Code(name: "unknownCase", category: .data)
        /// An object has an unknown key, and the options reject unknown keys.
        public static let unknownKey = Code(name: "unknownKey", category: .data)
        /// An object has a key twice, and the options reject duplicate keys; or a second value for a property would
        /// replace a value that has updated an instance.
        public static let duplicateKey = Code(name: "duplicateKey", category: .data)
        /// The values of a record are read again more often than ``ImportOptions/maximumReplays`` allows.
        public static let tooManyReplays = Code(name: "tooManyReplays", category: .data)
        /// A `\u` escape is an unpaired half of a surrogate pair.
        public static let unpairedSurrogate = Code(name: "unpairedSurrogate", category: .data)
        /// The model itself rejected the record; see ``ImportError/cause``.
        public static let rejectedByModel = Code(name: "rejectedByModel", category: .data)

        /// An update has a different value for a property that the class declares with `let`.
        public static let constantProperty = Code(name: "constantProperty", category: .data)

        /// Arrays and objects are nested deeper than ``ImportOptions/maximumDepth``.
        public static let tooDeep = Code(name: "tooDeep", category: .limit)
        /// One string or number is longer than ``ImportOptions/maximumTokenBytes``.
        public static let tokenTooLong = Code(name: "tokenTooLong", category: .limit)
        /// The decompression of the input needs more memory than ``ImportOptions/maximumWindowBytes``.
        public static let windowTooLarge = Code(name: "windowTooLarge", category: .limit)
        /// More records were rejected than ``ImportOptions/errorPolicy`` allows; ``ImportError/cause`` is the last
        /// one's error.
        public static let tooManyRejected = Code(name: "tooManyRejected", category: .limit)
    }
}

extension ImportError.Code: CustomStringConvertible {
    /// The name of the code, as spelled in Swift.
    public var description: String { name }
}

/// A shell command that turns an input of another format into JSON in UTF-8.
package struct InputConversion: Sendable {
    /// The effect of the command, as an imperative: `decompress it`.
    package let purpose: String

    /// The command, in which `FILE` stands for the name of the input.
    private let command: String

    package init(_ purpose: String, _ command: String) {
        (self.purpose, self.command) = (purpose, command)
    }

    /// Returns the command for a file, whose name the caller has quoted for the shell.
    package func command(for file: String) -> String {
        command.replacing("FILE", with: file)
    }

    /// The advice to convert the input, without the name of the input.
    var advice: String { "\(purpose) first, for example with \(command)" }
}

/// A location in the input text, after decompression.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes before the location, from the start of the text.
    public let offset: Int

    /// The line, counted from 1; lines end with a line feed.
    public let line: Int

    /// The column, counted in bytes from 1.
    public let column: Int

    /// Creates a location from its three coordinates.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The location as `line 3, column 14 (byte 120)`.
    public var description: String {
        "line \(line), column \(column) (byte \(offset))"
    }
}
