/// An import that returns its records in batches.
protocol BatchedImport<Model>: AnyObject {
    associatedtype Model

    /// The summary of the import up to the last batch.
    var summary: ImportSummary { get }

    /// How far the input was read, and the number of records up to the last batch.
    var progress: ImportProgress { get }

    /// Reads the next batch.
    ///
    /// - Parameter queue: an empty queue, to which records, or an error, or both are added.
    /// - Returns: `false` after the last batch.
    func read(into queue: RecordQueue<Model>) -> Bool
}
