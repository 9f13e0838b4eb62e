/// An error of an import or an export, or of one record of it.
///
/// The only error type that this package throws. Compare ``code`` to distinguish errors. Print the error to tell a
/// person what is wrong, where, and what to do:
///
///     line 3, column 17 (byte 345), record 12, $[11].owner.id: expected an integer, found "abc"
///
/// Two errors are equal if their ``code``, ``path`` and ``location`` are.
public struct ImportError: Error, Sendable {
    /// The parts of the error, on the heap: an error of one pointer keeps throwing functions cheap.
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
    }

    private var parts: Parts { storage.parts }

    /// Creates an error. Not inlined, because a successful import never calls it.
    @inline(never)
    package init(
        _ code: Code, _ message: String, advice: String? = nil, input: String? = nil, path: JSONPath? = nil,
        record: Int? = nil, location: SourceLocation? = nil, cause: (any Error)? = nil
    ) {
        storage = Storage(
            Parts(
                code: code, message: message, advice: advice, input: input, path: path, record: record,
                location: location, cause: cause))
    }

    /// The kind of the error.
    public var code: Code { parts.code }

    /// The category of the code.
    public var category: Category { parts.code.category }

    /// The message without the prefix and the advice: `expected an integer, found "abc"`.
    public var message: String { parts.message }

    /// The advice on how to resolve the error, if there is any.
    public var advice: String? { parts.advice }

    /// The name of the file, if the input or the output is one.
    public var input: String? { parts.input }

    /// The path of the value that caused the error, from the root of the text; `nil` if no value caused it.
    public var path: JSONPath? { parts.path }

    /// The number of the record that caused the error, counted from 1; `nil` outside of records.
    public var record: Int? { parts.record }

    /// The start of the offending token, or the end of a truncated input.
    ///
    /// Does not depend on how the input is divided into chunks.
    public var location: SourceLocation? { parts.location }

    /// The error of the system or of the model that caused this one.
    public var cause: (any Error)? { parts.cause }

    /// Returns the error with the missing parts filled in that only a higher floor knows.
    package func with(
        input: String? = nil, path: @autoclosure () -> JSONPath? = nil, record: Int? = nil,
        location: @autoclosure () -> SourceLocation? = nil
    ) -> ImportError {
        ImportError(
            code, message, advice: advice, input: self.input ?? input, path: self.path ?? path(),
            record: self.record ?? record, location: self.location ?? location(), cause: cause)
    }
}

extension ImportError: Equatable {
    /// Whether the codes, the paths and the locations are equal.
    public static func == (left: ImportError, right: ImportError) -> Bool {
        left.code == right.code && left.path == right.path && left.location == right.location
    }
}

extension ImportError: CustomStringConvertible {
    /// The prefix, the message and the advice, in one line.
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
