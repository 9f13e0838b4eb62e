internal import SystemPackage

/// The errors of exports.
extension ImportError {
    /// Returns the error with the component of the enclosing value in front of its path. Without a component, an error
    /// without a path gets the path of the root.
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
        ImportError(.numberOutOfRange, "expected a number as JSON has it, found \(text)")
    }

    static func unrepresentableNumber(_ text: String) -> ImportError {
        ImportError(.numberOutOfRange, "expected a number that Double or Decimal can hold, found \(text)")
    }

    package static func unwritableDate(_ found: String, expected: String) -> ImportError {
        ImportError(.invalidValue, "expected \(expected), found \(found)")
    }

    static func dateStrategyCannotWrite() -> ImportError {
        ImportError(
            .invalidValue, "the date strategy does not say how dates are written",
            advice: "give DateStrategy.custom a function for write")
    }

    static func notAnObject(_ type: String) -> ImportError {
        ImportError(.typeMismatch, "\(type) is not written as an object, and so makes no dictionary")
    }

    // MARK: - Types

    static func notExportable(_ type: String) -> ImportError {
        ImportError(
            .typeMismatch, "\(type) does not say how it is exported",
            advice: "implement exported(dates:) in a scalar, or mark a model with @Importable")
    }

    static func keyNotExportable(_ type: String) -> ImportError {
        ImportError(
            .typeMismatch, "\(type) does not say how keys are exported", advice: "implement exportKey()")
    }

    static func fieldNotAdded(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the plan of \(type) does not copy the required field \(name.debugDescription)",
            advice: "add its value in the closure copy")
    }

    static func noKey(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "every key of \(type)'s property \(name.debugDescription) means another property",
            advice: "give it a key of its own with @Key")
    }

    static func reservedKey(_ key: String, type: String) -> ImportError {
        ImportError(
            .duplicateKey,
            "\(type) has a field for the key \(key.debugDescription), which is among the other members")
    }

    // MARK: - Output

    static func notAFileToWrite(_ url: String) -> ImportError {
        ImportError(
            .cannotWrite, "is not a file URL", advice: "write to a file, and send that, or write to a socket",
            input: url)
    }

    static func cannotWrite(_ output: String?, _ error: Errno) -> ImportError {
        let (message, advice) = writeReason(error)
        return ImportError(
            .cannotWrite, "cannot be written: \(message)", advice: advice, input: output, cause: error)
    }

    static func writeFailed(_ output: String?, after count: Int, _ error: Errno) -> ImportError {
        let (message, advice) = writeReason(error)
        return ImportError(
            .writeFailed, "writing failed after \(count) bytes: \(message)", advice: advice, input: output,
            cause: error)
    }

    static func exportFinished() -> ImportError {
        ImportError(.cannotWrite, "the export is finished", advice: "write all records before finish()")
    }

    static func exportInProgress() -> ImportError {
        ImportError(
            .cannotWrite, "another record is being written",
            advice: "do not use an exporter while one of its records is exported")
    }

    static func generatorError(status: Int) -> ImportError {
        ImportError(.writeFailed, "libyajl refused to write a value, with status \(status)")
    }

    private static func writeReason(_ error: Errno) -> (message: String, advice: String?) {
        switch error {
        case .noSpace, .diskQuotaExceeded: ("the disk is full", "make room, or write to another disk")
        case .brokenPipe: ("nobody reads it any more", nil)
        case .noSuchFileOrDirectory: ("there is no such directory", "create it first")
        case .permissionDenied, .notPermitted, .readOnlyFileSystem:
            ("it may not be written", "ask its owner for the permission to write it, or choose another place")
        case .badFileDescriptor: ("the file handle is closed, or not open for writing", nil)
        default: reason(error)
        }
    }
}
