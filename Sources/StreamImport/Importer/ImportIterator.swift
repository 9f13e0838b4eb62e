/// An iterator that returns the records of an import one by one, on the calling thread.
///
/// A few kilobytes of text are parsed at a time. Only the records of the latest of these parts are in memory. Releasing
/// the iterator and its copies closes the input and frees all memory. Two threads must not use it at once. Copies share
/// the records: each record is returned once.
public struct ImportIterator<Model: Importable> {
    let reader: PullReader<Model>

    /// The summary of the import so far, a few kilobytes of text ahead of the records that were returned.
    public var summary: ImportSummary { reader.summary }

    /// Returns the next record, or `nil` after the last one.
    ///
    /// - Throws: ``ImportError``, after all records that precede the error; the next call returns `nil`.
    ///   ``ImportError/Code/iteratorInUse`` if a hook of the import calls it.
    public func next() throws -> Model? {
        try reader.next()
    }
}
