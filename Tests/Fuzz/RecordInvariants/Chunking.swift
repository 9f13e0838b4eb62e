internal import JSONRecords
import TestSupport

/// The division of an input into chunks.
enum Chunking: CustomStringConvertible {
    case whole
    case chunks(of: Int)
    /// Pieces of random sizes up to a limit, with pauses between the pieces.
    case pieces(upTo: Int, seed: UInt8)

    /// Returns the chunkings to compare.
    static func all(seed: UInt8) -> [Chunking] {
        [
            .whole, .chunks(of: 64), .chunks(of: 65), .chunks(of: 1), .chunks(of: 2), .chunks(of: 3),
            .chunks(of: 7), .pieces(upTo: 5, seed: seed),
            .pieces(upTo: 40, seed: ~seed),
        ]
    }

    /// Returns the value of ``ReadOptions/chunkBytes``.
    func chunkBytes(_ text: [UInt8]) -> Int {
        if case .chunks(let size) = self { size } else { max(text.count, 1) }
    }

    func source(_ text: [UInt8]) -> any ByteSource {
        switch self {
        case .pieces(let maximumCount, let seed): PieceSource(text, upTo: maximumCount, seed: seed)
        case .whole, .chunks: MemorySource(text)
        }
    }

    var description: String {
        switch self {
        case .whole: "whole"
        case .chunks(let size): "in chunks of \(size)"
        case .pieces(let maximumCount, let seed): "in pieces of up to \(maximumCount), seed \(seed)"
        }
    }
}

/// Bytes that arrive in pieces of random sizes, with pauses between the pieces.
private final class PieceSource: ByteSource {
    private var remainingBytes: ArraySlice<UInt8>
    private let maximumCount: Int
    private var random: Random
    private var isPausing = false
    private(set) var bytesRead = 0
    var totalBytes: Int? { nil }

    init(_ bytes: [UInt8], upTo maximumCount: Int, seed: UInt8) {
        remainingBytes = bytes[...]
        self.maximumCount = maximumCount
        random = Random(seed: UInt64(seed))
    }

    func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        isPausing = !isPausing && Int.random(in: 0..<4, using: &random) == 0
        guard !isPausing else { return .needMoreData }
        let count = buffer.append(
            prefixOf: remainingBytes.prefix(.random(in: 1...maximumCount, using: &random)))
        remainingBytes.removeFirst(count)
        bytesRead += count
        return count > 0 ? .bytes(count) : .end
    }
}
