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
