/// A receiver of the text of each record as a whole, by a ``RecordTextConsumer``.
package protocol RecordTextReceiver: AnyObject {
    /// Whether records that are not objects are rejected without their text.
    var takesObjectsOnly: Bool { get }

    /// Whether a null in place of the array of records is a record.
    var takesNullAtPath: Bool { get }

    /// The path of the error that ``receive(_:at:)`` has thrown, from the record's root.
    var errorPath: [JSONPath.Component] { get }

    /// Returns the path of the first error in a text that begins with the record, from the record's root.
    ///
    /// - Parameter maximumDepth: the maximum nesting depth of arrays and objects in the record.
    func path(ofErrorIn text: Span<UInt8>, maximumDepth: Int) -> [JSONPath.Component]

    /// Receives the text of a record, which is valid JSON. The text is valid during the call.
    ///
    /// - Parameter offset: the offset of the text in the input.
    /// - Throws: an error that rejects the record. If the error has no location, it gets that of the record.
    func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError)

    /// Receives the number of the path of the next records, as ``RecordConsumer/select(path:)`` does.
    func select(path: Int)

    /// Receives the completion of the record whose text came last. The record was not rejected.
    ///
    /// - Throws: an error that ends the import, and is rethrown unchanged.
    func recordCompleted(_ record: borrowing CompletedRecord) throws

    /// Discards the text since the last complete record: the reader rejected the record, or stopped within it.
    func recordDiscarded()
}

extension RecordTextReceiver {
    package var takesObjectsOnly: Bool { false }
    package var takesNullAtPath: Bool { false }
    package var errorPath: [JSONPath.Component] { [] }
    package func select(path: Int) {}
    package func path(ofErrorIn text: Span<UInt8>, maximumDepth: Int) -> [JSONPath.Component] { [] }
}

/// The error by which a receiver ends the reading, because it has received enough.
struct StopReading: Error {}

/// A consumer that passes the text of each record to a receiver. No events in a record are reported.
@safe
package final class RecordTextConsumer: RecordConsumer {
    private struct State {
        // SAFETY: the receiver owns the consumer, which is used only while the receiver exists.
        @safe unowned(unsafe) let receiver: any RecordTextReceiver
    }

    private let memory: ConsumerMemory<State>

    /// - Parameter receiver: receives the texts. The consumer does not retain it, and must not be used after it is
    ///   deallocated.
    package init(_ receiver: any RecordTextReceiver) {
        memory = ConsumerMemory { _ in State(receiver: receiver) }
    }

    deinit {
        memory.free()
    }

    private var receiver: any RecordTextReceiver { memory.state.value.receiver }

    package var events: Pinned<EventTable> { Self.events }
    package var context: Pinned<EventContext> { memory.context }
    package var takesObjectsOnly: Bool { receiver.takesObjectsOnly }
    package var takesNullAtPath: Bool { receiver.takesNullAtPath }

    package var path: [JSONPath.Component] {
        // While a record is skipped, the reader asks for the path only because of an error.
        guard let start = context.value.cursor.retainedValue else { return receiver.errorPath }
        let maximumDepth = context.value.maximumDepth - context.value.skipDepth
        return EventContext.reader(context).withReadText(from: start) {
            receiver.path(ofErrorIn: $0, maximumDepth: maximumDepth)
        }
    }

    package func select(path: Int) { receiver.select(path: path) }

    package func recordCompleted(_ record: borrowing CompletedRecord) throws {
        try receiver.recordCompleted(record)
    }

    package func recordDiscarded() { receiver.recordDiscarded() }
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
            objectStart: { unsafe EventContext.openKeepingText(EventContext.context($0)) },
            objectEnd: { _ in preconditionFailure("an object ended that is not skipped") },
            arrayStart: { unsafe EventContext.openKeepingText(EventContext.context($0)) },
            arrayEnd: { _ in preconditionFailure("an array ended that is not skipped") },
            rawText: { address, bytes, count in
                unsafe receive(address, Span(_unsafeStart: bytes!, count: count), isScalar: false)
            }))

    private static func receiveScalar(_ address: UnsafeMutableRawPointer?) -> Int32 {
        let context = unsafe EventContext.context(address)
        let reader = EventContext.reader(context)
        return reader.withText(reader.tokenStart..<context.value.cursor.tokenEnd) { text in
            if let json = context.value.relaxedJSON?.json(text) {
                return unsafe receive(address, json.span, isScalar: true)
            }
            return unsafe receive(address, text, isScalar: true)
        }
    }

    /// Passes on the text of the record that ends with the current token.
    private static func receive(
        _ address: UnsafeMutableRawPointer?, _ text: Span<UInt8>, isScalar: Bool
    ) -> Int32 {
        let context = unsafe EventContext.context(address)
        let reader = EventContext.reader(context)
        let start = reader.recordStart
        do throws(ImportError) {
            try unsafe ConsumerMemory<State>.state(address).value.receiver.receive(text, at: start)
        } catch {
            return reader.reject(error.with(location: reader.location(of: start)))
        }
        return reader.recordCompleted(isScalar: isScalar)
    }
}
