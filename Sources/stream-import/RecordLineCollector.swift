import JSONRecords

/// A collector that makes a line of the text of each record.
final class RecordLineCollector: RecordTextReceiver {
    private lazy var textConsumer = RecordTextConsumer(self)
    private let projection: MemberProjection?
    private let options: ReadOptions
    /// The lines, each with its line feed.
    private var lines: [UInt8] = []
    /// The number of bytes of the lines of complete records. The line of a record that may still be rejected follows.
    private var completeCount = 0
    private(set) var errorPath: [JSONPath.Component] = []

    /// - Parameter columns: the keys of the members to keep; `nil` for all members.
    init(_ options: ReadOptions, columns: [String]?) {
        self.options = options
        projection = columns.map(MemberProjection.init)
        reserveCapacity()
    }

    private func reserveCapacity() { lines.reserveCapacity(options.segmentBytes) }

    var takesObjectsOnly: Bool { projection != nil }

    func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
        if options.unpairedSurrogates == .rejectRecord, StringSpelling(text).hasUnpairedSurrogate {
            try checkSurrogates(text, at: offset)
        }
        if let projection {
            projection.append(text, to: &lines)
        } else {
            CompactText.append(text, to: &lines)
        }
        lines.append(UInt8(ascii: "\n"))
    }

    /// Throws the error of a record that `check` rejects, with the path and the location that `check` reports.
    private func checkSurrogates(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
        guard let error = RecordChecker.firstError(in: text, checkOptions) else { return }
        errorPath = error.path?.components ?? []
        let source = textConsumer.context.value.source
        throw .unpairedSurrogate().with(
            location: error.location.flatMap { source?.location(of: offset + $0.offset) })
    }

    func path(ofErrorIn text: Span<UInt8>, maximumDepth: Int) -> [JSONPath.Component] {
        var options = checkOptions
        options.maximumDepth = maximumDepth
        options.unpairedSurrogates = .replace
        return RecordChecker.firstError(in: text, options)?.path?.components ?? []
    }

    /// The options for another pass over a record.
    private var checkOptions: ReadOptions {
        var checkOptions = ReadOptions()
        checkOptions.maximumDepth = options.maximumDepth
        checkOptions.maximumTokenBytes = options.maximumTokenBytes
        return checkOptions
    }

    func recordCompleted(_ record: borrowing CompletedRecord) { completeCount = lines.count }

    func recordDiscarded() {
        errorPath = []
        lines.removeLast(lines.count - completeCount)
    }
}

extension RecordLineCollector: RecordCollector {
    var consumer: any RecordConsumer { textConsumer }

    /// Returns the lines of the complete records since the last call.
    func takeBatch() -> [UInt8] {
        var batch: [UInt8] = []
        guard completeCount > 0 else { return batch }
        swap(&batch, &lines)
        reserveCapacity()
        lines += batch[completeCount...]
        batch.removeLast(batch.count - completeCount)
        completeCount = 0
        return batch
    }
}
