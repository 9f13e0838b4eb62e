/// A consumer of the records at several paths, which a binder for each path turns into models.
@safe
final class EnvelopeConsumer: RecordConsumer {
    private let selections: [EnvelopeSelections.Selection]
    private var binders: SelectedState<ModelBinder>
    /// The binder for the path of the current records.
    private let binder: Pinned<ModelBinder>
    /// The selection of the path of the current records. Unretained, because counting references for each record took 3% of the
    /// time (records of 140 bytes).
    // SAFETY: `selections` retains the selection. Only this class accesses the property.
    @safe @exclusivity(unchecked) private var selection: Unmanaged<EnvelopeSelections.Selection>

    init(_ selections: [EnvelopeSelections.Selection]) {
        self.selections = selections
        binders = SelectedState(count: selections.count) { path, context in
            ModelBinder(context, selections[path].plan, options: selections[path].options)
        }
        binder = binders.memory.state
        // SAFETY: `selections` retains the selection.
        unsafe selection = .passUnretained(selections[0])
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
        // SAFETY: `selections` retains the selection.
        unsafe selection = .passUnretained(selections[path])
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        // SAFETY: `selections` retains the selection.
        unsafe try selection._withUnsafeGuaranteedRef {
            try ModelBinding.deliverRecord(from: binder, to: $0.deliver)
        }
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
