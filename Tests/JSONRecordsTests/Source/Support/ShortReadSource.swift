@testable import JSONRecords

/// A source that returns few bytes at a time, with pauses between reads.
final class ShortReadSource: ByteSource {
    private let bytes: [UInt8]
    private let size: Int
    private var pauses: Set<Int>
    private(set) var bytesRead = 0
    var totalBytes: Int? { bytes.count }

    /// - Parameters:
    ///   - size: The maximum number of bytes that one read returns.
    ///   - pauses: The offsets at which one read returns `needMoreData`.
    init(_ bytes: [UInt8], size: Int = 1, pauses: some Sequence<Int> = []) {
        self.bytes = bytes
        self.size = size
        self.pauses = Set(pauses)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> SourceRead {
        if pauses.remove(bytesRead) != nil { return .needMoreData }
        let part = bytes[bytesRead...].prefix(min(size, buffer.count))
        // SAFETY: `part` is no longer than the buffer.
        unsafe buffer.copyBytes(from: part)
        bytesRead += part.count
        return part.isEmpty ? .end : .bytes(part.count)
    }
}
