// libyajl makes other characters of unpaired surrogates. The text of strings and keys is handed on by these functions.

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
        guard unsafe !context.value.cursor.contains(bytes!) else { return unsafe body(text) }
        return unsafe withDecodedText(context, text, body: body)
    }

    /// The same for text that had escapes or was cut by a chunk.
    @inline(never) @usableFromInline
    package static func withDecodedText(
        _ context: Pinned<EventContext>, _ text: UnsafeBufferPointer<UInt8>,
        body: (UnsafeBufferPointer<UInt8>) -> Int32
    ) -> Int32 {
        // SAFETY: the caller lends the text for the call.
        unsafe withRepairedText(context, text) { text in
            guard let text = unsafe text else { return reader(context).reject(.unpairedSurrogate()) }
            return unsafe body(text)
        }
    }

    /// Calls `body` with the text of the string or key that is being reported: with U+FFFD for unpaired surrogates, or with
    /// `nil` if they are errors.
    ///
    /// - Parameter text: the text as libyajl has decoded it.
    @inlinable
    package static func withRepairedText<Result>(
        _ context: Pinned<EventContext>, _ text: UnsafeBufferPointer<UInt8>,
        body: (UnsafeBufferPointer<UInt8>?) -> Result
    ) -> Result {
        // SAFETY: the caller lends the text for the call; that of a repaired string is lent here.
        guard var repaired = unsafe context.value.repairedText(text) else { return unsafe body(text) }
        guard context.value.unpairedSurrogates == .replace else { return body(nil) }
        return repaired.withUTF8 { unsafe body($0) }
    }

    /// The text of the string or key that is being reported, with U+FFFD for unpaired surrogates; `nil` if it has none.
    ///
    /// Text that had no escapes and was not cut by a chunk has none, and is not examined.
    @usableFromInline
    package func repairedText(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        // SAFETY: the caller lends the text for the call; text that libyajl reports has an address.
        guard unsafe !cursor.contains(text.baseAddress!), unsafe Surrogates.mayBeUnpaired(text) else {
            return nil
        }
        return source.repairedText()
    }
}
