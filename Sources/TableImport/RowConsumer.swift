internal import JSONRecords

/// A consumer that reads records as rows, and writes a batch when the batch has enough rows.
@safe
final class RowConsumer: RecordConsumer {
    private let memory: ConsumerMemory<RecordRows>
    private let batchSize: Int
    /// The number of the last record to read.
    private let lastRecord: Int
    /// The digest of the text; `nil` if no checkpoint is written.
    private let digest: TextDigest?
    /// Whether rows keep the texts of their records, for reporting rows that the table rejects.
    private let keepsTexts: Bool
    private let interruptFlag: InterruptFlag
    private let skipped: () throws -> Void
    private let write: () throws -> Void

    /// - Parameters:
    ///   - memory: the memory of the reader; must outlive the consumer.
    ///   - skipped: a closure that is called after each skipped record.
    ///   - write: a closure that writes the rows of the batch and empties it.
    init(
        _ memory: ConsumerMemory<RecordRows>, batchSize: Int, lastRecord: Int, digest: TextDigest?,
        keepsTexts: Bool,
        interruptFlag: InterruptFlag, skipped: @escaping () throws -> Void, write: @escaping () throws -> Void
    ) {
        self.memory = memory
        self.batchSize = batchSize
        self.lastRecord = lastRecord
        self.digest = digest
        self.keepsTexts = keepsTexts
        self.interruptFlag = interruptFlag
        self.skipped = skipped
        self.write = write
    }

    private var rows: Pinned<RecordRows> { memory.state }

    var context: Pinned<EventContext> { memory.context }
    var events: Pinned<EventTable> { Self.events }
    var takesObjectsOnly: Bool { true }
    var path: [JSONPath.Component] { rows.value.path }

    func readingBegan() {
        let start = EventContext.reader(context).parsedOffset
        digest?.reset(at: start)
        rows.value.setStart(start)
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        rows.value.endRecord(
            number: record.number, range: record.range, text: keepsTexts ? record.text : nil)
        try checkEnd()
        if isBatchDue { try write() }
    }

    private var isBatchDue: Bool {
        if rows.value.rowCount() >= batchSize || rows.value.isCommitDue { return true }
        // While the window holds a large record, of which the batch and SQLite have a copy each, the batch waits.
        return rows.value.isFull() && EventContext.reader(context).windowBytes <= rows.value.batchBytes
    }

    func recordSkipped(_ record: borrowing CompletedRecord) throws {
        rows.value.setLastRecord(number: record.number, end: record.range.upperBound)
        try skipped()
        try checkEnd()
    }

    /// Checks whether the import ends after a record.
    private func checkEnd() throws {
        if interruptFlag.isRequested { throw Interrupted() }
        if rows.value.lastRecord >= lastRecord { throw LastRecordReached() }
    }

    func recordDiscarded() { rows.value.discardRecord() }

    func windowWillSlide() {
        let source = EventContext.reader(context)
        digest?.advance(
            toRecordEnd: rows.value.lastRecordEnd, pendingEnd: source.pendingRecordEnd, in: source)
        guard rows.value.hasOpenRow, rows.value.recordLocation == nil else { return }
        rows.value.recordLocation = source.location(of: rows.value.recordStart)
    }
}

/// The end of reading after the last record that the options select.
struct LastRecordReached: Error {}

// MARK: - Events

// SAFETY, of all callbacks: The parser passes the address of the context in the `ConsumerMemory` of a consumer. It
// lends the bytes until the callback returns, and the callback copies them. Nothing writes to the event table.
extension RowConsumer {
    @safe nonisolated(unsafe) private static let events = unsafe Pinned(
        EventTable(
            null: { address in
                unsafe rows(address).value.row.null()
                return 1
            },
            bool: { address, value in
                unsafe rows(address).value.row.bool(value != 0, EventContext.context(address))
                return 1
            },
            number: { address, bytes, count in
                let digits = unsafe UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self)
                unsafe rows(address).value.row.number(
                    UnsafeBufferPointer(start: digits, count: count), EventContext.context(address))
                return 1
            },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    unsafe rows(address).value.row.string(text, EventContext.context(address))
                    return 1
                }
            },
            objectStart: { unsafe objectStart(EventContext.context($0), rows($0)) },
            key: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    let isRead = unsafe rows(address).value.row.key(text)
                    unsafe EventContext.context(address).value.suppressScalars(!isRead)
                    return 1
                }
            },
            objectEnd: { unsafe objectEnd(EventContext.context($0), rows($0)) },
            arrayStart: { unsafe arrayStart(EventContext.context($0), rows($0)) },
            arrayEnd: { _ in preconditionFailure("arrays are skipped, and a record is not an array") },
            rawText: { address, bytes, count in
                unsafe rows(address).value.row.json(
                    UnsafeBufferPointer(start: bytes, count: count).span, EventContext.context(address))
                return 1
            }))

    @inline(__always)
    static func rows(_ address: UnsafeMutableRawPointer?) -> Pinned<RecordRows> {
        unsafe ConsumerMemory<RecordRows>.state(address)
    }

    private static func objectStart(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        guard context.value.open() else { return stopTooDeep(context) }
        if context.value.suppressesScalars {
            context.value.skip()
        } else if !rows.value.objectStart(at: context.value.cursor.scanStart) {
            context.value.skipKeepingText()
        }
        return 1
    }

    private static func arrayStart(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        guard context.value.open() else { return stopTooDeep(context) }
        if context.value.suppressesScalars {
            context.value.skip()
        } else if rows.value.arrayStart() {
            context.value.install(elementEvents)
        } else {
            context.value.skipKeepingText()
        }
        return 1
    }

    static func stopTooDeep(_ context: Pinned<EventContext>) -> Int32 {
        EventContext.reader(context).stop(context.value.tooDeep)
    }

    private static func objectEnd(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        context.value.depth -= 1
        context.value.suppressScalars(false)
        switch rows.value.row.objectEnd() {
        case .row:
            return rows.value.isInArray
                ? elementEnds(context, rows) : recordEnds(rows, EventContext.reader(context))
        case .value: return 1
        case .emptyValue:
            rows.value.row.emptyObject(context)
            return 1
        }
    }

    static func recordEnds(_ rows: Pinned<RecordRows>, _ reader: RecordReader) -> Int32 {
        if let error = rows.value.row.valueError { return reader.reject(error) }
        guard let error = rows.value.recordError() else { return reader.recordCompleted(isScalar: false) }
        let location = rows.value.recordLocation ?? reader.location(of: rows.value.recordStart)
        return reader.reject(error.with(location: location))
    }

    /// Installs the callbacks for the events in a record, or in an element that is an object.
    static func installEvents(in context: Pinned<EventContext>) { context.value.install(events) }
}
