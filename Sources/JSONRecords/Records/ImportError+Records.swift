/// Errors in records, and errors that end an import.
extension ImportError {
    package static func emptyInput(at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "expected a JSON value, found an empty input",
            advice: "if an input without records is correct, set the format to lines", location: location)
    }

    package static func emptyText(at location: SourceLocation) -> ImportError {
        ImportError(.unexpectedEnd, "expected a JSON value, found an empty text", location: location)
    }

    package static func secondValue(at location: SourceLocation?) -> ImportError {
        ImportError(
            .trailingData, "expected one value in the text, found another one after it",
            advice: "import the text as an array of records", location: location)
    }

    static func textAfterValue(at location: SourceLocation?) -> ImportError {
        ImportError(
            .trailingData, "expected the end of the text after the value, found other text",
            advice: "remove it, or import the text as an array of records", location: location)
    }

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

    package static func tooManyRejected(limit: Int, last: ImportError) -> ImportError {
        ImportError(
            .tooManyRejected,
            "more records were rejected than the limit of \(limit); last error: \(last.message)",
            path: last.path, record: last.record, location: last.location, cause: last)
    }

    /// - Parameter unit: `line` or `text`.
    package static func secondValue(inUnit unit: String, at location: SourceLocation?) -> ImportError {
        ImportError(.trailingData, "expected the end of the \(unit), found another value", location: location)
    }

    /// Returns the advice about a syntax error in the first line of a text whose format is detected.
    ///
    /// - Parameter isRejected: whether the line is rejected, and the next lines are read as records.
    static func adviceForFirstLine(isRejected: Bool) -> String {
        isRejected
            ? "if a record has several lines, set the format to json or sequence"
            : "if each line is a record, set the format to lines"
    }

    package static func valuesNotSeparated(at location: SourceLocation?) -> ImportError {
        ImportError(
            .unexpectedToken, "expected white space between two values, found none", location: location)
    }

    static func partEndsWithinRecord(at location: SourceLocation) -> ImportError {
        ImportError(
            .invalidPart, "expected the end of a record at the end of the part, found another position",
            advice: "divide the input again", location: location)
    }

    /// - Parameter expected: what the member of the part must be.
    static func invalidPart(_ member: String, expected: String) -> ImportError {
        ImportError(
            .invalidPart, "the part is invalid: expected \(expected) for \(member)",
            advice: "divide the input again")
    }

    static func partWithoutEnclosingValues() -> ImportError {
        ImportError(
            .invalidPart, "the part does not have the keys and the members around its records",
            advice: "import the whole input, or omit these values")
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

    /// The error of one of several values at the top level.
    ///
    /// - Parameter location: the location of the next value.
    static func pathNotFound(_ path: JSONPath, before location: SourceLocation?) -> ImportError {
        ImportError(
            .pathNotFound,
            "expected a value at \(path) in each value of the input, found none in the value before",
            advice:
                "if these values are not pages, set the format to json, lines or sequence, or name the path of the records",
            path: path, location: location)
    }

    /// The error of an object at a path that was found in other values or inputs.
    static func objectAtPath(_ path: JSONPath, at location: SourceLocation?) -> ImportError {
        ImportError(
            .pathNotFound, "expected an array of records at \(path), found an object",
            advice: path == JSONPath([.wildcard])
                ? "if its members are records, name the path of the records: --path '*'"
                : "if it is one record, name the path of the records: --path \(path.argument)",
            path: path, location: location)
    }

    /// The error of two paths of one import, one of which leads to values of the other, or into them.
    static func conflictingPaths(_ first: JSONPath, _ second: JSONPath) -> ImportError {
        ImportError(
            .invalidPath,
            "the paths \(first) and \(second) can lead to the same value, or one into a value of the other",
            advice: "read them in two imports")
    }
}
