/// Skips parts of the text: the parser reports only their brackets, to find their ends.
// SAFETY, of all callbacks: a parser passes the address of an event context to them. The table is never written to.
extension EventContext {
    // MARK: - Begin and end

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
