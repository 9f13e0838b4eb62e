extension String: ImportableScalar {
    /// Makes the string that the token holds; of a number or a bool its own text, as far as
    /// ``ImportOptions/coercion`` allows it.
    public init(_ token: borrowing ImportToken) throws {
        if token.kind != .string { try token.requireCoercion(expected: "a string") }
        if token.kind == .bool, token.policies.bools == .digits {
            self = token.bytes.count == 4 ? "1" : "0"
        } else {
            self.init(utf8: token.bytes)
        }
    }

    /// Copies text that is known to be UTF-8.
    @inline(__always)
    init(utf8 bytes: Span<UInt8>) {
        if #available(macOS 26, *) {
            // Not to check other scripts once more makes 1% of an import of tweets.
            // SAFETY: the tokenizer has found the text to be UTF-8.
            self.init(copying: unsafe UTF8Span(unchecked: bytes))
        } else {
            // SAFETY: the buffer does not leave the closure.
            self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }

    /// A string of the same characters.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(self) }
}
