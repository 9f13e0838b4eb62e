// SAFETY, of all callbacks: the context is that of a `ConsumerMemory` whose state is a binder. The bytes are valid
// until the call returns, and no callback keeps them. The tables are never written to.
extension ModelBinder {
    /// The functions that a parser calls for the events of a record.
    @safe nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe send($0) { $0.null() } },
            bool: { context, value in unsafe send(context) { $0.bool(value != 0) } },
            number: { context, bytes, count in
                let text = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped).assumingMemoryBound(
                    to: UInt8.self)
                return unsafe send(context) { unsafe $0.number(text, count) }
            },
            string: { context, bytes, count in
                unsafe send(context) { unsafe $0.string(bytes.unsafelyUnwrapped, count) }
            },
            objectStart: { unsafe send($0) { $0.objectStart() } },
            key: { context, bytes, count in
                unsafe send(context) { unsafe $0.key(bytes.unsafelyUnwrapped, count) }
            },
            objectEnd: { unsafe send($0) { $0.objectEnd() } },
            arrayStart: { unsafe send($0) { $0.arrayStart() } },
            arrayEnd: { unsafe send($0) { $0.arrayEnd() } },
            rawText: { context, bytes, count in
                unsafe send(context) {
                    unsafe $0.skippedText(UnsafeBufferPointer(start: bytes, count: count))
                }
            }))

    /// The functions that a parser calls while a value is recorded.
    @safe nonisolated(unsafe) static let recording = unsafe Pinned(
        EventTable(
            null: { unsafe record($0) { $0.null(end: $1.tokenEnd) } },
            bool: { context, value in unsafe record(context) { $0.bool(value != 0, end: $1.tokenEnd) } },
            number: { context, bytes, count in
                let text = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped).assumingMemoryBound(
                    to: UInt8.self)
                return unsafe record(context, .number, text, count)
            },
            string: { unsafe record($0, .string, $1.unsafelyUnwrapped, $2) },
            objectStart: { unsafe send($0) { $0.recordStart(.objectStart) } },
            key: { unsafe record($0, .key, $1.unsafelyUnwrapped, $2) },
            objectEnd: { unsafe send($0) { $0.recordEnd(.objectEnd) } },
            arrayStart: { unsafe send($0) { $0.recordStart(.arrayStart) } },
            arrayEnd: { unsafe send($0) { $0.recordEnd(.arrayEnd) } }))

    /// The functions that a parser calls while an object is recorded whose discriminator was not read yet.
    @safe nonisolated(unsafe) static let searching = {
        var table = recording.value
        unsafe table.key = { context, bytes, count in
            let bytes = unsafe bytes.unsafelyUnwrapped
            _ = unsafe record(context, .key, bytes, count)
            unsafe ConsumerMemory<ModelBinder>.state(context).value.keyRecorded(KeyText(bytes, count: count))
            return 1
        }
        return Pinned(table)
    }()

    /// The functions that a parser calls for the value of a discriminator.
    @safe nonisolated(unsafe) static let deciding = unsafe Pinned(
        EventTable(
            null: { context in
                unsafe recordRest(context)
                return unsafe record(context) { $0.null(end: $1.tokenEnd) }
            },
            bool: { context, value in
                _ = unsafe record(context) { $0.bool(value != 0, end: $1.tokenEnd) }
                let text: StaticString = value != 0 ? "true" : "false"
                return unsafe decide(context, text.utf8Start, text.utf8CodeUnitCount)
            },
            number: { context, bytes, count in
                let text = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped).assumingMemoryBound(
                    to: UInt8.self)
                _ = unsafe record(context, .number, text, count)
                return unsafe decide(context, text, count)
            },
            string: { context, bytes, count in
                _ = unsafe record(context, .string, bytes.unsafelyUnwrapped, count)
                return unsafe decide(context, bytes.unsafelyUnwrapped, count)
            },
            objectStart: { context in
                unsafe recordRest(context)
                return unsafe send(context) { $0.recordStart(.objectStart) }
            },
            key: recording.value.key, objectEnd: recording.value.objectEnd,
            arrayStart: { context in
                unsafe recordRest(context)
                return unsafe send(context) { $0.recordStart(.arrayStart) }
            },
            arrayEnd: recording.value.arrayEnd))

    private static func decide(
        _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> Int32 {
        unsafe send(context) { unsafe $0.discriminatorRecorded(KeyText(bytes, count: count)) }
    }

    /// Records the rest of an object without looking for its discriminator.
    private static func recordRest(_ context: UnsafeMutableRawPointer?) {
        unsafe ConsumerMemory<ModelBinder>.state(context).value.context.value.install(recording)
    }

    /// Sends an event to a binder. Reports the result to the reader if the event ends the record.
    private static func send(
        _ context: UnsafeMutableRawPointer?, _ receive: (inout ModelBinder) -> EventResult
    ) -> Int32 {
        let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
        let result = receive(&binder.value)
        return result == .continue ? 1 : report(result, of: binder)
    }

    /// Reports the result of an event that ends the record to the reader.
    @inline(never)
    static func report(_ result: EventResult, of binder: Pinned<ModelBinder>) -> Int32 {
        EventContext.withReader(binder.value.context) { reader in
            switch result {
            case .completed: reader.recordCompleted(isScalar: false)
            case .completedScalar: reader.recordCompleted(isScalar: true)
            case .rejected: reader.reject(binder.value.takeError())
            case .stopped: reader.stop(binder.value.takeError())
            case .continue: preconditionFailure("the record continues")
            case .restarted: preconditionFailure("a record from text must not be restarted")
            }
        }
    }

    private static func record(
        _ context: UnsafeMutableRawPointer?, _ add: (inout Tape, TextCursor) -> Void
    ) -> Int32 {
        let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
        add(&binder.value.replays.tape, binder.value.context.value.cursor)
        return 1
    }

    private static func record(
        _ context: UnsafeMutableRawPointer?, _ kind: Tape.Event.Kind, _ bytes: UnsafePointer<UInt8>,
        _ count: Int
    ) -> Int32 {
        let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
        let context = binder.value.context
        let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
        guard unsafe context.value.cursor.contains(bytes) else {
            unsafe binder.value.replays.tape.text(kind, text, at: nil, end: context.value.cursor.tokenEnd)
            return 1
        }
        let address = UInt(bitPattern: bytes) - context.value.cursor.windowAddress
        let offset = context.value.cursor.base + Int(address)
        // A string in the window ends with its quotation mark: the end is known without a call of the parser.
        let end = offset + count + (kind == .number ? 0 : 1)
        unsafe binder.value.replays.tape.text(kind, text, at: offset, end: end)
        return 1
    }
}
