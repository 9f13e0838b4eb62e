/// A made-up JSON dump: same properties, same bytes, on every platform and at any size.
///
/// A record depends on the workload, the seed and its own position alone, so that a longer dump begins with
/// the records of a shorter one. The dump is written in chunks; memory does not grow with it.
public struct Fixture: Hashable, Sendable {
    /// What the records are like.
    public var workload: Workload

    /// What stands around the records.
    public var shape: Shape

    /// Chooses one of the many dumps of this workload.
    public var seed: UInt64

    /// Whether the text is spread over lines and indented by two spaces a level.
    ///
    /// ``Shape/lines`` ignores it: there, a record must not leave its line.
    public var isPretty: Bool

    /// Describes a dump; nothing is generated yet.
    public init(workload: Workload, shape: Shape = .array, seed: UInt64 = 1, isPretty: Bool = false) {
        self.workload = workload
        self.shape = shape
        self.seed = seed
        self.isPretty = isPretty
    }

    /// Generates the dump and hands it to `sink` in chunks of about 256 KiB, in order.
    ///
    /// - Parameters:
    ///   - extent: Where to stop.
    ///   - sink: Takes the next chunk, never an empty one.
    /// - Returns: What was written.
    /// - Throws: What `sink` throws; nothing else can fail.
    @discardableResult
    public func write<Failure: Error>(
        _ extent: Extent, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Summary {
        var json = JSONWriter(isPretty: isPretty && shape != .lines)
        shape.open(&json)
        let closingSize = shape.closingSize(after: json)
        var summary = Summary(records: 0, bytes: 0)
        while !extent.isReached(
            records: summary.records, bytes: summary.bytes + json.bytes.count + closingSize)
        {
            var random = Random(seed: seed, record: summary.records)
            workload.writeRecord(summary.records, &random, to: &json)
            if shape == .lines { json.endLine() }
            summary.records += 1
            if json.bytes.count >= Self.chunkSize { try Self.flush(&json, &summary, to: sink) }
        }
        shape.close(&json, records: summary.records)
        try Self.flush(&json, &summary, to: sink)
        return summary
    }

    /// Generates a dump of so many records in memory.
    public func data(records: Int) -> [UInt8] {
        var data: [UInt8] = []
        write(.records(records)) { data += $0 }
        return data
    }

    private static let chunkSize = 256 * 1024

    private static func flush<Failure: Error>(
        _ json: inout JSONWriter, _ summary: inout Summary, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        guard !json.bytes.isEmpty else { return }
        try sink(json.bytes)
        summary.bytes += json.bytes.count
        json.removeBytes()
    }
}
