internal import JSONRecords

/// The callbacks for events in a record, or in an element of an expanded array that is an object.
// SAFETY, of all callbacks: The parser passes the address of the context in the `ConsumerMemory` of a consumer. It
// lends the bytes until the callback returns, and the callback copies them. Nothing writes to the event table.
extension BatchReader {
    @safe nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe member($0) { row, _ in row.null() } },
            bool: { address, value in unsafe member(address) { $0.bool(value != 0, $1) } },
            number: { address, bytes, count in
                let digits = unsafe UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self)
                return unsafe member(address) {
                    unsafe $0.number(UnsafeBufferPointer(start: digits, count: count), $1)
                }
            },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    unsafe member(address) { unsafe $0.string(text, $1) }
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
                unsafe member(address) {
                    unsafe $0.json(UnsafeBufferPointer(start: bytes, count: count).span, $1)
                }
            }))

    /// Reads the value of a member.
    @inline(__always)
    private static func member(
        _ address: UnsafeMutableRawPointer?, _ read: (inout RowReader, Pinned<EventContext>) -> Void
    ) -> Int32 {
        unsafe read(&rows(address).value.row, EventContext.context(address))
        return 1
    }

    @inline(__always)
    private static func rows(_ address: UnsafeMutableRawPointer?) -> Pinned<RecordRows> {
        unsafe ConsumerMemory<RecordRows>.state(address)
    }

    private static func objectStart(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        guard context.value.open() else { return stopTooDeep(context) }
        if context.value.suppressesScalars {
            context.value.skip()
        } else if rows.value.isOfOtherKind(context) {
            context.value.skipRecord()
        } else if !rows.value.objectStart(context) {
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

    private static func stopTooDeep(_ context: Pinned<EventContext>) -> Int32 {
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

    private static func recordEnds(_ rows: Pinned<RecordRows>, _ reader: RecordReader) -> Int32 {
        // An error of a record of another kind is one of the import of that kind.
        if rows.value.discardRecordOfOtherKind() { return reader.recordCompleted(isScalar: false) }
        if let error = rows.value.row.rest.error { return reader.reject(error) }
        guard let error = rows.value.recordError() else { return reader.recordCompleted(isScalar: false) }
        let location = rows.value.recordLocation ?? reader.location(of: rows.value.recordStart)
        return reader.reject(error.with(location: location))
    }

    // MARK: - Elements of an expanded array

    /// The callbacks for events between the elements.
    @safe nonisolated(unsafe) private static let elementEvents = unsafe Pinned(
        EventTable(
            null: { unsafe element($0) { _, _ in } },
            bool: { address, value in unsafe element(address) { $0.bool(value != 0, $1) } },
            number: { address, bytes, count in
                let digits = unsafe UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self)
                return unsafe element(address) {
                    unsafe $0.number(UnsafeBufferPointer(start: digits, count: count), $1)
                }
            },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    unsafe element(address) { unsafe $0.string(text, $1) }
                }
            },
            objectStart: { unsafe elementStart(EventContext.context($0), rows($0)) },
            objectEnd: { _ in preconditionFailure("an object in an array has the callbacks of a record") },
            arrayStart: { unsafe skipArray(EventContext.context($0)) },
            arrayEnd: { unsafe arrayEnd(EventContext.context($0), rows($0)) },
            rawText: { address, bytes, count in
                unsafe element(address) {
                    unsafe $0.json(UnsafeBufferPointer(start: bytes, count: count).span, $1)
                }
            }))

    /// Reads an element that is not an object.
    @inline(__always)
    private static func element(
        _ address: UnsafeMutableRawPointer?, _ read: (inout RowReader, Pinned<EventContext>) -> Void
    ) -> Int32 {
        unsafe rows(address).value.row.addElement { unsafe read(&$0, EventContext.context(address)) }
        return 1
    }

    private static func elementStart(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        guard context.value.open() else { return stopTooDeep(context) }
        rows.value.startElement()
        context.value.install(events)
        return 1
    }

    private static func elementEnds(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        rows.value.endElement()
        context.value.install(elementEvents)
        return 1
    }

    /// Skips an array in the array, which becomes JSON.
    private static func skipArray(_ context: Pinned<EventContext>) -> Int32 {
        guard context.value.open() else { return stopTooDeep(context) }
        context.value.skipKeepingText()
        return 1
    }

    private static func arrayEnd(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        context.value.depth -= 1
        rows.value.arrayEnd()
        context.value.install(events)
        return 1
    }
}
