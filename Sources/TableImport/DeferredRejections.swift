internal import JSONRecords

/// Rejected records that are not in the log yet, because the rows before them are being written, and the table may reject
/// some of these rows.
struct DeferredRejections {
    private var records: [(record: RejectedRecord, text: Range<Int>?)] = []
    private var texts: [UInt8] = []

    /// The maximum number of bytes of the texts, and the maximum number of records.
    private static let maximumBytes = 1 << 20
    private static let maximumCount = 1 << 12

    var count: Int { records.count }

    /// Returns whether there is room for a record with a text of `bytes`.
    func hasRoom(for bytes: Int) -> Bool {
        records.count < Self.maximumCount && bytes <= Self.maximumBytes - texts.count
    }

    mutating func append(_ record: RejectedRecord, text: Span<UInt8>?) {
        guard let text else { return records.append((record, nil)) }
        let start = texts.count
        // SAFETY: the text is copied during the call.
        unsafe text.withUnsafeBufferPointer { unsafe texts.append(contentsOf: $0) }
        records.append((record, start..<texts.count))
    }

    /// Moves the records to the log.
    mutating func move(to log: RejectedRecordLog) throws {
        defer {
            records.removeAll(keepingCapacity: true)
            texts.removeAll(keepingCapacity: true)
        }
        for (record, range) in records {
            guard let range else {
                try log.add(record, text: nil)
                continue
            }
            try log.add(record, text: texts.span.extracting(range))
        }
    }
}
