package import SystemPackage

/// Errors of opening, reading and inflating the input.
extension ImportError {
    static func cannotOpen(_ input: String?, _ error: Errno) -> ImportError {
        let (message, advice) = reason(error)
        return ImportError(
            .cannotOpen, "cannot be opened: \(message)", advice: advice, input: input, cause: error)
    }

    static func notAFile(_ url: String, hasScheme: Bool) -> ImportError {
        ImportError(
            .cannotOpen, "is not a file URL",
            advice: hasScheme
                ? "download it first, or hand over its bytes as an asynchronous sequence"
                : "make the URL of a path with URL(filePath:)",
            input: url)
    }

    static func readFailed(_ input: String?, after count: Int, _ error: Errno) -> ImportError {
        ImportError(
            .readFailed, "reading failed after \(count) bytes: \(reason(error).message)", input: input,
            cause: error)
    }

    static func alreadyRead(_ input: String?) -> ImportError {
        ImportError(
            .alreadyRead, "was read already, and a pipe, a socket or a terminal can be read only once",
            advice: "collect the objects the first time, or write the input to a file", input: input)
    }

    static func truncatedCompression(_ format: CompressionFormat) -> ImportError {
        ImportError(
            .corruptCompression, "the \(format) data ends too soon",
            advice: "the file seems to be incomplete: fetch or copy it again")
    }

    static func cannotInflate(
        _ format: CompressionFormat, _ error: InflateError, near offset: Int
    ) -> ImportError {
        switch error {
        case .corrupt(let detail):
            ImportError(
                .corruptCompression,
                "the \(format) data is damaged near byte \(offset) of the input (\(detail))",
                advice: "fetch or copy the file again")
        case .trailingBytes:
            ImportError(
                .corruptCompression,
                "the \(format) data ends at byte \(offset) of the input, and something else follows it",
                advice: "fetch or copy the file again, or cut off what follows")
        case .unsupported(let message, let advice):
            ImportError(.corruptCompression, "the \(format) data cannot be read: \(message)", advice: advice)
        case .outOfMemory: .outOfMemory("for decompressing \(format)")
        }
    }

    static func unsafeLibrary() -> ImportError {
        ImportError(
            .unsafeLibrary, "this system's libyajl reads beyond the end of certain strings (CVE-2017-16516)",
            advice: "install a patched libyajl, such as Debian's 2.1.0-3+deb12u2")
    }

    package static func outOfMemory(_ purpose: String) -> ImportError {
        ImportError(.outOfMemory, "there is not enough memory \(purpose)")
    }

    static func unsupportedEncoding(_ name: String) -> ImportError {
        ImportError(
            .invalidEncoding, "the text is in \(name), not in UTF-8",
            advice: "convert it to UTF-8 first, for example with iconv -f \(name) -t UTF-8")
    }

    /// Returns a readable message for a system error, and the advice on how to resolve it, if there is any.
    package static func reason(_ error: Errno) -> (message: String, advice: String?) {
        switch error {
        case .noSuchFileOrDirectory: ("there is no such file", "check how the path is written")
        case .notDirectory: ("a part of the path is a file, not a directory", "check how the path is written")
        case .isDirectory: ("it is a directory", "name a file inside it")
        case .permissionDenied, .notPermitted:
            ("it may not be read", "ask its owner for the permission to read it, or run as its owner")
        case .badFileDescriptor: ("the file handle is closed, or not open for reading", nil)
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
            ("too many files are open", "close some, or raise the limit with ulimit -n")
        default: (error.description, nil)
        }
    }
}
