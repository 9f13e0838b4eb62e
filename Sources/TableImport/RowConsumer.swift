internal import JSONRecords

/// A consumer that reads records as rows, and writes a batch when the batch has enough rows.
@safe
final class RowConsumer: RecordConsumer {
    private let memory: ConsumerMemory<RowReader>
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
        _ memory: ConsumerMemory<RowReader>, batchSize: Int, lastRecord: Int, digest: TextDigest?,
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

    private var reader: Pinned<RowReader> { memory.state }

    var events: Pinned<EventTable> { Self.events }
    var context: Pinned<EventContext> { memory.context }
    var takesObjectsOnly: Bool { true }
    var path: [JSONPath.Component] { reader.value.path }

    func readingBegan() {
        let start = EventContext.reader(context).parsedOffset
        digest?.reset(at: start)
        reader.value.setLastRecord(number: 0, end: start)
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        reader.value.endRecord(
            number: record.number, range: record.range, text: keepsTexts ? record.text : nil)
        try checkEnd(after: record.number)
        if isBatchDue { try write() }
    }

    private var isBatchDue: Bool {
        if reader.value.batch.rows.count >= batchSize || reader.value.isCommitDue { return true }
        // While the window holds a large record, of which the batch and SQLite have a copy each, the batch waits.
        return reader.value.batch.isFull && EventContext.reader(context).windowBytes <= RowBatch.maximumBytes
    }

    func recordSkipped(_ record: borrowing CompletedRecord) throws {
        reader.value.setLastRecord(number: record.number, end: record.range.upperBound)
        try skipped()
        try checkEnd(after: record.number)
    }

    /// Checks whether the import ends after a record.
    private func checkEnd(after number: Int) throws {
        if interruptFlag.isRequested { throw Interrupted() }
        if number >= lastRecord { throw LastRecordReached() }
    }

    func recordDiscarded() { reader.value.discardRecord() }

    func windowWillSlide() {
        let source = EventContext.reader(context)
        digest?.advance(
            toRecordEnd: reader.value.lastRecordEnd, pendingEnd: source.pendingRecordEnd, in: source)
        guard reader.value.isInRecord, reader.value.recordLocation == nil else { return }
        reader.value.recordLocation = source.location(of: reader.value.recordStart)
    }
}

/// The end of reading after the last record that the options select.
struct LastRecordReached: Error {}

// MARK: - Events

// SAFETY, of all callbacks: The parser passes the address of the context in the `ConsumerMemory` of a consumer. It
// lends the bytes until the callback returns, and the callback copies them. Nothing writes to the event table.
extension RowConsumer {
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { address in
                unsafe row(address).value.null()
                return 1
            },
            bool: { address, value in
                unsafe row(address).value.bool(value != 0)
                return 1
            },
            number: { address, bytes, count in
                let digits = unsafe UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self)
                unsafe row(address).value.number(UnsafeBufferPointer(start: digits, count: count))
                return 1
            },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    unsafe row(address).value.string(text)
                    return 1
                }
            },
            objectStart: { unsafe start(EventContext.context($0), row($0), isArray: false) },
            key: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    let isRead = unsafe row(address).value.key(text)
                    unsafe EventContext.context(address).value.suppressScalars(!isRead)
                    return 1
                }
            },
            objectEnd: { unsafe objectEnd(EventContext.context($0), row($0)) },
            arrayStart: { unsafe start(EventContext.context($0), row($0), isArray: true) },
            arrayEnd: { _ in preconditionFailure("arrays are skipped, and a record is not an array") },
            rawText: { address, bytes, count in
                unsafe row(address).value.json(UnsafeBufferPointer(start: bytes, count: count))
                return 1
            }))

    private static func row(_ address: UnsafeMutableRawPointer?) -> Pinned<RowReader> {
        unsafe ConsumerMemory<RowReader>.state(address)
    }

    private static func start(
        _ context: Pinned<EventContext>, _ row: Pinned<RowReader>, isArray: Bool
    ) -> Int32 {
        guard context.value.open() else { return EventContext.reader(context).stop(context.value.tooDeep) }
        if context.value.suppressesScalars {
            context.value.skip()
        } else if isArray || !row.value.objectStart(at: context.value.cursor.scanStart) {
            context.value.skipKeepingText()
        }
        return 1
    }

    private static func objectEnd(_ context: Pinned<EventContext>, _ row: Pinned<RowReader>) -> Int32 {
        context.value.depth -= 1
        context.value.suppressScalars(false)
        return row.value.objectEnd() ? recordEnds(row, EventContext.reader(context)) : 1
    }

    private static func recordEnds(_ row: Pinned<RowReader>, _ reader: RecordReader) -> Int32 {
        guard let error = row.value.recordError() else { return reader.recordCompleted(isScalar: false) }
        let location = row.value.recordLocation ?? reader.location(of: row.value.recordStart)
        return reader.reject(error.with(location: location))
    }
}
