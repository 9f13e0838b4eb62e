internal import JSONRecords

/// The callbacks for events between the elements of an expanded array.
// SAFETY, of all callbacks: The parser passes the address of the context in the `ConsumerMemory` of a consumer. It
// lends the bytes until the callback returns, and the callback copies them. Nothing writes to the event table.
extension RowConsumer {
    @safe nonisolated(unsafe) static let elementEvents = unsafe Pinned(
        EventTable(
            null: { address in
                unsafe rows(address).value.row.addElement { _ in }
                return 1
            },
            bool: { address, value in
                unsafe rows(address).value.row.addElement {
                    unsafe $0.bool(value != 0, EventContext.context(address))
                }
                return 1
            },
            number: { address, bytes, count in
                let digits = unsafe UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self)
                unsafe rows(address).value.row.addElement {
                    unsafe $0.number(
                        UnsafeBufferPointer(start: digits, count: count), EventContext.context(address))
                }
                return 1
            },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    unsafe rows(address).value.row.addElement {
                        unsafe $0.string(text, EventContext.context(address))
                    }
                    return 1
                }
            },
            objectStart: { unsafe elementStart(EventContext.context($0), rows($0)) },
            objectEnd: { _ in preconditionFailure("an object in an array has the callbacks of a record") },
            arrayStart: { unsafe skipArray(EventContext.context($0)) },
            arrayEnd: { unsafe arrayEnd(EventContext.context($0), rows($0)) },
            rawText: { address, bytes, count in
                unsafe rows(address).value.row.addElement {
                    unsafe $0.json(
                        UnsafeBufferPointer(start: bytes, count: count).span, EventContext.context(address))
                }
                return 1
            }))

    private static func elementStart(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        guard context.value.open() else { return stopTooDeep(context) }
        rows.value.row.startElement()
        installEvents(in: context)
        return 1
    }

    static func elementEnds(_ context: Pinned<EventContext>, _ rows: Pinned<RecordRows>) -> Int32 {
        rows.value.row.endElement()
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
        installEvents(in: context)
        return 1
    }
}
