import DumpProfile
import Foundation
import JSONRecords
import SystemPackage
import TableImport

/// The report of an import into a table, for a person or a program.
struct ImportReport {
    let target: ImportTarget
    let database: String
    /// The records of the input; `nil` if the program ends before it has found them.
    let records: InputRecords?
    let rejects: String?
    let skipsRecords: Bool
    let isDryRun: Bool
    private(set) var result: TableImportResult
    /// The number of records that replaced a row of the same import; `nil` if it is not known, because the table had rows before.
    private(set) var replaced: Int?
    let canReplaceRows: Bool
    let elapsed: Duration

    private var input: InputArgument { target.input }

    func printResult(to console: Console, asJSON: Bool, isQuiet: Bool) throws {
        for warning in result.warnings { console.message("\(input.name): \(warning.printable)") }
        if let error = result.error { reportError(error, to: console) }
        if asJSON {
            try console.result(json)
        } else if !isQuiet {
            for line in lines(console) { try console.result(line) }
        }
    }

    /// Returns the report after an error because of which no row is in the database.
    func ended(by error: any Error) -> ImportReport {
        var report = self
        report.replaced = nil
        (report.result.rejected, report.result.wasFinished, report.result.error) = (0, false, error)
        for number in report.result.tables.indices { report.result.tables[number].rows = 0 }
        return report
    }

    /// Whether the user has interrupted the program, or the database would also end the imports of other inputs.
    var endsProgram: Bool {
        result.error is Interrupted || (result.error as? TableImportError)?.cause == .database
    }

    var status: ExitStatus {
        switch result.error {
        case nil: result.rejected + result.rejectedBefore == 0 ? .success : .recordsRejected
        case is Interrupted: .interrupted
        case let error as ImportError: ExitStatus(error)
        case let error as TableImportError: ExitStatus(error)
        default: .ioFailed
        }
    }

    // MARK: - For a person

    private func reportError(_ error: any Error, to console: Console) {
        switch error {
        case is Interrupted: console.message("interrupted: " + interruptionSummary)
        case let error as ImportError: console.reportError(error, in: input)
        case let error as TableImportError where error.cause == .data && !error.message.contains(input.name):
            console.reportError("\(input.name): \(error)")
        default: console.reportError("\(error)")
        }
    }

    /// The message about the rows that an interrupted import has committed.
    private var interruptionSummary: String {
        if isDryRun { return "\(input.name) was not read to the end" }
        guard committed > 0 else { return "no record of \(input.name) was imported into \(destination)" }
        let verb = committed == 1 ? "was" : "were"
        return "\(committed.counted("record")) of \(input.name) \(verb) imported into \(destination)"
            + (result.canResume ? "; run the same command again to resume" : "")
    }

    private func lines(_ console: Console) -> [String] {
        if result.error is Interrupted { return [] }
        if result.wasFinished {
            let isEmpty = rejects.map { (try? Stat(FilePath($0)))?.size == 0 } == true
            return [
                console.bold(input.title)
                    + ": already imported, and unchanged since then (\(committed.counted("record")) in \(destination))"
                    + (isEmpty && result.rejectedBefore > 0
                        ? "; --rejects writes rejected records of an import into another table, with --table"
                        : "")
            ]
        }
        let details =
            [
                records?.note(replacesRows: canReplaceRows)?.printable, resumedFrom, replacedRows,
                rejectedRecords.map(console.red),
            ].compactMap(\.self) + children + [timing, advice].compactMap(\.self)
        let heading = heading.map { console.bold(input.title) + ": " + $0 }
        let definitions = [result.definition] + result.children.map(\.definition)
        return definitions.compactMap { $0.map { $0 + ";" } } + [heading].compactMap(\.self)
            + (heading == nil ? [] : details.map { "  " + $0 })
    }

    /// The summary of the rows; `nil` if an error stopped the import before it wrote a row.
    private var heading: String? {
        let rows = result.rows.counted("record")
        let columns = result.columns.counted("column")
        guard result.error == nil else {
            guard result.rows > 0 else { return nil }
            let verb = isDryRun ? "would be" : result.rows == 1 ? "was" : "were"
            return "stopped after \(rows), which \(verb) imported into \(destination) (\(columns))"
        }
        let imported = "\(rows)\(isDryRun ? " would be" : "") imported"
        guard result.columns > 0 else { return "\(imported), so there is no table \(result.table.printable)" }
        return "\(imported) into \(destination) (\(columns))"
    }

    private var children: [String] {
        result.children.filter { $0.columns > 0 }.map { child in
            "\(child.rows.counted("row"))\(isDryRun ? " would be" : "") imported into the "
                + "child table \(child.table.printable) (\(child.columns.counted("column")))"
        }
    }

    private var destination: String { "the table \(result.table.printable) of \(database.printable)" }

    private var resumedFrom: String? {
        guard result.recordsBefore > 0 else { return nil }
        return "resumed after \(result.rowsBefore.counted("record")) of an earlier run"
    }

    private var replacedRows: String? {
        guard let replaced, replaced > 0 else { return nil }
        return "\(replaced.counted("record")) replaced a row with the same key, so the table has "
            + (result.rows - replaced).counted("row")
    }

    private var rejectedRecords: String? {
        let rejected = result.rejected + result.rejectedBefore
        guard rejected > 0 else { return nil }
        let file = isDryRun ? nil : rejects
        let name = file == "-" ? "standard output" : file?.printable
        return "\(rejected.counted("record")) rejected" + (name.map { ", see \($0)" } ?? "")
    }

    private var timing: String {
        let seconds = elapsed / .seconds(1)
        let time = String(format: "%.2f s", seconds)
        // The rate of a resumed run would be misleading, because the run skips the records of earlier runs.
        guard result.textBytes > 0, result.recordsBefore == 0 else { return time }
        let rate = Double(result.textBytes) / max(seconds, 0.001) / 1e6
        return time + String(format: ", %.*f MB/s of JSON", rate < 10 ? 1 : 0, rate)
    }

    /// The advice for continuing after the error that stopped the import; `nil` if there is none.
    private var advice: String? {
        switch result.error {
        case let error as ImportError where !skipsRecords && records?.canSkipRecord(with: error) == true:
            "use --on-error skip to skip such records, or --rejects to also write them to a file"
                + (canContinue ? "; the import then resumes here" : "")
        case let error as ImportError where error.category != .io:
            canContinue ? "correct the input, and run the same command again to resume" : nil
        case let error as TableImportError where error.cause != .database: nil
        case .some: canContinue ? "run the same command again to resume" : nil
        case nil: nil
        }
    }

    private var canContinue: Bool { result.canResume && !isDryRun }

    /// The number of the input's records that became rows, over all runs.
    private var committed: Int { result.rowsBefore + result.rows }

    // MARK: - For a program

    /// The path of the records, if the user gave it or the program has found it.
    private var path: JSONPath? { target.path ?? records.flatMap { $0.isPathFound ? $0.path : nil } }

    private var json: String {
        let json: CompactJSON = [
            "bytesRead": .count(result.bytesRead),
            "children": result.children.isEmpty ? nil : .array(result.children.map(Self.json)),
            "columns": .count(result.columns), "database": .string(database),
            "definition": result.definition.map(CompactJSON.string),
            "error": result.error.map { .string($0 is Interrupted ? "interrupted" : "\($0)") },
            "finished": .bool(result.error == nil),
            "firstWithoutPath": records?.valuesWithoutPath.firstLine.map(CompactJSON.count),
            "input": .string(input.name),
            "path": path.map { .string($0.option) }, "recordsBefore": .count(result.recordsBefore),
            "rejected": .count(result.rejected + result.rejectedBefore),
            "replaced": replaced.map(CompactJSON.count),
            "rows": .count(result.rows),
            "seconds": .number("\(elapsed / .seconds(1))"), "status": .count(Int(status.rawValue)),
            "table": .string(result.table), "textBytes": .count(result.textBytes),
            "warnings": .strings(result.warnings),
            "withoutPath": records.map { .count($0.valuesWithoutPath.count) },
        ]
        return json.text
    }

    private static func json(_ child: TableImportResult.Table) -> CompactJSON {
        [
            "columns": .count(child.columns), "definition": child.definition.map(CompactJSON.string),
            "rows": .count(child.rows), "table": .string(child.table),
        ]
    }
}

/// The reports of imports. Those of a shared transaction are printed after the commit that makes them true.
struct ImportReports {
    let database: TableDatabase
    let interruptFlag: InterruptFlag
    let print: (ImportReport) throws -> Void
    private var uncommitted: [ImportReport] = []
    /// The status of the worst import.
    private(set) var status = ExitStatus.success
    private(set) var endsProgram = false

    init(
        of database: TableDatabase, _ interruptFlag: InterruptFlag,
        print: @escaping (ImportReport) throws -> Void
    ) {
        (self.database, self.interruptFlag, self.print) = (database, interruptFlag, print)
    }

    mutating func append(_ report: ImportReport) throws {
        uncommitted.append(report)
        endsProgram = report.endsProgram
        if endsProgram || database.isCommitDue { try commit() }
    }

    /// Commits the imports, and prints their reports. After Ctrl-C, the program ends only after both.
    mutating func commit() throws {
        try interruptFlag.write {
            do {
                try database.commit()
            } catch {
                // The first import ends the program with the error, as if it had not shared the transaction.
                (uncommitted, endsProgram) = (uncommitted.prefix(1).map { $0.ended(by: error) }, true)
            }
            defer { uncommitted = [] }
            for report in uncommitted {
                status = max(status, report.status)
                try print(report)
            }
        }
    }
}
