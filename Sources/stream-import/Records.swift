import ArgumentParser
import Foundation
import JSONRecords
import SystemPackage
import TableImport

/// The command that writes each record of inputs as a line.
struct Records: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes each record as one line of JSON (NDJSON) to standard output.",
        discussion: """
            A line has the record as it is written in the input, without the white space outside of strings. A record is \
            rejected if stream-import check rejects it.

            EXAMPLES:
              stream-import records dump.json.gz | head -n 3
              stream-import records --path data.items --columns id,name export.json
              stream-import records --skip 1000 --limit 10 dump.json.zst
              stream-import records --rejects bad.ndjson logs/*.ndjson > good.ndjson
              curl -s https://example.com/dump.json.gz | stream-import records - | jq .id

            \(Help.more)
            """)

    @OptionGroup var inputArguments: InputArguments
    @OptionGroup private var recordOptions: RecordOptions
    @OptionGroup var inputOptions: InputOptions

    @OptionGroup var outputOptions: OutputOptions

    private var console: Console { Console() }

    private var rejections: RejectionOptions { recordOptions.rejections }

    func validate() throws {
        try inputOptions.validate(with: inputArguments.partOptions)
        try recordOptions.addedColumns.validate(selected: recordOptions.columnNames)
        if !inputArguments.partOptions.readsParts {
            try recordOptions.addedColumns.validate(paths: inputOptions.givenPath.map { [$0] } ?? [])
        }
        try validate(inputArguments.given)
    }

    /// Checks that no output is also an input.
    private func validate(_ inputs: [InputArgument]) throws {
        let files = inputArguments.partOptions.withManifest(inputs).compactMap(\.reopenableFile)
        // A terminal and the null device can be both.
        let output = RejectionOptions.standardOutput
        let isFile = (try? Stat(FilePath(output)))?.type == .regular
        guard !isFile || !files.map(FileIdentity.init).contains(FileIdentity(output)) else {
            throw ValidationError("Standard output is also an input; write the records to another file.")
        }
        try rejections.validateFile(differsFrom: files, "an input")
        guard !rejections.areOnStandardOutput else {
            throw ValidationError(
                "--rejects names standard output, which has the records; choose another file.")
        }
    }

    func run() throws {
        let inputs = try inputArguments.all()
        if inputArguments.partOptions.readsParts {
            try console.reportingWrongUsage { try validate(inputs) }
        }
        var use = RecordRule.Use()
        use.memberKeys = recordOptions.columnNames ?? []
        use.rejectsOthers = rejections.handling != .fail
        var rule = try inputs.rule(
            at: inputOptions.givenPath, format: inputOptions.format, for: use, console)
        guard !inputOptions.explains else { return try inputs.explain(by: rule, console) }
        do {
            let rejectsFile = try rejections.rejects.map { try RejectsFile(path: $0) }
            var worst = ExitStatus.success
            for (index, input) in inputs.enumerated() {
                // The bar would be drawn among the records.
                let isQuiet = outputOptions.quiet || Terminal(.standardOutput).isTerminal
                let progress = Progress(of: inputs.title(index), isQuiet: isQuiet)
                worst = max(worst, try write(input, by: &rule, progress, rejectsFile))
            }
            guard worst == .success else { throw worst.code }
        } catch is LineOutput.ReaderEnded {
        } catch let error as TableImportError {
            console.reportError("\(error)")
            throw ExitStatus.ioFailed.code
        }
    }

    private func write(
        _ input: InputArgument, by rule: inout RecordRule, _ progress: Progress, _ rejectsFile: RejectsFile?
    ) throws -> ExitStatus {
        let interruptHandler = try InterruptHandler(endingReadOf: input, progress)
        let records = input.records(by: &rule)
        let tableInput = TableInput(name: input.name, file: input.path) { records.input($0) }
        let log = RejectedRecordLog(of: tableInput, to: rejectsFile) { rejected in
            guard rejections.areListed else { return }
            progress.clear()
            console.reportError(rejected.error, in: input)
        }
        var readError: ImportError?
        do {
            defer { progress.finish() }
            try records.checkPath()
            if !outputOptions.quiet, let note = records.note() {
                console.message("\(input.name): \(note.printable)")
            }
            var options = inputOptions.readOptions
            options.onProgress = { progress.update($0) }
            try RecordRun(
                recordOptions, options, from: input.part?.firstRecord ?? 1, to: LineOutput(), log: log
            ).run(records, of: input.fullName)
            if !outputOptions.quiet, let note = records.noteWithoutPath {
                console.message("\(input.name): \(note.printable)")
            }
        } catch let error as ImportError {
            readError = records.advised(error)
        }
        return withExtendedLifetime(interruptHandler) {
            printOutcome(of: input, records, rejectedCount: log.count, readError)
        }
    }

    /// - Parameter readError: the error that stopped reading before the end.
    private func printOutcome(
        of input: InputArgument, _ records: InputRecords, rejectedCount: Int, _ readError: ImportError?
    ) -> ExitStatus {
        if let readError { console.reportError(readError, in: input) }
        if !outputOptions.quiet, rejectedCount > 0 {
            let file = rejections.rejects.map { ", see \($0.printable)" } ?? ""
            let noun = rejectedCount == 1 ? "record" : "records"
            console.message("\(input.title): \(rejectedCount) \(noun) rejected" + file)
        }
        guard let readError else { return rejectedCount == 0 ? .success : .recordsRejected }
        let canSkip = records.canSkipRecord(with: readError)
        if !outputOptions.quiet, rejections.handling == .fail, canSkip {
            console.message(
                "\(input.name): use --on-error skip to skip such records, or --rejects to also write them to a file"
            )
        }
        return ExitStatus(readError)
    }
}

/// The options for writing records.
private struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The members of each record to write, separated by commas. The case of letters counts. A record that is not \
            an object is rejected. (default: all)
            """, valueName: "a,b,…"))
    private var columns: String?

    @OptionGroup var addedColumns: AddedColumnOptions
    @OptionGroup var range: RecordRange
    @OptionGroup var rejections: RejectionOptions

    var columnNames: [String]? { columns.map(NameList.names) }

    func validate() throws {
        try NameList.validate(columnNames ?? [], of: "--columns")
    }
}

/// A run that writes the records of one input as lines.
private final class RecordRun {
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
        skippedNumber = recordOptions.range.skippedNumber(from: firstRecord)
        lastNumber = recordOptions.range.lastNumber(from: firstRecord)
        self.output = output
        self.log = log
    }

    /// Writes the records.
    ///
    /// - Throws: ``ImportError``, or an error of the output.
    ///
    /// - Parameter input: the name of the input.
    func run(_ records: InputRecords, of input: String) throws {
        let (options, columns) = (options, recordOptions.columnNames)
        let added = recordOptions.addedColumns.columns(of: input)
        let recordInput = records.input(options).carrying(added.enclosingValues)
        let reader = try recordInput.makeParallelReader {
            RecordLineCollector(options, columns: columns, added: added)
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
        if recordOptions.range.skip > 0 { options.errorPolicy = .skip() }
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

/// A collector that makes a line of the text of each record.
private final class RecordLineCollector: RecordTextReceiver {
    private lazy var textConsumer = RecordTextConsumer(self)
    private let projection: MemberProjection?
    /// The members that are added to each record.
    private let added: [AddedColumn]
    private let options: ReadOptions
    /// The lines, each with its line feed.
    private var lines: [UInt8] = []
    /// The number of bytes of the lines of complete records. The line of a record that may still be rejected follows.
    private var completeCount = 0
    private(set) var errorPath: [JSONPath.Component] = []

    /// - Parameter columns: the keys of the members to keep; `nil` for all members.
    init(_ options: ReadOptions, columns: [String]?, added: [AddedColumn]) {
        (self.options, self.added) = (options, added)
        projection = columns.map(MemberProjection.init)
        reserveCapacity()
    }

    private func reserveCapacity() { lines.reserveCapacity(options.segmentBytes) }

    var takesObjectsOnly: Bool { projection != nil || !added.isEmpty }

    func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
        if options.unpairedSurrogates == .rejectRecord, StringSpelling(text).hasUnpairedSurrogate {
            try checkSurrogates(text, at: offset)
        }
        let start = lines.count
        if let projection {
            projection.append(text, to: &lines)
        } else {
            CompactText.append(text, to: &lines)
        }
        if !added.isEmpty { appendAddedMembers(to: start) }
        lines.append(UInt8(ascii: "\n"))
    }

    /// Appends the members that are added to a record to its line, which begins at a position. So they count for readers that keep
    /// the last of duplicate keys.
    private func appendAddedMembers(to start: Int) {
        lines.removeLast()
        if lines.count > start + 1 { lines.append(UInt8(ascii: ",")) }
        added.appendMembers(of: EventContext.reader(textConsumer.context), to: &lines)
        lines.append(UInt8(ascii: "}"))
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

/// Standard output, to which records are written as lines.
private struct LineOutput {
    private let sink = FileSink(FileHandle.standardOutput)

    /// The error of an output whose reader has ended, as `head` does after some lines. It ends the program without a message.
    struct ReaderEnded: Error {}

    /// Writes lines.
    ///
    /// - Throws: ``ReaderEnded``, or the exit status of a failed write, after a message with the error.
    func write(_ lines: ArraySlice<UInt8>) throws {
        guard !lines.isEmpty else { return }
        do throws(ImportError) {
            try sink.write(lines.span)
        } catch {
            let cause = error.cause as? Errno
            guard cause != .brokenPipe else { throw ReaderEnded() }
            Console().message("standard output: cannot be written: \(cause?.description ?? error.message)")
            throw ExitStatus.ioFailed.code
        }
    }
}
