/// A source of bytes in memory that the caller keeps valid for the duration of a call.
///
/// The source is reused from one text to the next, so that a small text does not need a new source.
@safe
final class BorrowedBytesSource: ByteSource {
    // SAFETY: set only during `withBytes`, which keeps the bytes valid.
    private var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var bytesRead = 0

    // SAFETY: no byte is read.
    var totalBytes: Int? { unsafe bytes.count }
    var textBytes: Int? { totalBytes }

    /// Calls `body`, during which the source reads these bytes from the first to the last.
    func withBytes<Result>(_ bytes: Span<UInt8>, _ body: () throws -> Result) rethrows -> Result {
        // SAFETY: the bytes are valid for the call, after which the source has none.
        try unsafe bytes.withUnsafeBytes { bytes in
            unsafe self.bytes = bytes
            bytesRead = 0
            defer { unsafe self.bytes = UnsafeRawBufferPointer(start: nil, count: 0) }
            return try body()
        }
    }

    func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        // SAFETY: `withBytes` keeps the bytes valid.
        let count = unsafe buffer.append(prefixOf: bytes[bytesRead...])
        bytesRead += count
        return count > 0 ? .bytes(count) : .end
    }
}
