package import SystemPackage

/// The errors of sinks.
extension ImportError {
    static func notAFileToWrite(_ url: String) -> ImportError {
        ImportError(
            .cannotWrite, "is not a file URL",
            advice: "write to a file and upload it, or write to a socket", input: url)
    }

    package static func cannotWrite(_ output: String?, _ error: Errno) -> ImportError {
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

    private static func writeReason(_ error: Errno) -> (message: String, advice: String?) {
        switch error {
        case .noSpace, .diskQuotaExceeded:
            ("the disk is full", "free some disk space, or write to another disk")
        case .brokenPipe: ("the reading end is closed", nil)
        case .noSuchFileOrDirectory: ("the directory does not exist", "create it first")
        case .permissionDenied, .notPermitted, .readOnlyFileSystem:
            ("writing is not permitted", "get write permission from the owner, or write to another location")
        case .badFileDescriptor: ("the file handle is closed, or not open for writing", nil)
        default: reason(error)
        }
    }
}
