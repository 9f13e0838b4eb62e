/// Hands out the records of an import one by one, on the thread that asks for them.
///
/// Text is parsed a few kilobytes at a time, so only as many records are held as those contain. Letting go of
/// the iterator and its copies closes the input and frees everything. Not to be used by two threads at once. Copies share the
/// records: each is handed out once.
public struct ImportIterator<Model: Importable> {
    let reader: PullReader<Model>

    /// What the import has come to so far, a few kilobytes of text ahead of the records that were handed out.
    public var summary: ImportSummary { reader.summary }

    /// The next record, `nil` after the last one.
    ///
    /// - Throws: ``ImportError``, after all records that precede the failure; then `nil` follows.
    ///   ``ImportError/Code/iteratorInUse`` if a hook of the import asks.
    public func next() throws -> Model? {
        try reader.next()
    }
}
