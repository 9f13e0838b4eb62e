/// An import that returns its records in batches.
protocol BatchedImport<Model>: AnyObject {
    associatedtype Model: Importable

    /// The summary of the import up to the last batch.
    var summary: ImportSummary { get }

    /// Returns the next batch, which is not empty or has an error; `nil` after the last one.
    ///
    /// - Parameter queue: an empty queue to use again.
    func next(reusing queue: RecordQueue<Model>?) -> RecordBatch<Model>?
}

/// Consecutive records, and the error after the last of them that ended the import.
struct RecordBatch<Model> {
    let records: RecordQueue<Model>
    var error: (any Error)?
}
