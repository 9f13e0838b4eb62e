/// Errors in the text.
extension ImportError {
    static func unexpectedEnd(at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "the input ends before the JSON does", advice: "it may have been cut off",
            location: location)
    }

    static func tokenTooLong(limit: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .tokenTooLong, "a string or number is longer than \(limit) bytes",
            advice: "raise maximumTokenBytes if that is right", location: location)
    }

    static func controlCharacter(_ byte: UInt8, byteOffset: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .invalidToken,
            "the control character \(hexadecimal(byte)) at byte \(byteOffset) is not allowed in JSON",
            location: location)
    }

    static func invalidUTF8(_ byte: UInt8, byteOffset: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .invalidEncoding, "the byte \(hexadecimal(byte)) at byte \(byteOffset) is not valid UTF-8",
            advice: "convert the input to UTF-8", location: location)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
