package import SystemPackage

/// Errors of opening, reading and inflating the input.
extension ImportError {
    static func cannotOpen(_ input: String?, _ error: Errno) -> ImportError {
        let (message, advice) = reason(error)
        return ImportError(
            .cannotOpen, "cannot be opened: \(message)", advice: advice, input: input, cause: error)
    }

    package static func pathAsText() -> ImportError {
        ImportError(
            .unsupportedFormat, "expected JSON, found the path of a file",
            advice: "create the URL of the path with URL(filePath:)")
    }

    static func readFailed(_ input: String?, after count: Int, _ error: any Error) -> ImportError {
        let message = (error as? Errno).map { reason($0).message } ?? "\(error)"
        return ImportError(
            .readFailed, "reading failed after \(count) bytes: \(message)", input: input, cause: error)
    }

    static func alreadyRead(_ input: String?) -> ImportError {
        ImportError(
            .alreadyRead, "was already read, and a pipe, a socket or a terminal can be read only once",
            advice: "keep the records of the first import, or save the input to a file first", input: input)
    }

    /// - Parameter difference: what has changed.
    static func inputChanged(_ input: String?, _ difference: String, advice: String = "divide it again")
        -> ImportError
    {
        ImportError(
            .inputChanged, "is not the file that was divided into parts: \(difference)", advice: advice,
            input: input)
    }

    static func cannotInflate(
        _ format: CompressionFormat, _ error: InflateError, near offset: Int
    ) -> ImportError {
        switch error {
        case .corrupt(let detail):
            ImportError(
                .corruptCompression,
                "the \(format) data is corrupt near byte \(offset) of the input (\(detail))",
                advice: "download or copy the file again")
        case .trailingBytes:
            ImportError(
                .corruptCompression,
                "expected the end of the input at byte \(offset), after the \(format) data, found other bytes",
                advice: "download or copy the file again, or remove the bytes after the \(format) data")
        case .windowTooLarge(let size, let limit): .windowTooLarge(format, size, limit: limit)
        case .unsupported(let message, let advice):
            ImportError(
                .corruptCompression, "the \(format) data cannot be decompressed: \(message)", advice: advice)
        case .outOfMemory: .outOfMemory("to decompress \(format)")
        }
    }

    private static func windowTooLarge(_ format: CompressionFormat, _ size: Int?, limit: Int) -> ImportError {
        let needed = size.map { "\(mebibytes($0)) of memory" } ?? "more memory"
        let maximum = CompressionDetectingSource.windowSizes.upperBound
        // The limits of zstd are powers of two.
        let option = size.map { 1 << (Int.bitWidth - max($0 - 1, 1).leadingZeroBitCount) } ?? maximum
        let program = format == .xz ? "xz -d" : "zstd -d --long=31 --memory=4096MB"
        return ImportError(
            .windowTooLarge,
            "the \(format) data needs \(needed) for its window, and the limit is \(mebibytes(limit))",
            advice: option > maximum
                ? "decompress it first with \(program)"
                : "if there is enough memory, set maximumWindowBytes to \(option)")
    }

    private static func mebibytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MiB" }

    static func unsafeLibrary() -> ImportError {
        ImportError(
            .unsafeLibrary, "this system's libyajl reads beyond the end of certain strings (CVE-2017-16516)",
            advice: "install a patched libyajl, such as Debian's 2.1.0-3+deb12u2")
    }

    package static func outOfMemory(_ purpose: String) -> ImportError {
        ImportError(.outOfMemory, "not enough memory \(purpose)")
    }

    static func unsupportedEncoding(_ name: String) -> ImportError {
        ImportError(
            .invalidEncoding, "expected UTF-8, found \(name)",
            conversion: InputConversion("convert it to UTF-8", "iconv -f \(name) -t UTF-8 FILE"))
    }

    static func unsupportedFormat(_ format: OtherFormat) -> ImportError {
        ImportError(
            .unsupportedFormat, "expected JSON, found \(format.name)", advice: format.advice,
            conversion: format.conversion)
    }

    /// Returns a readable message for a system error, and the advice on how to resolve it, if there is any.
    package static func reason(_ error: Errno) -> (message: String, advice: String?) {
        switch error {
        case .noSuchFileOrDirectory: ("the file does not exist", "check the path")
        case .notDirectory: ("a component of the path is not a directory", "check the path")
        case .isDirectory: ("it is a directory", "use the path of a file")
        case .permissionDenied, .notPermitted:
            ("reading is not permitted", "get read permission from the owner, or run as the owner")
        case .badFileDescriptor: ("the file handle is closed, or not open for reading", nil)
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
            ("too many files are open", "close files, or raise the limit with ulimit -n")
        default: (error.description, nil)
        }
    }
}
