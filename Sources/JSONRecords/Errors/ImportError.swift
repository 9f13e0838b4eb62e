/// Why an import or an export, or one record of it, failed.
///
/// The only error this package throws. Compare ``code`` to tell failures apart; print the error itself to tell
/// a person what is wrong, where, and what to do:
///
///     line 3, column 17 (byte 345), record 12, $[11].owner.id: expected an integer, found "abc"
///
/// Two errors are equal if their ``code``, ``path`` and ``location`` are.
public struct ImportError: Error, Sendable {
    /// Everything but the pointer lives on the heap, so that a throwing function stays cheap.
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

    /// Creates an error. Cold: never part of a successful import.
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

    /// What kind of failure this is.
    public var code: Code { parts.code }

    /// The family the code belongs to.
    public var category: Category { parts.code.category }

    /// What is wrong, without the prefix: `expected an integer, found "abc"`.
    public var message: String { parts.message }

    /// What to do about it, where there is something to do.
    public var advice: String? { parts.advice }

    /// The name of the file, where the input or the output is one.
    public var input: String? { parts.input }

    /// The value at fault, from the root of the text. `nil` if the failure is not about a value.
    public var path: JSONPath? { parts.path }

    /// The number of the record at fault, counted from 1. `nil` outside of records.
    public var record: Int? { parts.record }

    /// Where the offending token starts; for input that ends too soon, where it ends.
    ///
    /// The same however the input was cut into chunks.
    public var location: SourceLocation? { parts.location }

    /// The error of the system, or of the model, that led to this one.
    public var cause: (any Error)? { parts.cause }

    /// The same error with the parts filled in that only a floor further up knows.
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
    /// The prefix, the message and the advice, in one line for a person.
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
