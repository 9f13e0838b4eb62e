internal import JSONRecords

/// The JSON of strings that are stored in columns or written to a rejects file.
enum CompactJSON {
    /// Appends a string with quotation marks, and escapes what a string must not contain.
    static func append(string text: Span<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        append(contentsOf: text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends the contents of a string, and escapes what a string must not contain.
    static func append(contentsOf text: Span<UInt8>, to bytes: inout [UInt8]) {
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes += [UInt8(ascii: byte < 0x10 ? "0" : "1"), hexadecimalDigits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
    }

    /// Appends a string with quotation marks, and escapes what a string must not contain.
    static func append(string text: String, to bytes: inout [UInt8]) {
        text.withUTF8Span { append(string: $0, to: &bytes) }
    }

    private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}
