/// A consumer that gets the text of each record as a whole. No events in a record are reported.
///
/// A subclass overrides ``receive(_:)``, ``recordCompleted(_:)`` and ``recordDiscarded()``.
@safe
class RecordTextConsumer: RecordConsumer {
    private struct State {
        // SAFETY: the consumer owns the memory of the state, and frees it when it is deinitialized.
        @safe unowned(unsafe) let consumer: RecordTextConsumer
    }

    private var memory: ConsumerMemory<State>!

    init() {
        memory = ConsumerMemory { _ in State(consumer: self) }
    }

    deinit {
        memory.free()
    }

    var events: Pinned<EventTable> { Self.events }
    var context: Pinned<EventContext> { memory.context }
    var path: [JSONPath.Component] { [] }

    /// Receives the text of a record, which is valid JSON. The text is valid during the call.
    ///
    /// - Throws: an error that rejects the record. If the error has no location, it gets that of the record.
    func receive(_ text: Span<UInt8>) throws(ImportError) {
        preconditionFailure("a subclass must override this method")
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        preconditionFailure("a subclass must override this method")
    }

    func recordDiscarded() {
        preconditionFailure("a subclass must override this method")
    }
}

// MARK: - Events

// SAFETY, of all callbacks: the parser passes the address of the context in the consumer's memory. It lends the bytes
// until the callback returns, and nothing keeps their address. Nothing writes to the event table.
extension RecordTextConsumer {
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe receiveScalar($0) },
            bool: { address, _ in unsafe receiveScalar(address) },
            number: { address, _, _ in unsafe receiveScalar(address) },
            string: { address, _, _ in unsafe receiveScalar(address) },
            objectStart: { unsafe start($0) },
            objectEnd: { _ in preconditionFailure("an object ended that is not skipped") },
            arrayStart: { unsafe start($0) },
            arrayEnd: { _ in preconditionFailure("an array ended that is not skipped") },
            rawText: { address, bytes, count in
                unsafe receive(address, Span(_unsafeStart: bytes!, count: count), isScalar: false)
            }))

    private static func start(_ address: UnsafeMutableRawPointer?) -> Int32 {
        let context = unsafe EventContext.context(address)
        guard context.value.open() else { return EventContext.reader(context).stop(context.value.tooDeep) }
        context.value.skipKeepingText()
        return 1
    }

    private static func receiveScalar(_ address: UnsafeMutableRawPointer?) -> Int32 {
        let context = unsafe EventContext.context(address)
        let reader = EventContext.reader(context)
        return unsafe reader.withText(reader.tokenStart..<context.value.cursor.tokenEnd) {
            unsafe receive(address, $0.span, isScalar: true)
        }
    }

    /// Receives the text of the record that ends with the current token.
    private static func receive(
        _ address: UnsafeMutableRawPointer?, _ text: Span<UInt8>, isScalar: Bool
    ) -> Int32 {
        let context = unsafe EventContext.context(address)
        let reader = EventContext.reader(context)
        do throws(ImportError) {
            try unsafe ConsumerMemory<State>.state(address).value.consumer.receive(text)
        } catch {
            let start = context.value.cursor.tokenEnd - text.count
            return reader.reject(error.with(location: reader.location(of: start)))
        }
        return reader.recordCompleted(isScalar: isScalar)
    }
}
