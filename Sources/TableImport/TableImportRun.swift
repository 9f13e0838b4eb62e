internal import Foundation
internal import GRDB
internal import StreamImport

/// One run of an import into a table, on a connection to the database.
@safe
final class TableImportRun {
    private let input: TableInput
    private let options: TableImportOptions
    private let interruption: StopSignal
    private let file: String
    private let database: Database
    private let table: Table
    private let reader: UnsafeMutablePointer<RowReader>
    private let resumption: Resumption
    private let rejects: RejectsFile?
    private var progress: ImportLog.Entry
    private var result: TableImportResult
    private var isFirstBatch = true
    /// Why a rejected record could not be written down.
    private var rejectsFailure: (any Error)?
    private lazy var writer = TableWriter(table, in: database) { [unowned self] row, error in
        try refuse(row, error)
    }

    init(
        _ input: TableInput, _ options: TableImportOptions, _ interruption: StopSignal, file: String,
        in database: Database
    ) throws {
        self.input = input
        self.options = options
        self.interruption = interruption
        self.file = file
        self.database = database
        table = try Table(options.table, keys: options.keys, in: database)
        resumption = try Resumption(of: input, into: table, options: options, in: database)
        progress = resumption.entry
        result = TableImportResult(table: options.table)
        result.recordsBefore = progress.records
        result.rejectedBefore = progress.rejected
        result.canResume = resumption.isPossible
        rejects = input.canBeOpened ? try Self.openRejects(options, resumption.entry) : nil
        let columns = ColumnList(table.columns, keys: options.keys, projection: options.columns)
        // SAFETY: freed in `deinit`.
        unsafe reader = .allocate(capacity: 1)
        unsafe reader.initialize(
            to: RowReader(columns: columns, flattens: options.flattens, importedRecords: progress.records))
    }

    private static func openRejects(
        _ options: TableImportOptions, _ entry: ImportLog.Entry
    ) throws -> RejectsFile? {
        guard let path = options.rejects, !options.isDryRun, !entry.isFinished else { return nil }
        return try RejectsFile(path: path, keeping: entry.rejectsBytes)
    }

    deinit {
        unsafe reader.deinitialize(count: 1)
        unsafe reader.deallocate()
    }

    func run() -> TableImportResult {
        result.wasFinished = progress.isFinished
        result.columns = table.columns.count
        guard !progress.isFinished else { return result }
        options.onCommit?(result)
        do {
            let summary = try read()
            (result.bytesRead, result.textBytes) = (summary.bytesRead, summary.textBytes)
            try writeRows(isLast: true)
        } catch {
            let cause = (error as? RefusedRow)?.error ?? error
            result.failure = TableImportError.wrapping(cause, file: file)
        }
        describeTable()
        return result
    }

    private func describeTable() {
        let columns = unsafe reader.pointee.columns.columns
        result.columns = columns.count
        if options.isDryRun, !columns.isEmpty {
            result.definition = table.creation(of: table.name, with: columns)
        }
    }

    /// Reads all records, and writes all but those of the last batch.
    private func read() throws -> ImportSummary {
        let receiver = unsafe RowReceiver(
            reader, batchSize: options.batchSize, keepsTexts: rejects != nil && table.exists,
            interruption: interruption
        ) { [unowned self] in try writeRows() }
        do {
            let summary = try input.records(reading).send(to: receiver)
            if isCutOff { throw Interrupted() }
            return summary
        } catch  where error is ImportError || isCutOff {
            // What precedes the fault is written. After an interruption of what can be read again it is not: where the
            // rows begin and end that are written together decides how columns are declared, and must be the same then.
            if hasNews { try writeRows() }
            // That nothing has the key says more than that the first record lacks it.
            if isFirstBatch, (error as? ImportError)?.code == .missingKeys { try prepare() }
            throw isCutOff ? Interrupted() : error
        }
    }

    /// Whether a pipe was interrupted: who feeds it was as well, and its end is not that of the records.
    private var isCutOff: Bool { interruption.isRequested && !resumption.isPossible }

    private var hasNews: Bool { unsafe reader.pointee.lastRecord > progress.records }

    private var reading: ImportOptions {
        var reading = options.reading
        reading.keepsRejectedText = rejects != nil
        // SAFETY: it is called by the thread that reads, and not after that.
        nonisolated(unsafe) let run = self
        reading.onRejected = { unsafe run.note($0) }
        return reading
    }

    // MARK: - Rejected records

    private func note(_ rejected: RejectedRecord) {
        unsafe reader.pointee.lastRecord = rejected.number
        if rejected.number > resumption.entry.records { count(rejected) }
    }

    private func count(_ rejected: RejectedRecord) {
        progress.rejected += 1
        result.rejected += 1
        options.onRejected?(rejected)
        do {
            try rejects?.write(rejected)
        } catch {
            rejectsFailure = rejectsFailure ?? error
        }
    }

    /// Rejects a record that the table does not take.
    private func refuse(_ row: RowBatch.Row, _ error: DatabaseError) throws {
        let message = error.message ?? "\(error.resultCode)"
        let complete = ImportError(
            .rejectedByModel, "the table \(table.name) refused it: \(message)", record: row.number,
            cause: error)
        guard options.reading.onError != .fail else { throw RefusedRow(error: complete) }
        let text = row.text
        count(RejectedRecord(number: row.number, byteRange: row.range, error: complete, text: text))
    }

    // MARK: - Rows

    /// Writes the rows that were read, and how far that is.
    private func writeRows(isLast: Bool = false) throws {
        if let rejectsFailure { throw rejectsFailure }
        unsafe reader.pointee.addNullColumns()
        if isFirstBatch { try prepare() }
        progress.records = max(progress.records, unsafe reader.pointee.lastRecord)
        if options.isDryRun { try countRows() } else { try commitRows(isLast: isLast) }
        isFirstBatch = false
        unsafe reader.pointee.batch.removeAll()
    }

    private func commitRows(isLast: Bool) throws {
        try interruption.write {
            let written = try transact(isLast: isLast)
            result.rows += written
            options.onCommit?(result)
        }
    }

    /// - Returns: how many rows were written.
    private func transact(isLast: Bool) throws -> Int {
        var written = 0
        try database.inTransaction(.immediate) {
            if isFirstBatch { try resumption.begin(in: database) }
            if unsafe !reader.pointee.batch.isEmpty {
                written = try unsafe writer.write(reader.pointee.batch, columns: &reader.pointee.columns)
            }
            if isLast { try createIndices() }
            // What is noted as rejected has to be in the file.
            try rejects?.synchronize()
            progress.rejectsBytes = rejects?.bytes ?? 0
            progress.isFinished = isLast
            try resumption.note(progress, in: database)
            return .commit
        }
        return written
    }

    private func countRows() throws {
        _ = try unsafe table.plan(&reader.pointee.columns, limit: database.maximumColumns)
        unsafe reader.pointee.columns.markWritten()
        result.rows += unsafe reader.pointee.batch.rows.count
    }

    /// Checks what was asked for against the first rows, before anything is written.
    private func prepare() throws {
        unsafe reader.pointee.columns.addProjected()
        let columns = unsafe reader.pointee.columns
        guard unsafe !columns.columns.isEmpty || reader.pointee.batch.isEmpty else {
            throw TableImportError(.data, "no record has a key that could be a column")
        }
        // Of nothing nothing can be said.
        guard !columns.columns.isEmpty else { return }
        for (names, option) in [(options.keys, "--key"), (options.indices, "--index")] {
            for name in names where columns.index(of: name) == nil {
                throw TableImportError.noSuchColumn(name, option: option, among: columns.columns)
            }
        }
    }

    private func createIndices() throws {
        for column in options.indices where unsafe !reader.pointee.columns.columns.isEmpty {
            try table.createIndex(on: column, in: database)
        }
    }
}

/// The table refused a row, and the import ends with that.
private struct RefusedRow: Error {
    let error: ImportError
}
