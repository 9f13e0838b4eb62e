@testable import JSONRecords

/// Bytes that come a few at a time, with pauses: the most awkward upstream that keeps the promises.
final class ShortReadSource: ByteSource {
    private let bytes: [UInt8]
    private let size: Int
    private var pauses: Set<Int>
    private(set) var bytesRead = 0
    var totalBytes: Int? { bytes.count }

    /// - Parameters:
    ///   - size: The most bytes that one read brings.
    ///   - pauses: The places before which a read is needMoreData, once.
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
