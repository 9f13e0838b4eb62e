internal import Foundation
internal import JSONRecords
internal import SystemPackage

/// An import of one input into a table of a database.
///
/// Each transaction that writes rows also writes a checkpoint. A resumed import parses the records up to the checkpoint
/// again, at the speed of the parser, and skips these records.
package final class TableImporter {
    private let input: TableInput
    let database: TableDatabase
    private let options: TableImportOptions
    private let interruptFlag: InterruptFlag

    /// - Parameter database: the database, whose connection stays open for the next import.
    package init(
        _ input: TableInput, into database: TableDatabase, options: TableImportOptions,
        interruptFlag: InterruptFlag
    ) {
        (self.input, self.database) = (input, database)
        (self.options, self.interruptFlag) = (options, interruptFlag)
    }

    /// Runs the import until it ends or stops. Committed rows are kept.
    package func run() -> TableImportResult {
        var result = TableImportResult(table: options.table)
        do {
            try options.validate()
            result = try options.follows ? follow() : run(from: .checkpoint)
        } catch {
            result.error = error
        }
        // The next import opens the file that is at the path by then.
        if result.error != nil, !database.hasOpenTransaction { database.close() }
        result.error = result.error.map(database.connection.describing)
        return result
    }

    // MARK: - Runs

    /// Imports the input from a start point; if it has changed since an earlier import, all of it, as the options say.
    private func run(from start: ImportStart) throws -> TableImportResult {
        do {
            return try run(from: start, to: .max)
        } catch let change as InputChange {
            if start == .checkpoint, case .text = change,
                let result = try resumeAtUnfinishedLine()
            {
                return result
            }
            return try run(from: try restart(after: change), to: .max)
        }
    }

    /// Reads the unfinished line again with which the input of the last run ended.
    ///
    /// - Returns: `nil` if there was none, or if the input has changed before it.
    private func resumeAtUnfinishedLine() throws -> TableImportResult? {
        do {
            return try run(from: .unfinishedLine, to: .max)
        } catch is InputChange {
            return nil
        }
    }

    /// Imports the records up to a number. If the table rejects a row, the rows before it are imported.
    private func run(from start: ImportStart, to lastRecord: Int) throws -> TableImportResult {
        let result = try write(from: start, to: lastRecord)
        guard let row = result.error as? RejectedRow else { return result }
        var resumed = result
        resumed.error = row.error
        if result.canResume, start != .firstRecordReplacingRows {
            // The rows of the batch before the rejected row were not committed.
            let isBegun = result.rows > 0 || result.rejected > 0
            resumed = try write(from: isBegun ? .checkpoint : start, to: row.number - 1)
            resumed.addRows(of: result)
            (resumed.recordsBefore, resumed.rejectedBefore) = (result.recordsBefore, result.rejectedBefore)
            resumed.rowsBefore = result.rowsBefore
            resumed.error = resumed.error ?? row.error
        }
        return resumed
    }

    /// Writes the records up to a number. If the connection is lost, opens another one, and resumes after the last checkpoint.
    private func write(from start: ImportStart, to lastRecord: Int) throws -> TableImportResult {
        var total: TableImportResult?
        var (start, pause) = (start, Self.firstPause)
        var deadline: ContinuousClock.Instant?
        while true {
            let result = Result { try writeOnce(from: start, to: lastRecord) }
            let lost: ConnectionLost
            switch result {
            case .success(var result):
                if let total { result.addRows(ofEarlier: total, isOfKind: options.kind != nil) }
                guard let error = result.error as? ConnectionLost, result.canResume else { return result }
                if result.rows > total?.rows ?? 0 || result.rejected > total?.rejected ?? 0 {
                    // A connection was open in the meantime.
                    (start, pause, deadline) = (.checkpoint, Self.firstPause, nil)
                }
                (total, lost) = (result, error)
            case .failure(let error as ConnectionLost): lost = error
            case .failure(let error as InputChange): throw error
            case .failure(let error): return try Self.result(total, endedBy: error)
            }
            let end = deadline ?? .now + options.reconnectionTime
            deadline = end
            guard ContinuousClock.now < end else { return try Self.result(total, endedBy: lost) }
            guard !interruptFlag.waits(atMost: pause) else {
                return try Self.result(total, endedBy: Interrupted())
            }
            pause = min(pause * 2, Self.longestPause)
            database.close()
        }
    }

    /// Returns the result so far with an error.
    ///
    /// - Throws: the error, if there is no result.
    private static func result(
        _ total: TableImportResult?, endedBy error: any Error
    ) throws -> TableImportResult {
        guard var total else { throw error }
        total.error = error
        return total
    }

    private func writeOnce(from start: ImportStart, to lastRecord: Int) throws -> TableImportResult {
        database.interruptFlag = interruptFlag
        return try database.connection.withStore(of: input, options, from: start) { store in
            try BatchWriter(input, options, from: start, to: lastRecord, interruptFlag, into: store).run()
        }
    }

    /// The first pause after a connection is lost; each further pause is twice as long, up to the longest.
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(10)

    /// Imports the records of a file as it grows, and of the files that replace it.
    private func follow() throws -> TableImportResult {
        var total = try run(from: .checkpoint)
        while total.error == nil, !interruptFlag.isRequested {
            do {
                var result = try run(from: .firstRecord)
                if let error = result.error as? ImportError, Self.isBetweenRotations(error) {
                    result.error = nil
                    usleep(Self.rotationPause)
                }
                total.addRows(of: result)
                total.bytesRead += result.bytesRead
                total.textBytes += result.textBytes
                (total.warnings, total.error) = (result.warnings, result.error)
                for number in total.tables.indices {
                    total.tables[number].columns = result.tables[number].columns
                }
            } catch {
                total.error = error
            }
        }
        // The only way to end following a file.
        if total.error is Interrupted { total.error = nil }
        return total
    }

    /// Returns whether an error only says that no file with records has replaced a rotated file yet.
    private static func isBetweenRotations(_ error: ImportError) -> Bool {
        let isEmpty = error.code == .unexpectedEnd && error.location?.offset == 0
        return isEmpty || error.cause as? Errno == .noSuchFileOrDirectory
    }

    /// The time between two attempts to open a file, in microseconds.
    private static let rotationPause: UInt32 = 100_000

    /// Returns the point at which to start if the input has changed since an earlier import.
    ///
    /// - Throws: ``TableImportError`` if the options do not say what to do.
    private func restart(after change: InputChange) throws -> ImportStart {
        switch options.changePolicy {
        case .replace: return .firstRecordReplacingRows
        case .append: return .firstRecord
        case .fail:
            switch change {
            // A followed file with another text was rotated.
            case .text where options.follows: return .firstRecord
            // Records with a key update their rows.
            case .settings, .table, .text, .document: if !options.keys.isEmpty { return .firstRecord }
            case .path: break
            }
            throw TableImportError.inputChanged(input.name, change, table: options.table)
        }
    }
}
