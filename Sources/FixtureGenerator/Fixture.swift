/// A generated JSON dump. Equal properties give the same bytes on every platform and at any size.
///
/// A record depends only on the workload, the seed and its own position, so a longer dump starts with the records of a
/// shorter one. The dump is written in chunks, so memory does not grow with its size.
public struct Fixture: Hashable, Sendable {
    /// The kind of the records.
    public var workload: Workload

    /// The text around the records.
    public var shape: Shape

    /// The seed, which selects one of many dumps of the workload.
    public var seed: UInt64

    /// Whether the text has line breaks and an indentation of two spaces a level.
    ///
    /// ``Shape/lines`` ignores this property, because each record must stay on one line.
    public var isPretty: Bool

    /// Creates the description of a dump, and generates nothing yet.
    public init(workload: Workload, shape: Shape = .array, seed: UInt64 = 1, isPretty: Bool = false) {
        self.workload = workload
        self.shape = shape
        self.seed = seed
        self.isPretty = isPretty
    }

    /// Generates the dump, and passes it to `sink` in chunks of about 256 KiB, in order.
    ///
    /// - Parameters:
    ///   - extent: The length of the dump.
    ///   - sink: A closure that takes the next chunk, which is never empty.
    /// - Returns: The size of the dump.
    /// - Throws: The errors of `sink`, and no others.
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

    /// Generates a dump in memory.
    ///
    /// - Parameter records: The number of records.
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
