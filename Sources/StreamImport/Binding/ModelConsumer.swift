internal import JSONRecords

/// Hands the records on that a binder makes.
///
/// It has no share in the binding, so that the binding can keep a reader, which keeps this.
final class ModelConsumer: RecordConsumer {
    let context: Pinned<EventContext>
    private let binder: Pinned<ModelBinder>
    /// Takes each record; `nil` if the only one is left in the binder.
    @safe @exclusivity(unchecked) var deliver: RecordTaker?

    init(_ memory: ConsumerMemory<ModelBinder>, deliver: RecordTaker? = nil) {
        context = memory.context
        binder = memory.state
        self.deliver = deliver
    }

    var events: Pinned<EventTable> { unsafe ModelBinder.events }
    var path: [JSONPath.Component] { binder.value.pathInRecord }

    func readingBegan() throws {
        if let fault = binder.value.plan.fault { throw fault }
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        guard let deliver else { return }
        binder.value.updates.commit()
        try deliver(binder.value.takeRecord())
    }

    func recordDropped() { binder.value.dropRecord() }

    func windowWillSlide() { binder.value.locateFrames() }
}
