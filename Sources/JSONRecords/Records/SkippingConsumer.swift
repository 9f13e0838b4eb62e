/// A consumer for reading without records: the options of its reader skip all of them.
@safe
final class SkippingConsumer: RecordConsumer {
    private let memory = ConsumerMemory { _ in () }

    deinit {
        memory.free()
    }

    var events: Pinned<EventTable> { Self.events }
    var context: Pinned<EventContext> { memory.context }
    var path: [JSONPath.Component] { [] }

    func recordCompleted(_ record: borrowing CompletedRecord) {
        preconditionFailure("the reader must skip all records")
    }

    func recordDiscarded() {}

    // SAFETY: nothing writes to the table.
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { _ in unexpectedEvent() }, bool: { _, _ in unexpectedEvent() },
            number: { _, _, _ in unexpectedEvent() }, string: { _, _, _ in unexpectedEvent() },
            objectStart: { _ in unexpectedEvent() }, objectEnd: { _ in unexpectedEvent() },
            arrayStart: { _ in unexpectedEvent() }, arrayEnd: { _ in unexpectedEvent() }))

    private static func unexpectedEvent() -> Int32 {
        preconditionFailure("the reader must skip all records")
    }
}
