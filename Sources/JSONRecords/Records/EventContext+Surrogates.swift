// libyajl decodes unpaired surrogates to other characters. These functions detect them in the text of strings and keys
// before a consumer receives it.

extension EventContext {
    /// Calls `body` with the text of the current string or key. The policy decides whether unpaired surrogates are replaced
    /// by U+FFFD, or the record is rejected instead of the call.
    ///
    /// - Returns: the value that the consumer's callback must return.
    @inlinable @inline(__always)
    package static func withText(
        _ address: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
        body: (UnsafeBufferPointer<UInt8>) -> Int32
    ) -> Int32 {
        // SAFETY: the parser passes the address of a context, and `count` bytes that are valid until the call returns.
        let context = unsafe context(address)
        let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
        guard unsafe !context.value.cursor.contains(bytes!) else { return unsafe body(text) }
        return unsafe withDecodedText(context, text, body: body)
    }

    /// Calls `body` like ``withText(_:_:_:body:)``, for text that had escapes or that a chunk boundary divided.
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

    /// Calls `body` with the text of the current string or key, with U+FFFD for unpaired surrogates; with `nil` if it has
    /// unpaired surrogates and the policy is to reject them.
    ///
    /// - Parameter text: the text as decoded by libyajl.
    @inlinable
    package static func withRepairedText<Result>(
        _ context: Pinned<EventContext>, _ text: UnsafeBufferPointer<UInt8>,
        body: (UnsafeBufferPointer<UInt8>?) -> Result
    ) -> Result {
        // SAFETY: the caller keeps `text` valid for the call; `withUTF8` keeps the repaired text valid.
        guard var repaired = unsafe context.value.repairedText(text) else { return unsafe body(text) }
        guard context.value.unpairedSurrogates == .replace else { return body(nil) }
        return repaired.withUTF8 { unsafe body($0) }
    }

    /// Returns the text of the current string or key, with U+FFFD for unpaired surrogates; `nil` if it has none.
    ///
    /// Text without escapes that no chunk boundary divided has none, and is not examined: for such text, libyajl passes
    /// bytes of the window.
    @usableFromInline
    package func repairedText(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        // SAFETY: the caller lends the text for the call; text that libyajl reports has an address.
        guard unsafe !cursor.contains(text.baseAddress!), unsafe Surrogates.mayBeUnpaired(text) else {
            return nil
        }
        return source.repairedText()
    }
}
