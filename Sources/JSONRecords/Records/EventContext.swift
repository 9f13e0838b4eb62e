/// What the handlers of events share: the position in the text, how many brackets are open, and which
/// events are reported.
///
/// A parser hands its callbacks the address of the context, for all of its life. The state of the consumer is right after
/// it, so that an event costs no step in between; see ``ConsumerMemory``.
@safe
@usableFromInline
package struct EventContext {
    /// Where the text stands. At the address of the context; see ``Tokenizer``.
    @usableFromInline package var cursor = TextCursor()
    /// How many arrays and objects are open, in the text or in what is replayed.
    @usableFromInline package var depth = 0
    @usableFromInline package var maximumDepth = 512
    /// Whether scalars are not reported.
    @usableFromInline package private(set) var suppressesScalars = false
    /// What is being skipped, if anything is.
    package private(set) var skipped: SkippedPart?
    /// How many arrays and objects are open around what is skipped.
    private var skipDepth = 0
    /// The functions that events are reported to.
    private var table = EventContext.skipping
    /// What becomes of a `\u` escape that is half of a surrogate pair.
    @usableFromInline package var unpairedSurrogates = SurrogatePolicy.rejectRecord
    /// Sends the events.
    // SAFETY: the run keeps the source alive as long as it sends events, and leaves it afterwards: it is asked without a
    // reference being counted.
    @safe package unowned(unsafe) var source: (any RecordSource)!
    /// The source, if it is a reader.
    // SAFETY: as above.
    var unmanagedReader: Unmanaged<RecordReader>?

    /// A part of the input of which only the brackets are looked at.
    package enum SkippedPart {
        /// A value without a reader.
        case value
        /// A value whose text is wanted, from this offset on.
        case text(from: Int)
        /// A record, or what is left of it.
        case record
        /// A value around the records, to which the path does not lead.
        case unmatched
    }

    package init() {}

    /// Forgets who has sent the events, and its parser.
    package mutating func detachSource() {
        cursor.parser = nil
        // SAFETY: both are forgotten, and not used.
        unsafe unmanagedReader = nil
        source = nil
    }

    // MARK: - Brackets

    /// Counts an opening bracket; `false` if that is one too many.
    @inlinable @inline(__always)
    package mutating func open() -> Bool {
        depth += 1
        return depth <= maximumDepth
    }

    /// What is wrong if ``open()`` says so.
    package var tooDeep: ImportError {
        .tooDeep(limit: maximumDepth, at: source.currentLocation())
    }

    // MARK: - Which events are reported

    /// Has all events reported to the functions of a table.
    package mutating func install(_ table: Pinned<EventTable>) {
        self.table = table
        suppressesScalars = false
        cursor.parser?.install(table, reportsScalars: true)
    }

    /// Has the events reported again that were reported last, after the parser was away.
    package func reinstall() { cursor.parser?.install(table, reportsScalars: !suppressesScalars) }

    /// Has the scalars reported no more, because they belong to keys which mean nothing, or reported again.
    @inlinable @inline(__always)
    package mutating func suppressScalars(_ suppressesScalars: Bool) {
        if suppressesScalars != self.suppressesScalars { changeScalarSuppression(to: suppressesScalars) }
    }

    @inline(never) @usableFromInline
    package mutating func changeScalarSuppression(to suppressesScalars: Bool) {
        self.suppressesScalars = suppressesScalars
        cursor.parser?.report(scalars: !suppressesScalars, to: table)
    }

    /// Skips the array or object whose opening bracket was just counted.
    package mutating func skip() { skip(.value, to: depth - 1) }

    /// Skips the array or object whose opening bracket was just counted. At its end its text is reported, as it stands
    /// in the input.
    package mutating func skipKeepingText() {
        let start = cursor.moveScanStartToBracket()
        cursor.retainedValue = start
        skip(.text(from: start), to: depth - 1)
    }

    /// Skips to the end of the array or object inside which `depth` others are open.
    package mutating func skip(_ part: SkippedPart, to depth: Int) {
        skipped = part
        skipDepth = depth
        cursor.parser?.install(Self.skipping, reportsScalars: false)
    }

    /// Leaves what is being skipped: a source without a parser sends no events of it.
    ///
    /// - Returns: how many arrays and objects were left.
    @discardableResult
    package mutating func popSkipped() -> Int {
        defer { depth = skipDepth }
        skipped = nil
        return depth - skipDepth
    }

    /// Forgets everything that is open, for a new text or line.
    package mutating func reset(_ table: Pinned<EventTable>) {
        depth = 0
        skipped = nil
        cursor.retainedValue = nil
        install(table)
    }
}

// MARK: - Skipping

// SAFETY, of all callbacks: a parser hands them the address of an event context. The table is never written to.
extension EventContext {
    /// What a parser calls while something is skipped.
    @safe nonisolated(unsafe) private static let skipping = unsafe Pinned(
        EventTable(
            objectStart: { unsafe openSkipped(context($0)) },
            objectEnd: { unsafe closeSkipped(context($0)) },
            arrayStart: { unsafe openSkipped(context($0)) },
            arrayEnd: { unsafe closeSkipped(context($0)) }))

    /// The context that a parser hands to its callbacks.
    @inlinable @inline(__always)
    package static func context(_ address: UnsafeMutableRawPointer?) -> Pinned<EventContext> {
        // SAFETY: each consumer's context is at the beginning of its memory.
        unsafe Pinned(address!.assumingMemoryBound(to: EventContext.self))
    }

    /// Asks the reader of a context whose events come from a parser.
    @inline(__always)
    package static func withReader<Result>(
        _ context: Pinned<EventContext>, _ body: (RecordReader) -> Result
    ) -> Result {
        // SAFETY: only a reader makes a parser; while a step runs, it is that of its consumer's context.
        unsafe context.value.unmanagedReader.unsafelyUnwrapped._withUnsafeGuaranteedRef { body($0) }
    }

    /// The reader of a context whose events come from a parser.
    package static func reader(_ context: Pinned<EventContext>) -> RecordReader { withReader(context) { $0 } }

    @inline(__always)
    private static func openSkipped(_ context: Pinned<EventContext>) -> Int32 {
        context.value.open() ? 1 : withReader(context) { $0.stop(context.value.tooDeep) }
    }

    @inline(__always)
    private static func closeSkipped(_ context: Pinned<EventContext>) -> Int32 {
        context.value.depth -= 1
        return context.value.depth > context.value.skipDepth ? 1 : endSkip(context)
    }

    /// Has events reported again, after the last bracket of what was skipped.
    @inline(never)
    private static func endSkip(_ context: Pinned<EventContext>) -> Int32 {
        guard let part = context.value.skipped else { preconditionFailure("nothing is being skipped") }
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
        else { preconditionFailure("text was asked for by a consumer that takes none") }
        // SAFETY: the text was kept at hand from `start` on, and is as far as it was parsed.
        return unsafe report(context.pointer, text + (start - cursor.base), cursor.tokenEnd - start)
    }
}
