/// The keys of the first record of an input, which tell whether the records of two inputs are alike.
final class FirstRecord: RecordTextReceiver {
    private var keys: Set<String> = []

    /// The first record was read.
    private struct End: Error {}

    /// Returns the keys of the first record, at most 100; none if the input has no record, or not in its first megabyte.
    static func keys(of input: RecordInput) -> Set<String> {
        let record = FirstRecord()
        guard let reader = try? input.makeReader(for: RecordTextConsumer(record)) else { return [] }
        while reader.parsedOffset < OutlineScanner.maximumBytes, (try? reader.step()) == .advanced {}
        return record.keys
    }

    func receive(_ text: Span<UInt8>, at offset: Int) {
        var scanner = OutlineScanner(needsFollowing: true)
        keys = Set(scanner.outline(of: text, isComplete: true)?.keys ?? [])
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws { throw End() }

    func recordDiscarded() {}
}
