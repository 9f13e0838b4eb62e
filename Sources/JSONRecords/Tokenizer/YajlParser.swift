internal import CYajl
internal import Foundation

/// A libyajl parser, which turns text into events until the first error.
///
/// libyajl's UTF-8 validation is turned off, because that validation accepts some invalid bytes. ``UTF8Validator``
/// validates the text before it is parsed.
@safe
package final class YajlParser {
    private let parser: yajl_handle
    /// The callback table that libyajl reads.
    private let callbacks: UnsafeMutablePointer<yajl_callbacks>
    /// Whether all text was accepted. At the end of a text, such a parser can read another text as the next value.
    private(set) var hasAcceptedAll = true

    /// The outcome of parsing a piece of text.
    enum Outcome {
        /// The whole piece was parsed; more text may follow.
        case accepted
        /// The piece was parsed up to the event whose callback returned 0.
        case stopped
        /// The piece was parsed up to a syntax error.
        case syntaxError(SyntaxError)
    }

    /// Creates a parser that does not report events before ``Handle/install(_:reportsScalars:)`` is called.
    ///
    /// - Parameters:
    ///   - context: the argument of each callback; must outlive the parser.
    ///   - acceptsManyValues: whether a value may follow the first one at the top level.
    init(context: UnsafeMutableRawPointer, acceptsManyValues: Bool) throws(ImportError) {
        // SAFETY: freed in `deinit`, after the parser that reads it.
        unsafe callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        unsafe callbacks.initialize(to: yajl_callbacks())
        // SAFETY: yajl copies the allocation functions, and keeps `callbacks` and `context`, which outlive the parser.
        var allocation = unsafe Self.allocationFunctions
        guard let parser = unsafe yajl_alloc(callbacks, &allocation, context) else {
            unsafe callbacks.deallocate()
            throw ImportError.outOfMemory("to create a JSON parser")
        }
        unsafe self.parser = parser
        // SAFETY: the parser reads its options before the first byte, and has not read a byte yet.
        _ = unsafe yajl_enable(parser, yajl_dont_validate_strings)
        if acceptsManyValues { _ = unsafe yajl_enable(parser, yajl_allow_multiple_values) }
    }

    deinit {
        // SAFETY: both were allocated in `init`, and nothing refers to them after this.
        unsafe yajl_free(parser)
        unsafe callbacks.deallocate()
    }

    /// Parses the next piece of the text. Must not be called again after a piece that was not accepted.
    func parse(_ text: Span<UInt8>) -> Outcome {
        // SAFETY: yajl reads `text.count` bytes, and copies what it needs later.
        unsafe text.withUnsafeBufferPointer {
            unsafe outcome(of: yajl_parse(parser, $0.baseAddress, $0.count))
        }
    }

    /// Parses an object that is not in the text, without an event. The parser must be at a position where a value may follow.
    func parseEmptyObject() {
        // SAFETY: the table is that of the parser, and has no callbacks during the call.
        let installed = unsafe callbacks.pointee
        unsafe callbacks.pointee = yajl_callbacks()
        let object: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "}")]
        guard case .accepted = parse(object.span) else { preconditionFailure("no value may follow") }
        unsafe callbacks.pointee = installed
    }

    /// Ends the text. Reports a number at the very end of the text, which may not be complete before.
    func finish() -> Outcome {
        // SAFETY: the parser was allocated in `init`.
        unsafe outcome(of: yajl_complete_parse(parser))
    }

    /// Abandons a text within a token, so that the parser cannot read another text.
    func abandonText() { hasAcceptedAll = false }

    /// An unretained reference to a parser, so that access does not count references. Valid during the parser's
    /// lifetime.
    @safe
    package struct Handle {
        fileprivate let parser: OpaquePointer
        fileprivate let callbacks: UnsafeMutableRawPointer

        /// The table that libyajl reads.
        // SAFETY: the tokenizer replaces the handle together with the parser.
        var callbackTable: UnsafeMutablePointer<yajl_callbacks> {
            unsafe callbacks.assumingMemoryBound(to: yajl_callbacks.self)
        }

        /// The offset at which the last token ends, from the start of the piece being parsed. Exact inside a callback.
        package var consumed: Int {
            // SAFETY: the tokenizer replaces the handle together with the parser.
            unsafe yajl_get_bytes_consumed(parser)
        }

        /// Reports events to the callbacks of a table from now on.
        ///
        /// libyajl reads its callback table for each event, so the table can change between two events. Tokens that are
        /// not reported are checked, but not decoded: skipped text is parsed at nearly the speed of libyajl alone.
        ///
        /// - Parameter number: the callback for numbers, in place of that of the table.
        @safe func install(
            _ table: Pinned<EventTable>, reportsScalars: Bool, number: EventTable.Number? = nil
        ) {
            // SAFETY: the tokenizer replaces the handle together with the parser; libyajl does not call NULL callbacks.
            let callbacks = unsafe callbacks.assumingMemoryBound(to: yajl_callbacks.self)
            unsafe callbacks.pointee.yajl_map_key = table.value.key
            unsafe callbacks.pointee.yajl_start_map = table.value.objectStart
            unsafe callbacks.pointee.yajl_end_map = table.value.objectEnd
            unsafe callbacks.pointee.yajl_start_array = table.value.arrayStart
            unsafe callbacks.pointee.yajl_end_array = table.value.arrayEnd
            report(scalars: reportsScalars, to: table, number: number)
        }

        /// Reports scalars to the callbacks of a table from now on, or suppresses them.
        @safe func report(scalars: Bool, to table: Pinned<EventTable>, number: EventTable.Number? = nil) {
            // SAFETY: the tokenizer replaces the handle together with the parser; libyajl does not call NULL callbacks.
            let callbacks = unsafe callbacks.assumingMemoryBound(to: yajl_callbacks.self)
            unsafe callbacks.pointee.yajl_null = scalars ? table.value.null : nil
            unsafe callbacks.pointee.yajl_boolean = scalars ? table.value.bool : nil
            unsafe callbacks.pointee.yajl_number = scalars ? number ?? table.value.number : nil
            unsafe callbacks.pointee.yajl_string = scalars ? table.value.string : nil
        }
    }

    // SAFETY: the tokenizer keeps the parser alive until it replaces the handle.
    var handle: Handle { unsafe Handle(parser: parser, callbacks: UnsafeMutableRawPointer(callbacks)) }

    private func outcome(of status: yajl_status) -> Outcome {
        guard status != yajl_status_ok else { return .accepted }
        hasAcceptedAll = false
        return status == yajl_status_client_canceled ? .stopped : .syntaxError(error())
    }

    /// Returns the syntax error for libyajl's message. The user does not see that message.
    private func error() -> SyntaxError {
        // SAFETY: the text is NUL-terminated, is copied into a String, and is freed by the library that made it.
        guard let text = unsafe yajl_get_error(parser, 0, nil, 0) else { return .unexpectedToken }
        defer { unsafe yajl_free_error(parser, text) }
        return SyntaxError(yajlText: unsafe String(cString: text))
    }
}

/// The callbacks of a parser, one for each kind of JSON event.
///
/// The callbacks are C functions rather than methods of a protocol: libyajl calls them directly, and they find their
/// state by the context pointer, so that an event costs one call. Each returns 0 to stop the parser, else 1.
@safe
package struct EventTable {
    package typealias Event = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Int32
    package typealias Bool = @convention(c) (_ context: UnsafeMutableRawPointer?, _ value: Int32) -> Int32
    package typealias Text =
        @convention(c) (
            _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
        ) -> Int32
    package typealias Number =
        @convention(c) (
            _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int
        ) -> Int32

    package var null: Event?
    package var bool: Bool?
    /// A number, as spelled in the text.
    package var number: Number?
    /// The text of a string, with its escapes decoded.
    package var string: Text?
    package var objectStart: Event
    package var key: Text?
    package var objectEnd: Event
    package var arrayStart: Event
    package var arrayEnd: Event
    /// The text of an array or object that was skipped by ``EventContext/skipKeepingText()``.
    package var rawText: Text?

    /// Whether the table has callbacks for all scalars.
    // SAFETY: the functions are not called.
    var hasScalars: Swift.Bool { unsafe null != nil && bool != nil && number != nil && string != nil }

    /// Creates a table of callbacks. Events whose callback is `nil` are not reported.
    package init(
        null: Event? = nil, bool: Bool? = nil, number: Number? = nil, string: Text? = nil,
        objectStart: @escaping Event, key: Text? = nil, objectEnd: @escaping Event,
        arrayStart: @escaping Event, arrayEnd: @escaping Event, rawText: Text? = nil
    ) {
        // SAFETY: the functions are stored; only parsers call them.
        unsafe self.null = null
        unsafe self.bool = bool
        unsafe self.number = number
        unsafe self.string = string
        unsafe self.objectStart = objectStart
        unsafe self.key = key
        unsafe self.objectEnd = objectEnd
        unsafe self.arrayStart = arrayStart
        unsafe self.arrayEnd = arrayEnd
        unsafe self.rawText = rawText
    }
}

/// The allocation functions for libyajl, which does not check their results for null.
///
/// The limits on depth and token length bound libyajl's requests, so a failed allocation means that the process has no
/// memory left. The process then stops with a message instead of a write through a null pointer.
extension YajlParser {
    private static var allocationFunctions: yajl_alloc_funcs {
        // SAFETY: the three functions forward to those of the C library, which are libyajl's default.
        unsafe yajl_alloc_funcs(
            malloc: { _, size in unsafe YajlParser.checked(malloc(size), size) },
            realloc: { _, memory, size in unsafe YajlParser.checked(realloc(memory, size), size) },
            free: { _, memory in unsafe free(memory) },
            ctx: nil)
    }

    private static func checked(
        _ memory: UnsafeMutableRawPointer?, _ size: Int
    ) -> UnsafeMutableRawPointer? {
        // SAFETY: the address is compared and returned, and nothing is read from it.
        guard unsafe memory != nil || size == 0 else {
            fatalError("StreamImport: out of memory: libyajl requested \(size) bytes")
        }
        return unsafe memory
    }
}

/// A test, run once, of whether the system's libyajl has the vulnerability CVE-2017-16516.
///
/// An unpatched library drops the character after an unpaired high surrogate without a check, and with certain
/// characters reads beyond the end of the string. The test uses a character that is only dropped, which is harmless.
extension YajlParser {
    /// - Throws: ``ImportError/Code/unsafeLibrary`` if the library is not patched.
    static func requirePatchedLibrary() throws(ImportError) {
        guard isPatched else { throw .unsafeLibrary() }
    }

    private static let isPatched: Bool = {
        // SAFETY: `length` stays on the stack while the parser runs.
        var length = 0
        unsafe withUnsafeMutablePointer(to: &length) { unsafe parse(#"["\uD800x"]"#, countingInto: $0) }
        return length == 2
    }()

    /// Stores the length of the last string in a text.
    private static func parse(_ text: StaticString, countingInto length: UnsafeMutablePointer<Int>) {
        // SAFETY: the context is the pointer that the caller passed; static text is never freed.
        let table = unsafe Pinned(
            EventTable(
                string: { context, _, count in
                    unsafe context?.assumingMemoryBound(to: Int.self).pointee = count
                    return 1
                },
                objectStart: { _ in 1 }, objectEnd: { _ in 1 }, arrayStart: { _ in 1 }, arrayEnd: { _ in 1 }))
        defer { table.free() }
        let parser = unsafe try? YajlParser(context: length, acceptsManyValues: false)
        parser?.handle.install(table, reportsScalars: true)
        _ = parser?.parse(Array(text.description.utf8).span)
    }
}
