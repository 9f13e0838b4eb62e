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
    @OptionGroup var recordOptions: RecordOptions
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
        var rule = try inputs.rule(at: inputOptions.givenPath, format: inputOptions.format, console)
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
            try RecordRun(
                recordOptions, readOptions(progress), from: input.part?.firstRecord ?? 1, to: LineOutput(),
                log: log
            ).run(records, of: input.name)
        } catch let error as ImportError {
            readError = records.advised(error)
        }
        return withExtendedLifetime(interruptHandler) {
            printOutcome(of: input, records, rejectedCount: log.count, readError)
        }
    }

    private func readOptions(_ progress: Progress) -> ReadOptions {
        var options = inputOptions.readOptions
        options.onProgress = { progress.update($0) }
        return options
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
struct RecordOptions: ParsableArguments {
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
