/// A reader of texts in memory, which keeps its ``RecordReader`` from one text to the next.
///
/// A record reader, its window and its parser take a dozen allocations, which cost more than parsing a small text.
///
/// Used by one thread at a time.
package final class TextReader {
    /// The maximum length, in bytes, of a text whose reader is kept. The window and libyajl's buffers grow with the
    /// text, and stay allocated while the reader is kept.
    private static let maximumRetainedBytes = 16 << 10

    private let consumer: any RecordConsumer
    private let source = BorrowedBytesSource()
    /// The reader that is kept for the next text. It has read its last text to the end.
    private var keptReader: RecordReader?

    package init(_ consumer: any RecordConsumer) {
        self.consumer = consumer
    }

    /// Reads all records of a text, on this thread.
    ///
    /// - Parameters:
    ///   - text: the bytes; they are not used after the call.
    ///   - mayBeCompressed: whether the bytes are inflated if they begin like a compressed format.
    ///   - options: the policies and limits.
    /// - Returns: the summary of the records.
    /// - Throws: ``ImportError``, and any error of the consumer.
    package func read(
        _ text: Span<UInt8>, mayBeCompressed: Bool, options: ReadOptions
    ) throws -> RecordSummary {
        try options.validate()
        return try source.withBytes(text) {
            let isCompressed =
                mayBeCompressed && CompressionFormat.mayBegin(with: text.isEmpty ? nil : text[0])
            let isKept = !isCompressed && options.relaxedJSON == nil
            let reader = isKept ? reader(options) : newReader(isCompressed: isCompressed, options)
            try reader.readAll()
            reader.detachContext()
            let summary = reader.summary
            if isKept, text.count <= Self.maximumRetainedBytes, options.dialect == nil {
                reader.resetImport()
                keptReader = reader
            }
            return summary
        }
    }

    /// Returns the kept reader, or a new one. A reader is kept again only if it reaches the end of its text.
    private func reader(_ options: ReadOptions) -> RecordReader {
        guard options.dialect == nil, let reader = keptReader else {
            // The kept reader and the new one would share the consumer's context.
            keptReader = nil
            return RecordReader(source, options: options, consumer: consumer)
        }
        keptReader = nil
        reader.restart(options)
        return reader
    }

    private func newReader(isCompressed: Bool, _ options: ReadOptions) -> RecordReader {
        // The kept reader and the new one would share the consumer's context.
        keptReader = nil
        let source: any ByteSource =
            isCompressed
            ? CompressionDetectingSource(source, maximumWindowBytes: options.maximumWindowBytes) : source
        return RecordReader(
            options.relaxedJSON == nil ? source : RelaxedSource(source), options: options, consumer: consumer)
    }
}
