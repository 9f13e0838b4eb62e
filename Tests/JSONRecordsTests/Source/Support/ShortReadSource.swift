import Testing

@testable import JSONRecords

/// A source that returns few bytes at a time, with pauses between reads. A read after its end fails the test.
final class ShortReadSource: ByteSource {
    private let bytes: [UInt8]
    private let size: Int
    private var pauses: Set<Int>
    private var hasEnded = false
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

    func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        #expect(!hasEnded, "the source was read after its end")
        if pauses.remove(bytesRead) != nil { return .needMoreData }
        let count = buffer.append(prefixOf: bytes[bytesRead...].prefix(size))
        bytesRead += count
        hasEnded = count == 0
        return count > 0 ? .bytes(count) : .end
    }
}
