extension String: ImportableScalar {
    /// Makes the string that the token holds.
    public init(_ token: borrowing ImportToken) throws {
        try token.require(.string, expected: "a string")
        self.init(utf8: token.bytes)
    }

    /// Copies text that is known to be UTF-8.
    init(utf8 bytes: Span<UInt8>) {
        // SAFETY: the buffer does not leave the closure.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
