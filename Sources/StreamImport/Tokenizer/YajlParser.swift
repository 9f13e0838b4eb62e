private import CYajl

/// One libyajl parser: text in, events out, until the first error.
///
/// Bytes are not checked for valid UTF-8 by libyajl, which accepts some that are not; ``TextScreen`` does it
/// before they come here.
@safe
final class YajlParser {
    private let parser: yajl_handle
    /// The table that the parser reads, and behind it the one with every event.
    private let callbacks: UnsafeMutablePointer<yajl_callbacks>

    /// How a piece of text was taken.
    enum Outcome {
        /// Whole; more may follow.
        case accepted
        /// Up to the event whose handler returned 0.
        case stopped
        /// Up to a fault of syntax.
        case refused(SyntaxFault)
    }

    /// - Parameters:
    ///   - handlers: what to call for each event.
    ///   - context: handed to each of them; must outlive the parser.
    ///   - acceptsManyValues: whether a value may follow the first one at the top level.
    init(
        handlers: EventHandlers, context: UnsafeMutableRawPointer, acceptsManyValues: Bool
    ) throws(ImportError) {
        let everyEvent = unsafe yajl_callbacks(
            yajl_null: handlers.null, yajl_boolean: handlers.bool, yajl_integer: nil, yajl_double: nil,
            yajl_number: handlers.number, yajl_string: handlers.string,
            yajl_start_map: handlers.objectStart, yajl_map_key: handlers.key,
            yajl_end_map: handlers.objectEnd, yajl_start_array: handlers.arrayStart,
            yajl_end_array: handlers.arrayEnd)
        // SAFETY: freed in `deinit`, after the parser that reads it.
        unsafe callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 2)
        unsafe callbacks.initialize(repeating: everyEvent, count: 2)
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
        unsafe outcome(of: yajl_complete_parse(parser))
    }

    /// The parser as callers know it that must not pay for a reference. Valid as long as the parser.
    @safe
    struct Handle {
        fileprivate let parser: yajl_handle
        fileprivate let callbacks: UnsafeMutablePointer<yajl_callbacks>

        /// Where the last token ends, counted from the start of the piece being parsed. Exact inside a handler.
        var consumed: Int {
            // SAFETY: the tokenizer replaces the handle together with the parser.
            unsafe yajl_get_bytes_consumed(parser)
        }

        /// What is reported from now on; strings that are not are checked, but not decoded.
        ///
        /// libyajl looks at its table of callbacks anew for each event, so the table can change between two.
        /// Skipped text runs faster than text whose events somebody counts.
        func report(_ events: Events) {
            // SAFETY: as above; a callback that is NULL is not called.
            let every = unsafe callbacks[1]
            let scalars = events == .all
            unsafe callbacks.pointee.yajl_null = scalars ? every.yajl_null : nil
            unsafe callbacks.pointee.yajl_boolean = scalars ? every.yajl_boolean : nil
            unsafe callbacks.pointee.yajl_number = scalars ? every.yajl_number : nil
            unsafe callbacks.pointee.yajl_string = scalars ? every.yajl_string : nil
            unsafe callbacks.pointee.yajl_map_key = events == .brackets ? nil : every.yajl_map_key
        }
    }

    /// Which events are reported.
    enum Events {
        case all
        case keysAndBrackets
        case brackets
    }

    var handle: Handle { unsafe Handle(parser: parser, callbacks: callbacks) }

    private func outcome(of status: yajl_status) -> Outcome {
        switch status {
        case yajl_status_ok: .accepted
        case yajl_status_client_canceled: .stopped
        default: .refused(fault())
        }
    }

    /// Translates yajl's own words, which are never shown as they are.
    private func fault() -> SyntaxFault {
        // SAFETY: the text is NUL-terminated, is copied into a String, and is freed by the library that made it.
        guard let text = unsafe yajl_get_error(parser, 0, nil, 0) else { return .unexpectedToken }
        defer { unsafe yajl_free_error(parser, text) }
        return SyntaxFault(yajlText: unsafe String(cString: text))
    }
}
