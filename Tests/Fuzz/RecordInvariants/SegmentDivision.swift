internal import JSONRecords

/// The division of an input into segments, and the number of threads that read the segments.
struct SegmentDivision: CustomStringConvertible {
    let workerCount: Int
    let segmentBytes: Int
    let chunkBytes: Int
    let chunking: Chunking

    /// Returns the divisions to compare with the whole input on one thread.
    static func all(seed: UInt8) -> [SegmentDivision] {
        [(1, 1), (2, 7), (3, 20), (8, 3), (2, 64), (3, 1 << 20)].enumerated().map { index, size in
            SegmentDivision(
                workerCount: size.0, segmentBytes: size.1,
                chunkBytes: [1, 4, 33, 1 << 12][(index + Int(seed)) % 4],
                chunking: index.isMultiple(of: 2) ? .whole : .pieces(upTo: 9, seed: seed))
        }
    }

    func source(_ text: [UInt8]) -> any ByteSource { chunking.source(text) }

    var description: String {
        "\(workerCount) threads, segments of \(segmentBytes), chunks of \(chunkBytes), \(chunking)"
    }
}
