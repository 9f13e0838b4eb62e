/// Reads texts in memory, one after another, with a reader that is kept from one to the next.
///
/// A reader, its window and its parser are a dozen allocations, which cost more than to parse a small text.
///
/// Used by one thread at a time.
package final class TextReader {
    /// The longest text whose reader is kept, in bytes: the window and libyajl's buffers have grown with it.
    private static let maximumRetainedBytes = 16 << 10

    private let consumer: any RecordConsumer
    private let source = BorrowedBytesSource()
    /// Has read its last text to the end.
    private var kept: RecordReader?

    package init(_ consumer: any RecordConsumer) {
        self.consumer = consumer
    }

    /// Reads all records of a text, on this thread.
    ///
    /// - Parameters:
    ///   - text: the bytes; they are not used after the call.
    ///   - mayBeCompressed: whether they are inflated if they begin as compressed ones do.
    ///   - options: the policies and limits.
    /// - Returns: what the records came to.
    /// - Throws: ``ImportError``, and what the consumer throws.
    package func read(
        _ text: UnsafeRawBufferPointer, mayBeCompressed: Bool, options: ReadOptions
    ) throws -> RecordSummary {
        try options.validate()
        // SAFETY: the bytes are lent for the call.
        return try unsafe source.withBytes(text) {
            let isCompressed = unsafe mayBeCompressed && CompressionFormat.mayBegin(with: text.first)
            let reader = isCompressed ? inflatingReader(options) : reader(options)
            try reader.readAll()
            reader.detachContext()
            let summary = reader.summary
            if !isCompressed, text.count <= Self.maximumRetainedBytes {
                reader.resetImport()
                kept = reader
            }
            return summary
        }
    }

    /// The reader that was kept, or a new one. It is kept again only if it comes to the end of its text.
    private func reader(_ options: ReadOptions) -> RecordReader {
        guard let reader = kept else { return RecordReader(source, options: options, consumer: consumer) }
        kept = nil
        reader.restart(options)
        return reader
    }

    private func inflatingReader(_ options: ReadOptions) -> RecordReader {
        // Both would use the context of the consumer.
        kept = nil
        return RecordReader(CompressionDetectingSource(source), options: options, consumer: consumer)
    }
}
