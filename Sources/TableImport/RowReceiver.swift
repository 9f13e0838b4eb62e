internal import StreamImport

/// Receives records as rows, and says when enough of them are there to be written.
@safe
final class RowReceiver: RecordReceiver {
    /// Pinned, so that an event costs no reference and no check for exclusive access.
    let reader: UnsafeMutablePointer<RowReader>
    private let batchSize: Int
    /// Whether the records' own texts are kept, for the case that the table refuses some.
    private let keepsTexts: Bool
    private let interruption: StopSignal
    private let write: () throws -> Void

    /// - Parameter write: writes the rows that are there, and forgets them.
    init(
        _ reader: UnsafeMutablePointer<RowReader>, batchSize: Int, keepsTexts: Bool,
        interruption: StopSignal, write: @escaping () throws -> Void
    ) {
        unsafe self.reader = reader
        self.batchSize = batchSize
        self.keepsTexts = keepsTexts
        self.interruption = interruption
        self.write = write
    }

    var context: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(reader) }
    var takesObjectsOnly: Bool { true }
    var place: [JSONPath.Component] { unsafe reader.pointee.place }

    func faultOfRecord() -> ImportError? {
        unsafe reader.pointee.columns.keys.isEmpty ? nil : reader.pointee.fault()
    }

    func recordReceived(number: Int, range: Range<Int>, text: () -> String?) throws {
        unsafe reader.pointee.endRecord(number: number, range: range, text: keepsTexts ? text() : nil)
        if interruption.isRequested { throw Interrupted() }
        let rows = unsafe reader.pointee.batch.rows.count
        if unsafe rows >= batchSize || reader.pointee.isFull { try write() }
    }

    func recordDropped() { unsafe reader.pointee.dropRecord() }

    // SAFETY: the context is the address of the reader, which outlives the import; the bytes are valid until the call
    // returns, and are copied.
    let handlers = unsafe RecordHandlers(
        null: { unsafe row($0).pointee.null() },
        bool: { unsafe row($0).pointee.bool($1) },
        number: { unsafe row($0).pointee.number(UnsafeBufferPointer(start: $1, count: $2)) },
        string: { unsafe row($0).pointee.string(UnsafeBufferPointer(start: $1, count: $2)) },
        objectStart: { unsafe row($0).pointee.objectStart().rawValue },
        key: { context, bytes, count in
            let key = unsafe UnsafeBufferPointer(start: bytes, count: count)
            let isWanted = unsafe row(context).pointee.key(key)
            return isWanted ? Reception.events.rawValue : Reception.nothing.rawValue
        },
        objectEnd: { unsafe row($0).pointee.objectEnd() },
        arrayStart: { _ in Reception.text.rawValue },
        arrayEnd: { _ in },
        json: { unsafe row($0).pointee.json(UnsafeBufferPointer(start: $1, count: $2)) })

    @inline(__always)
    private static func row(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<RowReader> {
        unsafe context.assumingMemoryBound(to: RowReader.self)
    }
}
