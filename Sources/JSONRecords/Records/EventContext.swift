/// The state that event callbacks share: the position in the text, the number of open brackets, and which events are
/// reported.
///
/// A parser passes the address of one context to all its callbacks. The consumer's state follows the context in memory,
/// so that a callback reaches the state without an indirection; see ``ConsumerMemory``.
@safe
@usableFromInline
package struct EventContext {
    /// The position in the text. As the first property, it has the address of the context, by which ``Tokenizer``
    /// accesses the position.
    @usableFromInline package var cursor = TextCursor()
    /// The number of open arrays and objects, in the text or in replayed events.
    @usableFromInline package var depth = 0
    @usableFromInline package var maximumDepth = 512
    /// Whether scalars are not reported.
    @usableFromInline package private(set) var suppressesScalars = false
    /// The part of the input that is being skipped; `nil` if events are reported.
    package private(set) var skipped: SkippedPart?
    /// The number of open arrays and objects around the skipped part.
    private(set) var skipDepth = 0
    /// The callbacks for events outside of skipped parts.
    private var table = EventContext.skipping
    @usableFromInline package var unpairedSurrogates = SurrogatePolicy.rejectRecord
    /// The treatment of numbers that are not finite; `nil` if the text is JSON as it is.
    package var relaxedJSON: RelaxedJSON?
    /// The sender of the events.
    // SAFETY: the source sets this reference to itself before it sends events, and clears it before it is deallocated.
    // Unretained, so that access does not count references.
    @safe package unowned(unsafe) var source: (any RecordSource)!
    /// The source, if it is a reader.
    // SAFETY: the reader is alive while it sends events, and detaches itself before it is deallocated.
    var unmanagedReader: Unmanaged<RecordReader>?

    /// A part of the input of which only the brackets are counted.
    package enum SkippedPart {
        /// A value that the consumer does not read.
        case value
        /// A value that the consumer receives as text, which begins at this offset.
        case text(from: Int)
        /// A record, or the rest of one.
        case record
        /// A value of the envelope that is not on the path.
        case outsidePath
    }

    package init() {}

    /// Removes the source of the events and its parser.
    package mutating func detachSource() {
        cursor.parser = nil
        // SAFETY: the references are cleared without being used.
        unsafe unmanagedReader = nil
        source = nil
    }

    // MARK: - Which events are reported

    /// Reports all events to the callbacks of a table from now on.
    package mutating func install(_ table: Pinned<EventTable>) {
        self.table = table
        suppressesScalars = false
        // SAFETY: the parser stores the function, and calls it with the address of this context.
        unsafe cursor.parser?.install(table, reportsScalars: true, number: numberCallback)
    }

    /// Installs the current callbacks in the parser again, after a skip or a replay.
    package func reinstall() {
        // SAFETY: the parser stores the function, and calls it with the address of this context.
        unsafe cursor.parser?.install(table, reportsScalars: !suppressesScalars, number: numberCallback)
    }

    /// Suppresses scalars while the values of unknown keys are skipped, or reports scalars again. A consumer skips the array or
    /// object of such a key; of plain records, it receives no event of it.
    @inlinable
    package mutating func suppressScalars(_ suppressesScalars: Bool) {
        if suppressesScalars != self.suppressesScalars { changeScalarSuppression(to: suppressesScalars) }
    }

    @usableFromInline
    package mutating func changeScalarSuppression(to suppressesScalars: Bool) {
        self.suppressesScalars = suppressesScalars
        // SAFETY: the parser stores the function, and calls it with the address of this context.
        unsafe cursor.parser?.report(scalars: !suppressesScalars, to: table, number: numberCallback)
    }

    /// Leaves all arrays and objects, for a new text or line, and reports events to the callbacks of a table.
    package mutating func reset(_ table: Pinned<EventTable>) {
        depth = 0
        skipped = nil
        cursor.retainedValue = nil
        install(table)
    }
}

// MARK: - Access from callbacks

extension EventContext {
    /// Returns the context at an address that a parser passes to its callbacks.
    @inlinable
    package static func context(_ address: UnsafeMutableRawPointer?) -> Pinned<EventContext> {
        // SAFETY: the address is that of a consumer's memory, which begins with the context.
        unsafe Pinned(address!.assumingMemoryBound(to: EventContext.self))
    }

    /// Calls `body` with the reader of a context whose events come from a parser.
    package static func withReader<Result>(
        _ context: Pinned<EventContext>, _ body: (RecordReader) -> Result
    ) -> Result {
        // SAFETY: a parser with an event context belongs to a reader, which sets the reference in the context at the
        // beginning of each step, and clears it before it is deallocated.
        unsafe context.value.unmanagedReader.unsafelyUnwrapped._withUnsafeGuaranteedRef { body($0) }
    }

    /// Returns the reader of a context whose events come from a parser.
    package static func reader(_ context: Pinned<EventContext>) -> RecordReader { withReader(context) { $0 } }
}

// MARK: - Skipping

// SAFETY, of all callbacks: a parser passes the address of an event context to them. The static table `skipping` is
// never written to.
extension EventContext {
    /// Skips the array or object whose opening bracket was just counted.
    package mutating func skip() { skip(.value, to: depth - 1) }

    /// Skips the array or object whose opening bracket was just counted. At its end, reports its text as spelled in the
    /// input.
    package mutating func skipKeepingText() {
        let start = cursor.moveScanStartToBracket()
        cursor.retainedValue = start
        skip(.text(from: start), to: depth - 1)
    }

    /// Counts an opening bracket, and skips its array or object like ``skipKeepingText()``. Returns 0 to stop the parser, else 1,
    /// like a callback.
    static func openKeepingText(_ context: Pinned<EventContext>) -> Int32 {
        guard context.value.open() else { return reader(context).stop(context.value.tooDeep) }
        context.value.skipKeepingText()
        return 1
    }

    /// Skips to the closing bracket after which `depth` arrays and objects are open.
    package mutating func skip(_ part: SkippedPart, to depth: Int) {
        skipped = part
        skipDepth = depth
        cursor.parser?.install(Self.skipping, reportsScalars: false)
    }

    /// Ends the skip at once. For a source without a parser, which sends no events of a skipped part.
    ///
    /// - Returns: the number of arrays and objects of the skipped part that were open.
    @discardableResult
    package mutating func popSkipped() -> Int {
        defer { depth = skipDepth }
        skipped = nil
        return depth - skipDepth
    }

    // MARK: - Callbacks

    /// The callbacks while a part is skipped.
    @safe nonisolated(unsafe) private static let skipping = unsafe Pinned(
        EventTable(
            objectStart: { unsafe openSkipped(context($0)) },
            objectEnd: { unsafe closeSkipped(context($0)) },
            arrayStart: { unsafe openSkipped(context($0)) },
            arrayEnd: { unsafe closeSkipped(context($0)) }))

    /// Whether the current record is known to be valid, to its end and without unpaired surrogates.
    package var isRecordValid: Bool { unsafe cursor.plainTokenEnd != nil }

    /// Calls `body` with the text from the current bracket, with which a record begins, to the end of the window. If the record is
    /// known to be valid, the text has all of it.
    package func withTextOfRecord<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let start = Int(cursor.windowAddress) + (cursor.tokenEnd - 1 - cursor.base)
        let count = cursor.base + Int(cursor.count) - (cursor.tokenEnd - 1)
        // SAFETY: the window has the current token, and does not change during the call.
        return unsafe body(Span(_unsafeStart: UnsafePointer(bitPattern: start)!, count: count))
    }

    /// Skips the record whose opening bracket was just counted.
    package mutating func skipRecord() { skip(.record, to: depth - 1) }

    /// The callback for the opening brace of an object while a part is skipped.
    static var skipsObject: EventTable.Event { unsafe skipping.value.objectStart }

    private static func openSkipped(_ context: Pinned<EventContext>) -> Int32 {
        context.value.open() ? 1 : withReader(context) { $0.stop(context.value.tooDeep) }
    }

    private static func closeSkipped(_ context: Pinned<EventContext>) -> Int32 {
        context.value.depth -= 1
        return context.value.depth > context.value.skipDepth ? 1 : endSkip(context)
    }

    /// Reports events again, after the last bracket of a skipped part.
    private static func endSkip(_ context: Pinned<EventContext>) -> Int32 {
        guard let part = context.value.skipped else { preconditionFailure("no value is being skipped") }
        context.value.skipped = nil
        context.value.reinstall()
        switch part {
        case .value: return 1
        case .text(let start): return reportText(from: start, context)
        case .record: return withReader(context) { $0.recordSkipped() }
        case .outsidePath: return withReader(context) { $0.outsidePathSkipped() }
        }
    }

    private static func reportText(from start: Int, _ context: Pinned<EventContext>) -> Int32 {
        let cursor = context.value.cursor
        context.value.cursor.retainedValue = nil
        guard let text = unsafe UnsafePointer<UInt8>(bitPattern: cursor.windowAddress),
            let report = unsafe context.value.table.value.rawText
        else { preconditionFailure("the consumer does not take raw text") }
        // SAFETY: `retainedValue` kept the text from `start` on in the window, so the window holds the text from
        // `start` to the end of the current token. The callback copies what it needs later.
        let (address, count) = unsafe (text + (start - cursor.base), cursor.tokenEnd - start)
        guard let json = unsafe context.value.relaxedJSON?.json(Span(_unsafeStart: address, count: count))
        else {
            return unsafe report(context.pointer, address, count)
        }
        return unsafe report(context.pointer, json, json.count)
    }

    // MARK: - Numbers that are not finite

    /// The callback that receives numbers in place of that of a table, if some may not be finite.
    private var numberCallback: EventTable.Number? { relaxedJSON == nil ? nil : Self.receiveNumber }

    /// Passes a number to the callback of the table for numbers, for null or for strings.
    // SAFETY: the parser passes the address of a context, and lends the bytes until the call returns.
    @safe nonisolated(unsafe) private static let receiveNumber: EventTable.Number = { address, bytes, count in
        let context = unsafe context(address)
        let table = context.value.table
        let number = unsafe UnsafeRawBufferPointer(start: bytes, count: count).bindMemory(to: UInt8.self)
        guard let spelling = unsafe RelaxedJSON.nonFiniteNumber(in: number.span) else {
            return unsafe table.value.number?(address, bytes, count) ?? 1
        }
        return context.value.relaxedJSON == .nonFiniteAsNull
            ? unsafe table.value.null?(address) ?? 1
            : unsafe table.value.string?(address, spelling, spelling.count) ?? 1
    }
}

extension EventContext {
    /// Counts an opening bracket. Returns `false` if more than ``maximumDepth`` brackets are open.
    @inlinable
    package mutating func open() -> Bool {
        depth += 1
        return depth <= maximumDepth
    }

    /// The error to report if ``open()`` returns `false`.
    package var tooDeep: ImportError {
        .tooDeep(limit: maximumDepth, at: source.currentLocation())
    }
}

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
