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
