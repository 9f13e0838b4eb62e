/// The state that event callbacks share: the position in the text, the number of open brackets, and which events are
/// reported.
///
/// A parser passes the same address of a context to its callbacks throughout its lifetime. The consumer's state follows the
/// context in memory, so that an event reaches it without an indirection; see ``ConsumerMemory``.
@safe
@usableFromInline
package struct EventContext {
    /// The position in the text. It has the address of the context, at which ``Tokenizer`` accesses it.
    @usableFromInline package var cursor = TextCursor()
    /// The number of open arrays and objects, in the text or in replayed events.
    @usableFromInline package var depth = 0
    @usableFromInline package var maximumDepth = 512
    /// Whether scalars are not reported.
    @usableFromInline package private(set) var suppressesScalars = false
    /// The part that is being skipped; `nil` if events are reported.
    package private(set) var skipped: SkippedPart?
    /// The number of open arrays and objects around the skipped part.
    private var skipDepth = 0
    /// The callbacks for events outside of skipped parts.
    private var table = EventContext.skipping
    /// The policy for a `\u` escape that is half of a surrogate pair.
    @usableFromInline package var unpairedSurrogates = SurrogatePolicy.rejectRecord
    /// The sender of the events.
    // SAFETY: the run keeps the source alive while the source sends events, and detaches it afterwards. Unretained, so that
    // access does not count references.
    @safe package unowned(unsafe) var source: (any RecordSource)!
    /// The source, if it is a reader.
    // SAFETY: the reader is alive while it sends events, and detaches itself before it is deallocated.
    var unmanagedReader: Unmanaged<RecordReader>?

    /// A part of the input of which only the brackets are counted.
    package enum SkippedPart {
        /// A value that the consumer does not read.
        case value
        /// A value whose text the consumer receives, from this offset on.
        case text(from: Int)
        /// A record, or the rest of one.
        case record
        /// A value of the envelope that is not on the path.
        case unmatched
    }

    package init() {}

    /// Removes the source of the events and its parser.
    package mutating func detachSource() {
        cursor.parser = nil
        // SAFETY: both references are cleared, and not used.
        unsafe unmanagedReader = nil
        source = nil
    }

    // MARK: - Which events are reported

    /// Reports all events to the callbacks of a table from now on.
    package mutating func install(_ table: Pinned<EventTable>) {
        self.table = table
        suppressesScalars = false
        cursor.parser?.install(table, reportsScalars: true)
    }

    /// Installs the current callbacks in the parser again, after a skip or after the parser was detached.
    package func reinstall() { cursor.parser?.install(table, reportsScalars: !suppressesScalars) }

    /// Suppresses scalars, because they belong to unknown keys, or reports them again.
    @inlinable @inline(__always)
    package mutating func suppressScalars(_ suppressesScalars: Bool) {
        if suppressesScalars != self.suppressesScalars { changeScalarSuppression(to: suppressesScalars) }
    }

    @inline(never) @usableFromInline
    package mutating func changeScalarSuppression(to suppressesScalars: Bool) {
        self.suppressesScalars = suppressesScalars
        cursor.parser?.report(scalars: !suppressesScalars, to: table)
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
    @inlinable @inline(__always)
    package static func context(_ address: UnsafeMutableRawPointer?) -> Pinned<EventContext> {
        // SAFETY: the address is that of a consumer's memory, which begins with the context.
        unsafe Pinned(address!.assumingMemoryBound(to: EventContext.self))
    }

    /// Calls `body` with the reader of a context whose events come from a parser.
    @inline(__always)
    package static func withReader<Result>(
        _ context: Pinned<EventContext>, _ body: (RecordReader) -> Result
    ) -> Result {
        // SAFETY: only a reader makes a parser; while a step runs, the context of its consumer refers to that reader.
        unsafe context.value.unmanagedReader.unsafelyUnwrapped._withUnsafeGuaranteedRef { body($0) }
    }

    /// Returns the reader of a context whose events come from a parser.
    package static func reader(_ context: Pinned<EventContext>) -> RecordReader { withReader(context) { $0 } }
}

// MARK: - Skipping

// SAFETY, of all callbacks: a parser passes the address of an event context to them. The table is never written to.
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

    /// Skips to the closing bracket after which `depth` arrays and objects are open.
    package mutating func skip(_ part: SkippedPart, to depth: Int) {
        skipped = part
        skipDepth = depth
        cursor.parser?.install(Self.skipping, reportsScalars: false)
    }

    /// Ends the skip at once. For a source without a parser, which sends no events of a skipped part.
    ///
    /// - Returns: the number of arrays and objects that were left.
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

    @inline(__always)
    private static func openSkipped(_ context: Pinned<EventContext>) -> Int32 {
        context.value.open() ? 1 : withReader(context) { $0.stop(context.value.tooDeep) }
    }

    @inline(__always)
    private static func closeSkipped(_ context: Pinned<EventContext>) -> Int32 {
        context.value.depth -= 1
        return context.value.depth > context.value.skipDepth ? 1 : endSkip(context)
    }

    /// Reports events again, after the last bracket of a skipped part.
    @inline(never)
    private static func endSkip(_ context: Pinned<EventContext>) -> Int32 {
        guard let part = context.value.skipped else { preconditionFailure("no value is being skipped") }
        context.value.skipped = nil
        context.value.reinstall()
        switch part {
        case .value: return 1
        case .text(let start): return reportText(from: start, context)
        case .record: return withReader(context) { $0.recordSkipped() }
        case .unmatched: return withReader(context) { $0.unmatchedSkipped() }
        }
    }

    private static func reportText(from start: Int, _ context: Pinned<EventContext>) -> Int32 {
        let cursor = context.value.cursor
        context.value.cursor.retainedValue = nil
        guard let text = unsafe UnsafePointer<UInt8>(bitPattern: cursor.windowAddress),
            let report = unsafe context.value.table.value.rawText
        else { preconditionFailure("the consumer does not take raw text") }
        // SAFETY: `retainedValue` kept the text from `start` on in the window, which holds it up to the current token's end.
        return unsafe report(context.pointer, text + (start - cursor.base), cursor.tokenEnd - start)
    }
}
