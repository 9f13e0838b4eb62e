/// Sends a binder the events of values in memory.
@safe
final class ValueSource: EventSource {
    private let binder: UnsafeMutablePointer<Binder>
    /// Not part of the walk, which is busy when it is asked.
    private let report = Pinned(repeating: ValueReport(), count: 1)
    private var walk: ValueWalk
    /// What there is to be sent by ``readAll()``.
    private let value: Any
    /// The source that is in the middle of the value in whose place this one is sent.
    private let outer: (any EventSource)?
    /// The offset of that value there, if it is not the token that is being reported.
    private let outerOffset: Int?

    init(binder: UnsafeMutablePointer<Binder>, cursor: Pinned<TextCursor>) {
        unsafe self.binder = binder
        unsafe walk = ValueWalk(binder: binder, cursor: cursor, report: report)
        value = ()
        outer = nil
        outerOffset = nil
    }

    /// A source that sends a value instead of the one which another source is in the middle of.
    ///
    /// - Parameter offset: where that value begins, if it is not the token that is being reported.
    init(
        _ value: Any, insteadOf offset: Int?, of outer: any EventSource, cursor: Pinned<TextCursor>,
        context: UnsafeMutableRawPointer
    ) {
        // SAFETY: the context of handlers is the binder.
        unsafe binder = context.assumingMemoryBound(to: Binder.self)
        unsafe walk = ValueWalk(binder: binder, cursor: cursor, report: report)
        // Only a record can be sent once more.
        report.value.isSorted = true
        self.value = value
        self.outer = outer
        outerOffset = offset
    }

    private init(
        _ value: Any, inside outer: ValueSource, cursor: Pinned<TextCursor>, context: UnsafeMutableRawPointer
    ) {
        // SAFETY: the context of handlers is the binder.
        unsafe binder = context.assumingMemoryBound(to: Binder.self)
        unsafe walk = ValueWalk(binder: binder, cursor: cursor, report: report)
        report.value.isSorted = outer.report.value.isSorted
        self.value = value
        self.outer = outer
        outerOffset = nil
    }

    deinit {
        report.free(count: 1)
    }

    /// Sends a record and all that is inside of it.
    ///
    /// The members of objects come in the order their dictionaries have, which is another one in every run of a
    /// program. That makes no difference to most records; those to which it does are sent once more, sorted. Hooks
    /// would see them twice: where there are any, members are sorted at once.
    ///
    /// - Returns: `false` if the binder has stopped it.
    func send(_ record: Any) -> Bool {
        report.value.isSorted = unsafe binder.pointee.nodes.hasHooks
        defer { report.value.isSorted = false }
        if walk.send(record) { return true }
        guard report.value.startsOver else { return false }
        report.value.startsOver = false
        unsafe binder.pointee.startRecordOver()
        report.value.isSorted = true
        return walk.send(record)
    }

    func readAll() -> Tokenizer.Step {
        walk.send(value) ? .finished : .stopped
    }

    func startsOver() -> Bool {
        guard !report.value.isSorted else { return false }
        report.value.startsOver = true
        _ = outer?.startsOver()
        return true
    }

    func again(
        _ range: Range<Int>, cursor: Pinned<TextCursor>, context: UnsafeMutableRawPointer
    ) -> any EventSource {
        cursor.value.parsed = range.lowerBound
        // SAFETY: the value is being reported.
        return unsafe ValueSource(
            report.value.place?.pointee ?? [Any](), inside: self, cursor: cursor, context: context)
    }

    func currentToken() -> (offset: Int, text: String) {
        // SAFETY: the value is being reported.
        let text = unsafe report.value.place.map { unsafe ValueQuotation($0.pointee).description }
        return (unsafe binder.pointee.cursor.value.tokenEnd, text ?? "another value")
    }

    /// Where the value is in whose place this one is sent.
    func location(of offset: Int) -> SourceLocation? {
        outer.flatMap { $0.location(of: outerOffset ?? $0.currentToken().offset) }
    }

    // What is in memory has no text: there is nothing to quote from it, and nothing to escape.
    func text(_ range: Range<Int>) -> String? { nil }
    func surrogates() -> (arePaired: Bool, repaired: String) { (true, "") }
}

extension Binder {
    /// Forgets what was read of a record that is sent once more.
    fileprivate mutating func startRecordOver() {
        unwindRecord()
        depth = frames.top.value.depth
        skipped = 0
        leftOut = nil
        isMuted = false
        if frames.top.value.kind == .records { prepareRecord() }
        prepareUpdate()
    }
}
