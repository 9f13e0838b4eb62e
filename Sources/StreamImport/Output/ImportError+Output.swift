/// The errors of exports.
extension ImportError {
    /// Returns the error with a component of an enclosing value at the beginning of the error's path. Without a
    /// component, an error that has no path gets the path of the root.
    package func inside(_ component: JSONPath.Component? = nil) -> ImportError {
        // An I/O error is not about a value.
        guard category != .io else { return self }
        let path = JSONPath((component.map { [$0] } ?? []) + (path?.components ?? []))
        return ImportError(
            code, message, advice: advice, input: input, path: path, record: record, location: location,
            cause: cause)
    }

    // MARK: - Values

    static func invalidNumber(_ text: String) -> ImportError {
        ImportError(.numberOutOfRange, "expected a JSON number, found \(text)")
    }

    static func unrepresentableNumber(_ text: String) -> ImportError {
        ImportError(.numberOutOfRange, "expected a number that Double or Decimal can hold, found \(text)")
    }

    package static func unwritableDate(_ found: String, expected: String) -> ImportError {
        ImportError(.invalidValue, "expected \(expected), found \(found)")
    }

    static func dateStrategyCannotWrite() -> ImportError {
        ImportError(
            .invalidValue, "the custom date strategy cannot write dates",
            advice: "pass a write function to DateStrategy.custom")
    }

    static func notAnObject(_ type: String) -> ImportError {
        ImportError(.typeMismatch, "expected a type that is exported as an object, found \(type)")
    }

    // MARK: - Types

    static func notExportable(_ type: String) -> ImportError {
        ImportError(
            .typeMismatch, "\(type) cannot be exported",
            advice:
                "implement exported(dates:) if it is a scalar, or mark it with @Importable if it is a model")
    }

    static func keyNotExportable(_ type: String) -> ImportError {
        ImportError(
            .typeMismatch, "dictionary keys of type \(type) cannot be exported",
            advice: "implement exportKey()")
    }

    static func noKey(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "every key of the property \(name.debugDescription) of \(type) conflicts with another property",
            advice: "give it its own key with @Key")
    }

    static func reservedKey(_ key: String, type: String) -> ImportError {
        ImportError(
            .duplicateKey,
            "the extras of \(type) contain the key \(key.debugDescription) of one of its properties")
    }

    // MARK: - Output

    static func exportFinished() -> ImportError {
        ImportError(
            .cannotWrite, "the export has already finished",
            advice: "write all records before calling finish()")
    }

    static func exportInProgress() -> ImportError {
        ImportError(
            .cannotWrite, "another record is being written",
            advice: "do not call the exporter while it is writing a record")
    }
}
