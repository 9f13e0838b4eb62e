/// A consumer of the records at several paths, which a binder for each path turns into models.
final class EnvelopeConsumer: RecordConsumer {
    private let selections: [EnvelopeSelections.Selection]
    private var binders: SelectedState<ModelBinder>
    /// The binder for the path of the current records.
    private let binder: Pinned<ModelBinder>
    /// The function that receives the current records.
    private var deliver: RecordHandler

    init(_ selections: [EnvelopeSelections.Selection]) {
        self.selections = selections
        binders = SelectedState(count: selections.count) { path, context in
            ModelBinder(context, selections[path].plan, options: selections[path].options)
        }
        binder = binders.memory.state
        deliver = selections[0].deliver
    }

    deinit {
        for path in selections.indices { binders[path].value.free() }
        binders.free()
    }

    var events: Pinned<EventTable> { ModelBinder.events }
    var context: Pinned<EventContext> { binders.memory.context }
    var path: [JSONPath.Component] { binder.value.pathInRecord }

    func readingBegan() throws {
        for selection in selections {
            if let error = selection.plan.error { throw error }
        }
    }

    func select(path: Int) {
        binders.select(path)
        deliver = selections[path].deliver
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        try ModelBinding.deliverRecord(from: binder, to: deliver)
    }

    func recordDiscarded() throws {
        binder.value.discardRecord()
        try binder.value.updates.throwError()
    }

    func windowWillSlide() { binder.value.locateFrames() }

    /// Returns the summary of the records at a path, given their counts.
    func summary(_ records: RecordSummary, path: Int) -> ImportSummary {
        var summary = binders[path].value.summary
        summary.recordSummary = records
        return summary
    }
}
