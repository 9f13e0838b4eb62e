/// An input, where its records are, and how they are read.
///
/// Nothing is opened before a reader reads.
package struct RecordInput: Sendable {
    private let origin: InputOrigin
    private let path: JSONPath
    private let options: ReadOptions

    /// - Parameter path: where the array is whose elements are the records; the root by default.
    package init(_ origin: InputOrigin, at path: JSONPath = JSONPath(), options: ReadOptions = ReadOptions())
    {
        self.origin = origin
        self.path = path
        self.options = options
    }

    /// Opens the input anew.
    package func makeReader(for consumer: any RecordConsumer) throws(ImportError) -> RecordReader {
        try path.validate()
        try options.validate()
        do {
            return RecordReader(
                try origin.makeSource(), inputName: origin.name, path: path, options: options,
                consumer: consumer)
        } catch {
            throw error.with(input: origin.name)
        }
    }

    /// Reads all records, on this thread.
    ///
    /// - Returns: what they came to.
    /// - Throws: ``ImportError``, and what the consumer throws.
    @discardableResult
    package func read(into consumer: any RecordConsumer) throws -> RecordSummary {
        let reader = try makeReader(for: consumer)
        try reader.readAll()
        return reader.summary
    }
}
