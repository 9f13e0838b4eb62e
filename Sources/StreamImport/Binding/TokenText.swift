/// The text of a key, a string, a number or a bool, as its source sends it.
///
/// The bytes are valid until the function returns that received the text. No function keeps the text.
@safe
struct TokenText {
    fileprivate let bytes: UnsafePointer<UInt8>
    let count: Int

    /// - Parameter bytes: the address of `count` bytes, which are valid for the call that the text is passed to.
    @safe @inline(__always)
    init(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        // SAFETY: the caller keeps the bytes valid while a function has the text.
        unsafe self.bytes = bytes
        self.count = count
    }

    /// Creates the text of a bool.
    init(_ bool: Bool) {
        let text: StaticString = bool ? "true" : "false"
        // SAFETY: static text is never freed.
        unsafe self.init(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Calls a function with text that does not come from the input. The text is valid for the call.
    static func with<Result>(_ string: String, _ body: (TokenText) -> Result) -> Result {
        string.withKeyText { body(TokenText($0)) }
    }

    /// Calls a function with text that does not come from the input. The text is valid for the call.
    static func with<Result>(_ bytes: [UInt8], _ body: (TokenText) -> Result) -> Result {
        // SAFETY: the array keeps the bytes alive for the call.
        unsafe bytes.withUnsafeBufferPointer { body(TokenText(unsafe KeyText($0))) }
    }

    // SAFETY: the caller keeps the bytes of the key valid while a function has the text.
    init(_ key: KeyText) { unsafe self.init(key.bytes, key.count) }
}

// SAFETY, of all: the source keeps the bytes valid while a function has the text.
extension TokenText {
    // Without the inlining in this extension, an import takes 0.3% more instructions (people).

    /// The text as a key.
    @inline(__always) var key: KeyText { unsafe KeyText(bytes, count: count) }

    /// Appends the bytes to an array.
    func append(to bytes: inout [UInt8]) { unsafe bytes.append(contentsOf: buffer) }

    /// The bytes.
    fileprivate var buffer: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: bytes, count: count)
    }

    /// The text as a string. The tokenizer has validated the bytes as UTF-8.
    @inline(__always) var string: String { unsafe String(utf8: Span(_unsafeStart: bytes, count: count)) }

    /// The number, if it is a plain integer. The text and the padding after it must be in the window.
    @inline(__always) var plainInteger: Int? { unsafe PlainNumber.integer(bytes, count: count) }

    /// The number, if it is a plain one. The text and the padding after it must be in the window.
    @inline(__always) var plainDouble: Double? { unsafe PlainNumber.double(bytes, count: count) }

    /// The text as a value that keeps its text. The tokenizer has checked that it is JSON.
    var json: JSONText { unsafe JSONText(checked: Array(buffer)) }

    /// Makes a value of a scalar type, and stores it at an address with room for it.
    @inline(__always)
    func store(
        _ kind: ImportToken.Kind, as scalar: any Importable.Type, _ policies: ScalarPolicies,
        at destination: ValueAddress
    ) throws {
        let text = unsafe Span(_unsafeStart: bytes, count: count)
        try unsafe scalar._store(
            ImportToken(kind: kind, bytes: text, policies: policies), at: destination.pointer)
    }

    /// The value of a scalar as hooks see it.
    func untyped(_ kind: ImportToken.Kind, _ policies: ScalarPolicies) -> Any {
        let text = unsafe Span(_unsafeStart: bytes, count: count)
        return UntypedValue(ImportToken(kind: kind, bytes: text, policies: policies)).value
    }

    /// Calls `body` with the text, in which U+FFFD replaces unpaired surrogates; with `nil` if the text has unpaired surrogates
    /// and they are errors.
    func repaired<Result>(by context: Pinned<EventContext>, _ body: (TokenText?) -> Result) -> Result {
        unsafe EventContext.withRepairedText(context, buffer) { text in
            body(unsafe text.map { unsafe TokenText(KeyText($0)) })
        }
    }
}

// SAFETY, of all: addresses are compared or made, and nothing is read. The caller of `text(at:count:)` passes bytes that the window
// holds, and uses the text before the window changes.
extension TextCursor {
    /// Returns whether a text is in the window. Any other text had escapes, or was divided by the end of a chunk.
    @inline(__always)
    func contains(_ text: TokenText) -> Bool { unsafe contains(text.bytes) }

    /// Returns whether a text and so many bytes after it are in the window.
    @inline(__always)
    func contains(_ text: TokenText, padding: Int) -> Bool {
        unsafe contains(text.bytes, count: text.count &+ padding)
    }

    /// Returns the offset of a text that is in the window.
    @inline(__always)
    func offset(of text: TokenText) -> Int { unsafe base + Int(UInt(bitPattern: text.bytes) - windowAddress) }

    /// Returns the text of `count` bytes at an offset, which are in the window.
    @inline(__always)
    func text(at offset: Int, count: Int) -> TokenText {
        let start = unsafe UnsafePointer<UInt8>(bitPattern: windowAddress + UInt(offset - base))
        return unsafe TokenText(start.unsafelyUnwrapped, count)
    }
}

extension KeyText {
    /// Returns whether the key is spelled like a text.
    @inline(__always)
    func isSpelled(_ text: TokenText) -> Bool {
        count == text.count && isSpelled(like: text.key)
    }
}
