/// A consumer that delivers the records that a binder makes.
///
/// It does not retain the binding, because the binding retains a reader, which retains the consumer.
final class ModelConsumer: RecordConsumer {
    let context: Pinned<EventContext>
    private let binder: Pinned<ModelBinder>
    private let completed: (Pinned<ModelBinder>) throws -> Void

    /// - Parameters:
    ///   - memory: the memory of the binder.
    ///   - completed: called for each complete record. It takes the record, or leaves the record in the binder.
    init(_ memory: ConsumerMemory<ModelBinder>, completed: @escaping (Pinned<ModelBinder>) throws -> Void) {
        context = memory.context
        binder = memory.state
        self.completed = completed
    }

    var events: Pinned<EventTable> { ModelBinder.events }
    var path: [JSONPath.Component] { binder.value.pathInRecord }

    func readingBegan() throws {
        if let error = binder.value.plan.error { throw error }
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        try completed(binder)
    }

    func recordDiscarded() throws {
        binder.value.discardRecord()
        try binder.value.updates.throwError()
    }

    func windowWillSlide() { binder.value.locateFrames() }
}
