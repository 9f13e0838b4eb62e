private import CYajl

/// One libyajl parser: text in, events out, until the first error.
///
/// Bytes are not checked for valid UTF-8 by libyajl, which accepts some that are not; ``UTF8Validator`` does it
/// before they come here.
@safe
package final class YajlParser {
    private let parser: yajl_handle
    /// The table that the parser reads.
    private let callbacks: UnsafeMutablePointer<yajl_callbacks>
    /// Whether all text was accepted. After the end of a text such a parser takes another one for the next value.
    private(set) var hasAcceptedAll = true

    /// How a piece of text was taken.
    enum Outcome {
        /// Whole; more may follow.
        case accepted
        /// Up to the event whose handler returned 0.
        case stopped
        /// Up to a error of syntax.
        case syntaxError(SyntaxError)
    }

    /// Makes a parser that reports nothing before ``Handle/install(_:reportsScalars:)``.
    ///
    /// - Parameters:
    ///   - context: handed to each handler; must outlive the parser.
    ///   - acceptsManyValues: whether a value may follow the first one at the top level.
    init(context: UnsafeMutableRawPointer, acceptsManyValues: Bool) throws(ImportError) {
        // SAFETY: freed in `deinit`, after the parser that reads it.
        unsafe callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        unsafe callbacks.initialize(to: yajl_callbacks())
        // SAFETY: yajl copies the allocation functions, and keeps `callbacks` and `context`, which live longer.
        var allocation = unsafe YajlAllocation.functions
        guard let parser = unsafe yajl_alloc(callbacks, &allocation, context) else {
            unsafe callbacks.deallocate()
            throw ImportError.outOfMemory("for a JSON parser")
        }
        unsafe self.parser = parser
        // SAFETY: the parser has not seen a byte yet, which is when it reads its options.
        _ = unsafe yajl_enable(parser, yajl_dont_validate_strings)
        if acceptsManyValues { _ = unsafe yajl_enable(parser, yajl_allow_multiple_values) }
    }

    deinit {
        // SAFETY: both were made in `init`, and nothing refers to them after this.
        unsafe yajl_free(parser)
        unsafe callbacks.deallocate()
    }

    /// Parses the next piece of the text. Not to be called again after it was not accepted.
    func parse(_ text: UnsafeBufferPointer<UInt8>) -> Outcome {
        // SAFETY: yajl reads `text.count` bytes and copies what it needs later.
        unsafe outcome(of: yajl_parse(parser, text.baseAddress, text.count))
    }

    /// Says that the text is over, which completes a number at its very end.
    func finish() -> Outcome {
        // SAFETY: the parser was allocated in `init`.
        unsafe outcome(of: yajl_complete_parse(parser))
    }

    /// The parser as callers know it that must not pay for a reference. Valid as long as the parser.
    @safe
    package struct Handle {
        fileprivate let parser: OpaquePointer
        fileprivate let callbacks: UnsafeMutableRawPointer

        /// Where the last token ends, counted from the start of the piece being parsed. Exact inside a handler.
        package var consumed: Int {
            // SAFETY: the tokenizer replaces the handle together with the parser.
            unsafe yajl_get_bytes_consumed(parser)
        }

        /// Has the events reported to the functions of a table from now on.
        ///
        /// libyajl looks at its table of callbacks anew for each event, so the table can change between two. What is
        /// not reported is checked, but not decoded: skipped text runs at nearly the speed of libyajl alone.
        func install(_ table: Pinned<EventTable>, reportsScalars: Bool) {
            // SAFETY: as above; a callback that is NULL is not called.
            let callbacks = unsafe callbacks.assumingMemoryBound(to: yajl_callbacks.self)
            unsafe callbacks.pointee.yajl_map_key = table.value.key
            unsafe callbacks.pointee.yajl_start_map = table.value.objectStart
            unsafe callbacks.pointee.yajl_end_map = table.value.objectEnd
            unsafe callbacks.pointee.yajl_start_array = table.value.arrayStart
            unsafe callbacks.pointee.yajl_end_array = table.value.arrayEnd
            report(scalars: reportsScalars, to: table)
        }

        /// Has the scalars reported to the functions of a table from now on, or not at all.
        func report(scalars: Bool, to table: Pinned<EventTable>) {
            // SAFETY: as above.
            let callbacks = unsafe callbacks.assumingMemoryBound(to: yajl_callbacks.self)
            unsafe callbacks.pointee.yajl_null = scalars ? table.value.null : nil
            unsafe callbacks.pointee.yajl_boolean = scalars ? table.value.bool : nil
            unsafe callbacks.pointee.yajl_number = scalars ? table.value.number : nil
            unsafe callbacks.pointee.yajl_string = scalars ? table.value.string : nil
        }
    }

    // SAFETY: the handle is replaced together with the parser.
    var handle: Handle { unsafe Handle(parser: parser, callbacks: UnsafeMutableRawPointer(callbacks)) }

    private func outcome(of status: yajl_status) -> Outcome {
        guard status != yajl_status_ok else { return .accepted }
        hasAcceptedAll = false
        return status == yajl_status_client_canceled ? .stopped : .syntaxError(error())
    }

    /// Translates yajl's own words, which are never shown as they are.
    private func error() -> SyntaxError {
        // SAFETY: the text is NUL-terminated, is copied into a String, and is freed by the library that made it.
        guard let text = unsafe yajl_get_error(parser, 0, nil, 0) else { return .unexpectedToken }
        defer { unsafe yajl_free_error(parser, text) }
        return SyntaxError(yajlText: unsafe String(cString: text))
    }
}
