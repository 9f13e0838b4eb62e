import Foundation
import StreamImport
import TableImport
import TerminalProgress

/// What an import into a table came to, told to a person or a program.
struct ImportReport {
    let input: InputArgument
    let database: String
    let rejects: String?
    let isDryRun: Bool
    let result: TableImportResult
    let elapsed: Duration

    /// Says it, and with what status the program ends.
    func publish(to console: Console, asJSON: Bool, isQuiet: Bool) throws -> ExitStatus {
        if let failure = result.failure { tell(failure, to: console) }
        if asJSON {
            try console.result(json)
        } else if !isQuiet {
            for line in lines { try console.result(line) }
        }
        return status
    }

    var status: ExitStatus {
        switch result.failure {
        case nil: result.rejected + result.rejectedBefore == 0 ? .success : .recordsRejected
        case is Interrupted: .interrupted
        case let error as ImportError: ExitStatus(error)
        case let error as TableImportError:
            switch error.cause {
            case .usage: .wrongUsage
            case .data: .badData
            case .database: .ioFailed
            }
        default: .ioFailed
        }
    }

    // MARK: - For a person

    private func tell(_ failure: any Error, to console: Console) {
        switch failure {
        case is Interrupted:
            let advice = result.canResume ? "; the same command goes on from there" : ""
            console.message("interrupted: \(committed) of \(input.name) are in \(database)\(advice)")
        case let error as ImportError: console.fault(error, in: input)
        default: console.failure("\(failure)")
        }
    }

    private var committed: String {
        let records = result.recordsBefore + result.rows
        return records == 1 ? "1 record" : "\(records) records"
    }

    private var lines: [String] {
        if result.wasFinished {
            return [
                "\(input.name): imported before, nothing to do: the table \(result.table) of \(database) has it"
            ]
        }
        var lines: [String] = []
        if let definition = result.definition { lines.append(definition + ";") }
        if result.failure == nil || result.rows > 0 { lines.append(summary) }
        return lines
    }

    private var summary: String {
        let verb = isDryRun ? "would go" : result.failure == nil ? "went" : "had gone"
        var text =
            "\(input.name): \(result.rows) \(result.rows == 1 ? "record" : "records") \(verb) into the table "
            + "\(result.table) of \(database), \(result.columns) \(result.columns == 1 ? "column" : "columns")"
        if result.recordsBefore > 0 { text += ", behind \(result.recordsBefore) of an earlier run" }
        let rejected = result.rejected + result.rejectedBefore
        if rejected > 0 {
            text += "; \(rejected) rejected" + (rejects.map { ", see \($0)" } ?? "")
        }
        return text + timing
    }

    private var timing: String {
        let seconds = elapsed / .seconds(1)
        let rate = Int(Double(result.textBytes) / max(seconds, 0.001) / 1e6)
        return String(format: "\n%.2f s, %d MB/s of JSON", seconds, rate)
    }

    // MARK: - For a program

    private struct Summary: Encodable {
        var input: String
        var database: String
        var table: String
        var rows: Int
        var recordsBefore: Int
        var rejected: Int
        var columns: Int
        var finished: Bool
        var status: Int32
        var error: String?
        var definition: String?
        var bytesRead: Int
        var textBytes: Int
        var seconds: Double
    }

    private var json: String {
        let summary = Summary(
            input: input.name, database: database, table: result.table, rows: result.rows,
            recordsBefore: result.recordsBefore, rejected: result.rejected + result.rejectedBefore,
            columns: result.columns,
            finished: result.failure == nil, status: status.rawValue,
            error: result.failure.map { $0 is Interrupted ? "interrupted" : "\($0)" },
            definition: result.definition, bytesRead: result.bytesRead, textBytes: result.textBytes,
            seconds: elapsed / .seconds(1))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(summary)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
