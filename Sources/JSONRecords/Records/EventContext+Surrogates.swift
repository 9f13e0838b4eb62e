// libyajl decodes unpaired surrogates to other characters. These functions detect unpaired surrogates in strings and
// keys before a consumer receives the text.

extension EventContext {
    /// Calls `body` with the text of the current string or key. If the text has unpaired surrogates, the policy decides
    /// whether U+FFFD replaces them, or whether the record is rejected without a call of `body`.
    ///
    /// - Returns: the value that the consumer's callback must return.
    @inlinable
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

    /// Calls `body` like ``withText(_:_:_:body:)``, for text that has escapes or that a chunk boundary divides.
    @usableFromInline
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

    /// Calls `body` with the text of the current string or key, in which U+FFFD replaces unpaired surrogates; with
    /// `nil` if the text has unpaired surrogates and the policy is to reject the record.
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

    /// Returns the text of the current string or key, with U+FFFD for unpaired surrogates; `nil` if the text has no
    /// unpaired surrogate.
    ///
    /// Text in the window is not examined: libyajl passes bytes of the window only for text without escapes that no
    /// chunk boundary divides.
    @usableFromInline
    package func repairedText(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        // SAFETY: the caller lends the text for the call; text that libyajl reports has an address.
        guard unsafe !cursor.contains(text.baseAddress!), unsafe StringSpelling.mayHaveUnpairedSurrogate(text)
        else {
            return nil
        }
        return source.repairedText()
    }
}
