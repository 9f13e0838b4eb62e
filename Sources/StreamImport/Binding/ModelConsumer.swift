/// Hands the records on that a binder makes.
///
/// It has no share in the binding, so that the binding can keep a reader, which keeps this.
final class ModelConsumer: RecordConsumer {
    let context: Pinned<EventContext>
    private let binder: Pinned<ModelBinder>
    private let completed: (Pinned<ModelBinder>) throws -> Void

    /// - Parameters:
    ///   - memory: has the binder.
    ///   - completed: told of each record that is complete, which it takes or leaves in the binder.
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
