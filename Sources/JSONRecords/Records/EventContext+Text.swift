extension EventContext {
    /// Calls `body` with the text of the string or key that is being reported. An unpaired surrogate is replaced by
    /// U+FFFD, or has the record rejected instead, as the policy says.
    ///
    /// - Returns: what the consumer's function has to return.
    @inlinable @inline(__always)
    package static func withText(
        _ address: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
        body: (UnsafeBufferPointer<UInt8>) -> Int32
    ) -> Int32 {
        // SAFETY: the parser lends `count` bytes for the call.
        // SAFETY: the parser hands the address of a context, and bytes that are valid until the call returns.
        let context = unsafe context(address)
        let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
        guard unsafe !context.value.cursor.lends(bytes!) else { return unsafe body(text) }
        return unsafe withDecodedText(address, text, body: body)
    }

    /// The same for text that had escapes or was cut by a chunk.
    @inline(never) @usableFromInline
    package static func withDecodedText(
        _ address: UnsafeMutableRawPointer?, _ text: UnsafeBufferPointer<UInt8>,
        body: (UnsafeBufferPointer<UInt8>) -> Int32
    ) -> Int32 {
        // SAFETY: the parser hands the address of a context, and bytes that are valid until the call returns.
        let context = unsafe context(address)
        guard unsafe context.value.mayHaveUnpairedSurrogates(text.baseAddress!, text.count) else {
            return unsafe body(text)
        }
        switch context.value.surrogates() {
        case .paired: return unsafe body(text)
        case .repaired(var text): return text.withUTF8 { unsafe body($0) }
        case .unpaired: return reader(context).reject(.unpairedSurrogate())
        }
    }
}
