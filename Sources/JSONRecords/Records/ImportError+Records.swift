/// Errors in records, and errors that end an import.
extension ImportError {
    package static func emptyInput(at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "the input is empty", advice: "set the format to lines if no records are fine",
            location: location)
    }

    package static func emptyText(at location: SourceLocation) -> ImportError {
        ImportError(.unexpectedEnd, "the text is empty", location: location)
    }

    package static func secondValue(at location: SourceLocation?) -> ImportError {
        ImportError(
            .trailingData, "the text has more than one value", advice: "import it as an array of records",
            location: location)
    }

    package static func typeMismatch(expected: String, found: String, advice: String? = nil) -> ImportError {
        ImportError(.typeMismatch, "expected \(expected), found \(found)", advice: advice)
    }

    package static func unpairedSurrogate() -> ImportError {
        ImportError(
            .unpairedSurrogate, "a \\u escape is half of a surrogate pair",
            advice: "set unpairedSurrogates to .replace to read it as U+FFFD")
    }

    package static func tooDeep(limit: Int, at location: SourceLocation?) -> ImportError {
        ImportError(
            .tooDeep, "more than \(limit) arrays and objects are nested",
            advice: "raise maximumDepth if that is right", location: location)
    }

    package static func tooManyRejected(limit: Int, last: ImportError) -> ImportError {
        ImportError(
            .tooManyRejected, "more than \(limit) records were rejected; the last one: \(last.message)",
            path: last.path, record: last.record, location: last.location, cause: last)
    }

    package static func secondValueInLine(at location: SourceLocation?) -> ImportError {
        ImportError(.trailingData, "a line holds more than one value", location: location)
    }

    package static func truncatedLine(at location: SourceLocation?) -> ImportError {
        ImportError(.unexpectedEnd, "the line ends before its value does", location: location)
    }

    package static func valuesNotSeparated(at location: SourceLocation?) -> ImportError {
        ImportError(
            .unexpectedToken, "two values stand side by side", advice: "separate them by white space",
            location: location)
    }

    package static func invalidOption(_ name: String, _ value: String, expected range: ClosedRange<Int>)
        -> ImportError
    {
        ImportError(
            .invalidOption, "\(name) is \(value)",
            advice: "set it to a number from \(range.lowerBound) to \(range.upperBound)")
    }

    package static func pathNotFound(_ path: JSONPath) -> ImportError {
        ImportError(.pathNotFound, "the input has nothing at \(path)", path: path)
    }
}
