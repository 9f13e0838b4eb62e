import ArgumentParser
import Foundation
import JSONRecords

/// The command that reads inputs to their ends, and reports whether they can be imported.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads inputs to the end, reports errors with their locations, and counts the records.",
        discussion: """
            Each input must be complete JSON in UTF-8, within the limits of the options. If the input consists of lines, each invalid line is reported, up to --limit, and so is each record with an unpaired surrogate. Any other error ends the check. All \
            inputs are checked; the exit status is the highest of all inputs.

            EXAMPLES:
              stream-import check dump.json
              stream-import check --path data.items export.json.gz
              stream-import check --format lines logs/*.ndjson.zst
              curl -s https://example.com/dump.json.gz | stream-import check -

            \(ExitStatus.help)
            """)

    @OptionGroup var inputArguments: InputArguments
    @OptionGroup var inputOptions: InputOptions

    @Option(
        help: ArgumentHelp(
            "The maximum number of invalid lines of an input. One more ends the check of the input.",
            valueName: "count"))
    var limit = 100

    @Flag(name: .shortAndLong, help: "Print errors only: no counts and no progress bar.")
    var quiet = false

    private var console: Console { Console() }

    func validate() throws {
        try inputOptions.validate(with: inputArguments.partOptions)
        guard limit >= 0 else { throw ValidationError("--limit must be at least 0, found \(limit).") }
    }

    func run() throws {
        var worst = ExitStatus.success
        let inputs = try inputArguments.all()
        for (index, input) in inputs.enumerated() {
            worst = max(worst, try check(input, Progress(of: inputs.title(index), isQuiet: quiet)))
        }
        guard worst == .success else { throw worst.code }
    }

    private func check(_ input: InputArgument, _ progress: Progress) throws -> ExitStatus {
        let interruptHandler = try InterruptHandler(endingReadOf: input, progress)
        let records = InputRecords(of: input, at: inputOptions.givenPath, format: inputOptions.format)
        var summary = RecordSummary()
        var readError: ImportError?
        do {
            let reader = try records.input(options(progress)).makeParallelReader { RecordChecker() }
            defer {
                reader.close()
                summary = reader.summary
            }
            while let batch = reader.next() { try reader.deliver(batch) {} }
        } catch {
            readError = error as? ImportError
        }
        progress.finish()
        return try withExtendedLifetime(interruptHandler) {
            try printResult(summary, readError, of: input, records)
        }
    }

    private func options(_ progress: Progress) -> ReadOptions {
        var options = inputOptions.readOptions
        options.errorPolicy = limit == 0 ? .fail : .collect(limit: limit)
        options.onProgress = { progress.update($0) }
        return options
    }

    /// - Parameter readError: the error that stopped reading before the end.
    private func printResult(
        _ summary: RecordSummary, _ readError: ImportError?, of input: InputArgument, _ records: InputRecords
    ) throws -> ExitStatus {
        // If no line is JSON, the input does not consist of lines, and errors after the first would be misleading.
        if (input.part?.format ?? inputOptions.format) == .automatic, summary.recordCount == 0,
            let first = summary.rejectedRecords.first, first.error.category != .data
        {
            console.reportError(first.error, in: input)
            return .badData
        }
        for record in summary.rejectedRecords { console.reportError(record.error, in: input) }
        if let readError {
            console.reportError(readError, in: input)
            if summary.recordCount > 0 {
                try printResult("\(input.title): stopped after \(countsText(summary))")
            }
            return ExitStatus(readError)
        }
        let note = records.note.map { "; " + $0.printable } ?? ""
        try printResult("\(input.title): \(countsText(summary)), \(summary.textBytes) bytes of text" + note)
        return summary.rejectedRecords.isEmpty ? .success : .recordsRejected
    }

    private func printResult(_ line: String) throws {
        if !quiet { try console.result(line) }
    }

    private func countsText(_ summary: RecordSummary) -> String {
        let records = "\(summary.recordCount) \(summary.recordCount == 1 ? "record" : "records")"
        return summary.rejectedRecords.isEmpty
            ? records : records + ", \(summary.rejectedRecords.count) rejected"
    }
}
