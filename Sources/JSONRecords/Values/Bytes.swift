package import Foundation
#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

extension [UInt8] {
    /// Creates an array with the bytes of a span.
    package init(copying bytes: Span<UInt8>) {
        // SAFETY: the array copies the bytes.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends the bytes of a span.
    package mutating func append(copying bytes: Span<UInt8>) {
        // SAFETY: the array copies the bytes.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension String {
    /// Copies text that is known to be UTF-8.
    @inlinable
    package init(utf8 bytes: Span<UInt8>) {
        if #available(macOS 26, *) {
            // Not validating non-ASCII text a second time saves 1% of an import of tweets.
            // SAFETY: the caller passes valid UTF-8: text that the tokenizer has validated, or the UTF-8 of a `String`.
            self.init(copying: unsafe UTF8Span(unchecked: bytes))
        } else {
            self.init(repairing: bytes)
        }
    }

    /// Copies text that may not be UTF-8, with U+FFFD for invalid bytes.
    @inlinable
    package init(repairing bytes: Span<UInt8>) {
        // SAFETY: the buffer does not leave the closure.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the UTF-8 of the text, which is valid for the call.
    @inlinable
    package func withUTF8Span<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        var text = self
        // SAFETY: the span does not leave the closure.
        return try text.withUTF8 { try unsafe body(Span(_unsafeElements: $0)) }
    }
}

extension Data {
    /// Creates data with the bytes of a span.
    package init(copying bytes: Span<UInt8>) {
        // SAFETY: the data copies the bytes.
        self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    }

    /// Calls `body` with the bytes, which are valid for the call.
    package func withSpan<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        // SAFETY: the span does not leave the closure.
        try unsafe withUnsafeBytes {
            try unsafe body(Span(_unsafeElements: $0.assumingMemoryBound(to: UInt8.self)))
        }
    }
}

extension Span<UInt8> {
    /// Returns the index of the first byte that equals `value`; `nil` if no byte does.
    func firstIndex(of value: UInt8) -> Int? {
        // SAFETY: memchr reads `count` bytes, and returns the address of one of them.
        unsafe withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, let found = unsafe memchr(start, Int32(value), count) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
        }
    }
}
