import JSONRecords
import TableImport

/// A run that writes the records of one input as lines.
final class RecordRun {
    private typealias Reader = ParallelReader<RecordLineCollector>

    private let recordOptions: RecordOptions
    private let readOptions: ReadOptions
    /// The number of the last record that is not to be written, and of the last one that is.
    private let (skippedNumber, lastNumber): (Int, Int)
    private let output: LineOutput
    private let log: RejectedRecordLog

    /// The last record to write was read.
    private struct LastRecordReached: Error {}

    /// - Parameters:
    ///   - firstRecord: the number of the first record of the input.
    ///   - log: receives the rejected records, except those that are not to be written.
    init(
        _ recordOptions: RecordOptions, _ readOptions: ReadOptions, from firstRecord: Int,
        to output: LineOutput, log: RejectedRecordLog
    ) {
        self.recordOptions = recordOptions
        self.readOptions = readOptions
        skippedNumber = recordOptions.skippedNumber(from: firstRecord)
        lastNumber = recordOptions.lastNumber(from: firstRecord)
        self.output = output
        self.log = log
    }

    /// Writes the records.
    ///
    /// - Throws: ``ImportError``, or an error of the output.
    func run(_ records: InputRecords) throws {
        let (options, columns) = (options, recordOptions.columnNames)
        let reader = try records.input(options).makeParallelReader {
            RecordLineCollector(options, columns: columns)
        }
        defer { reader.close() }
        var number = skippedNumber
        do {
            while number < lastNumber, let batch = reader.next() {
                try write(batch, of: reader)
                number = batch.lastNumber
            }
        } catch is LastRecordReached {}
    }

    private var options: ReadOptions {
        var options = readOptions
        options.skippedRecordCount = skippedNumber
        options.errorPolicy = recordOptions.rejections.errorPolicy
        // A skipped record does not end the run.
        if recordOptions.skip > 0 { options.errorPolicy = .skip() }
        // SAFETY: the reader calls the closure on the thread that calls `deliver`, and not after that call returns.
        nonisolated(unsafe) let run = self
        if log.needsText {
            options.rejectedTexts = .lent { try unsafe run.addRejected($0, text: $1) }
        } else {
            options.onRejected = { try unsafe run.addRejected($0, text: nil) }
        }
        return options
    }

    private func addRejected(_ rejected: RejectedRecord, text: Span<UInt8>?) throws {
        guard rejected.number > skippedNumber else { return }
        if recordOptions.rejections.handling == .fail { throw rejected.error }
        try log.add(rejected, text: text)
        if rejected.number >= lastNumber { throw LastRecordReached() }
    }

    /// Writes the lines of a batch up to the last record or to an error.
    private func write(_ batch: Reader.Batch, of reader: Reader) throws {
        let lines = batch.outcome
        if batch.lastNumber < lastNumber, reader.deliverAll(batch) {
            try output.write(lines[...])
            if let error = batch.error { throw error }
            return
        }
        var end = 0
        let result = Result {
            try reader.deliver(batch) {
                guard reader.lastRecordNumber > skippedNumber else { return }
                end = lines[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? lines.count
                if reader.lastRecordNumber >= lastNumber { throw LastRecordReached() }
            }
        }
        try log.flush()
        try output.write(lines[..<end])
        try result.get()
    }
}
