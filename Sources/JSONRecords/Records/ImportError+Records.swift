/// Errors in records, and errors that end an import.
extension ImportError {
    package static func typeMismatch(expected: String, found: String, advice: String? = nil) -> ImportError {
        ImportError(.typeMismatch, "expected \(expected), found \(found)", advice: advice)
    }

    package static func unpairedSurrogate() -> ImportError {
        ImportError(
            .unpairedSurrogate, "a \\u escape is an unpaired surrogate",
            advice: "set unpairedSurrogates to .replace to read it as U+FFFD")
    }

    package static func tooDeep(limit: Int, at location: SourceLocation?) -> ImportError {
        ImportError(
            .tooDeep, "arrays and objects are nested deeper than the limit of \(limit)",
            advice: "if the value is correct, raise maximumDepth", location: location)
    }

    /// Returns the advice about a syntax error in the first line of a text whose format is detected.
    ///
    /// - Parameter isRejected: whether the line is rejected, and the next lines are read as records.
    static func adviceForFirstLine(isRejected: Bool) -> String {
        isRejected
            ? "if a record has several lines, set the format to json or sequence"
            : "if each line is a record, set the format to lines, and errorPolicy to .skip()"
    }

    /// - Parameter expected: what the member of the part must be.
    static func invalidPart(_ member: String, expected: String) -> ImportError {
        ImportError(
            .invalidPart, "the part is invalid: expected \(expected) for \(member)",
            advice: "divide the input again")
    }

    package static func invalidOption(_ name: String, _ value: String, expected range: ClosedRange<Int>)
        -> ImportError
    {
        let limits =
            range.upperBound == .max
            ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        return ImportError(.invalidOption, "\(name) must be \(limits), found \(value)")
    }

    package static func pathNotFound(_ path: JSONPath) -> ImportError {
        ImportError(.pathNotFound, "expected a value at \(path), found none", path: path)
    }
}
