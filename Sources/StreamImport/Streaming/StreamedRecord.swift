/// A record that becomes no value: its events go to a ``RecordReceiver``.
package struct StreamedRecord: Importable {
    /// Every value of JSON is one, and none is made.
    package static let importPlan = ImportPlan(type: StreamedRecord.self)
}

extension ImportSequence<StreamedRecord> {
    /// Sends the events of each record to a receiver, on this thread.
    ///
    /// - Returns: what the import came to.
    /// - Throws: ``ImportError``, and what the receiver throws.
    @discardableResult
    package func send(to receiver: any RecordReceiver) throws -> ImportSummary {
        try finish(makeRun(receiver: receiver) { _ in })
    }
}
