/// Errors in the text.
extension ImportError {
    static func unexpectedEnd(at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "expected the rest of the JSON value, found the end of the input",
            advice: "check whether the input is truncated", location: location)
    }

    /// - Parameter unit: `line` or `text`.
    static func truncated(_ unit: String, at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "expected the rest of the value, found the end of the \(unit)", location: location
        )
    }

    static func tokenTooLong(limit: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .tokenTooLong, "a string or number is longer than the limit of \(limit) bytes",
            advice: "if the input is correct, raise maximumTokenBytes", location: location)
    }

    static func controlCharacter(_ byte: UInt8, byteOffset: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .invalidToken,
            "the control character \(hexadecimal(byte)) at byte \(byteOffset) is not allowed in JSON",
            location: location)
    }

    static func invalidUTF8(_ byte: UInt8, byteOffset: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .invalidEncoding, "expected UTF-8, found \(hexadecimal(byte)) at byte \(byteOffset)",
            advice: "convert the input to UTF-8", location: location)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
