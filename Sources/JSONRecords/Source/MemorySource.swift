/// Bytes that are in memory already: an array, a `Data`, or the UTF-8 of a string.
///
/// They are shared with their owner, not copied, until they are read.
package final class MemorySource<Bytes: Collection<UInt8>>: ByteSource {
    private var rest: Bytes.SubSequence
    package private(set) var bytesTaken = 0
    package let totalBytes: Int?
    package var textBytes: Int? { totalBytes }

    /// Reads these bytes, from the first to the last.
    package init(_ bytes: Bytes) {
        rest = bytes[...]
        totalBytes = bytes.count
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> SourceRead {
        guard !rest.isEmpty else { return .end }
        let part = rest.prefix(buffer.count)
        let count = part.count
        // SAFETY: `part` is no longer than the buffer.
        unsafe buffer.copyBytes(from: part)
        rest = rest[part.endIndex...]
        bytesTaken += count
        return .bytes(count)
    }
}
