/// The encoding of a text, detected by its first bytes.
///
/// JSON is UTF-8 (RFC 8259, 8.1). Other encodings that occur in practice can be recognized by a byte order mark, or by
/// the NULs around the first character, which is always ASCII.
enum TextEncoding: Equatable {
    /// More bytes are needed to decide; four are always enough.
    case undecided

    /// The text is read as UTF-8, after skipping this many bytes: a byte order mark, or nothing.
    case utf8(skipping: Int)

    /// The text has another encoding, with this name in `iconv`.
    case unsupported(String)

    /// Returns the encoding of the text that starts with these bytes.
    ///
    /// - Parameters:
    ///   - start: the bytes of the text that have arrived; those after the fourth do not matter.
    ///   - isAtEnd: whether the text has no more bytes than these.
    static func detect(in start: Span<UInt8>, isAtEnd: Bool) -> TextEncoding {
        if beginsWithASCII(start) { return .utf8(skipping: 0) }
        for signature in signatures {
            if let encoding = encoding(of: start, isAtEnd: isAtEnd, by: signature) { return encoding }
        }
        return .utf8(skipping: 0)
    }

    /// Returns whether the text begins with four ASCII characters other than NUL, as nearly all texts do. Such a text
    /// has no signature, because each signature contains NUL or a byte that is not ASCII.
    private static func beginsWithASCII(_ start: Span<UInt8>) -> Bool {
        start.count >= 4 && 1..<0x80 ~= start[0] && 1..<0x80 ~= start[1] && 1..<0x80 ~= start[2]
            && 1..<0x80 ~= start[3]
    }

    /// The signatures of the encodings. The first that matches counts, so UTF-32 precedes UTF-16.
    private static let signatures: [Signature] = [
        ([.byte(0xEF), .byte(0xBB), .byte(0xBF)], .utf8(skipping: 3)),
        ([.byte(0), .byte(0), .byte(0xFE), .byte(0xFF)], .unsupported("UTF-32BE")),
        ([.byte(0xFF), .byte(0xFE), .byte(0), .byte(0)], .unsupported("UTF-32LE")),
        ([.byte(0xFE), .byte(0xFF)], .unsupported("UTF-16BE")),
        ([.byte(0xFF), .byte(0xFE)], .unsupported("UTF-16LE")),
        ([.byte(0), .byte(0), .byte(0), .nonNUL], .unsupported("UTF-32BE")),
        ([.nonNUL, .byte(0), .byte(0), .byte(0)], .unsupported("UTF-32LE")),
        ([.byte(0), .nonNUL, .byte(0), .nonNUL], .unsupported("UTF-16BE")),
        ([.nonNUL, .byte(0), .nonNUL, .byte(0)], .unsupported("UTF-16LE")),
        // The second character can be non-ASCII only after a quotation mark.
        ([.byte(0), .byte(0x22)], .unsupported("UTF-16BE")),
        ([.byte(0x22), .byte(0)], .unsupported("UTF-16LE")),
        ([.byte(0), .nonNUL, .end], .unsupported("UTF-16BE")),
        ([.nonNUL, .byte(0), .end], .unsupported("UTF-16LE")),
    ]

    /// The patterns of the first bytes of a text, and the encoding that they identify.
    private typealias Signature = (patterns: [BytePattern], encoding: TextEncoding)

    /// The pattern of one byte.
    private enum BytePattern {
        case byte(UInt8)
        /// Any byte but NUL.
        case nonNUL
        /// The end of the text.
        case end
    }

    /// Returns the encoding of a text with a signature, ``undecided`` if the bytes so far match, but more are needed; `nil` for
    /// another text.
    private static func encoding(
        of start: Span<UInt8>, isAtEnd: Bool, by signature: Signature
    ) -> TextEncoding? {
        for (position, pattern) in signature.patterns.enumerated() {
            guard position < start.count else {
                guard isAtEnd else { return .undecided }
                if case .end = pattern { return signature.encoding }
                return nil
            }
            switch pattern {
            case .byte(let byte): if start[position] != byte { return nil }
            case .nonNUL: if start[position] == 0 { return nil }
            case .end: return nil
            }
        }
        return signature.encoding
    }
}
