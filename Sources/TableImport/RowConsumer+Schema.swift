internal import JSONRecords

/// The callbacks for events in the records of a table with a schema.
// SAFETY, of all callbacks: The parser passes the address of the context in the `ConsumerMemory` of a consumer. It
// lends the bytes until the callback returns, and the callback copies them. Nothing writes to the event table.
extension RowConsumer {
    @safe nonisolated(unsafe) static let schemaEvents = unsafe Pinned(
        EventTable(
            null: events.value.null,
            bool: { address, value in
                unsafe read(address) { $0.store(bool: value != 0) }
            },
            number: { address, bytes, count in
                let digits = unsafe UnsafeBufferPointer(
                    start: UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self), count: count)
                return unsafe read(address, number: digits) { unsafe $0.store(number: digits) }
            },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    unsafe read(address) { unsafe $0.store(string: text) }
                }
            },
            objectStart: { unsafe objectStart(EventContext.context($0), rows($0)) },
            key: events.value.key,
            objectEnd: { unsafe objectEnd(EventContext.context($0), rows($0)) },
            arrayStart: { unsafe arrayStart(EventContext.context($0), rows($0)) },
            arrayEnd: events.value.arrayEnd,
            rawText: { address, bytes, count in
                unsafe read(address) {
                    unsafe $0.store(json: UnsafeBufferPointer(start: bytes, count: count))
                }
            }))

    /// Reads a value, and records the error of a value that rejects the record.
    ///
    /// - Parameter store: stores the value, and returns whether it does not reject the record.
    @inline(__always)
    private static func read(
        _ address: UnsafeMutableRawPointer?, number: UnsafeBufferPointer<UInt8>? = nil,
        _ store: (inout RowReader) -> Bool
    ) -> Int32 {
        let rows = unsafe rows(address)
        guard !store(&rows.value.row) else { return 1 }
        let context = unsafe EventContext.context(address)
        unsafe reject(
            EventContext.reader(context).tokenText, number: number.map { unsafe NumericValue($0.span) },
            context, rows)
        return 1
    }

    /// Records the error of the current value.
    @inline(never)
    private static func reject(
        _ found: String, number: NumericValue? = nil, _ context: Pinned<EventContext>,
        _ rows: Pinned<RecordRows>
    ) {
        let reader = EventContext.reader(context)
        let path = JSONPath(reader.recordPath + rows.value.path)
        rows.value.row.reject(found, number: number) {
            $0.with(path: path, location: reader.currentLocation())
        }
    }

    // MARK: - Brackets

    private static func objectStart(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        guard context.value.open() else { return stopTooDeep(context) }
        if context.value.suppressesScalars {
            context.value.skip()
        } else if !rows.value.objectStart(at: context.value.cursor.scanStart) {
            jsonStart("an object", context, rows)
        }
        return 1
    }

    private static func arrayStart(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        guard context.value.open() else { return stopTooDeep(context) }
        if context.value.suppressesScalars {
            context.value.skip()
        } else {
            jsonStart("an array", context, rows)
        }
        return 1
    }

    /// Begins an array or an object that becomes JSON.
    private static func jsonStart(
        _ found: String, _ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>
    ) {
        switch rows.value.row.treatmentOfJSON() {
        case .stored: return context.value.skipKeepingText()
        case .ignored: break
        case .rejected: reject(found, context, rows)
        }
        context.value.skip()
    }

    private static func objectEnd(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        context.value.depth -= 1
        context.value.suppressScalars(false)
        switch rows.value.row.objectEnd() {
        case .row: return recordEnd(rows, EventContext.reader(context))
        case .value: return 1
        case .emptyValue:
            let isStored = CompactJSON.emptyObject.withUTF8Buffer { unsafe rows.value.row.store(json: $0) }
            if !isStored { reject("{}", context, rows) }
            return 1
        }
    }

    private static func recordEnd(_ rows: Pinned<RecordRows>, _ reader: RecordReader) -> Int32 {
        if let error = rows.value.row.valueError { return reader.reject(error) }
        return recordEnds(rows, reader)
    }
}
