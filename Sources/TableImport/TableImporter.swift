internal import Foundation
internal import GRDB
internal import JSONRecords

/// An import of one input into a table of an SQLite database.
///
/// Each transaction that writes rows also writes a checkpoint. A resumed import parses the records up to the checkpoint
/// again, at the speed of the parser, and skips these records.
package final class TableImporter {
    private let input: TableInput
    private let file: String
    private let options: TableImportOptions
    private let interruptFlag: InterruptFlag
    /// The configuration for opening the database.
    var configuration: Configuration

    /// - Parameters:
    ///   - input: the input to read.
    ///   - file: the path of the database, which is created if it does not exist.
    ///   - options: the options of the import.
    ///   - interruptFlag: the flag that stops the import.
    package init(
        _ input: TableInput, into file: String, options: TableImportOptions, interruptFlag: InterruptFlag
    ) {
        self.input = input
        self.file = file
        self.options = options
        self.interruptFlag = interruptFlag
        configuration = Self.defaults
        configuration.readonly = options.isDryRun
    }

    /// Runs the import until it ends or stops. Committed rows are kept.
    package func run() -> TableImportResult {
        do {
            return try openDatabase().inDatabase { database in
                try TableImportRun(input, options, interruptFlag, databasePath: file, in: database).run()
            }
        } catch {
            var result = TableImportResult(table: options.table)
            result.error = TableImportError.wrapping(error, file: file)
            return result
        }
    }

    private func openDatabase() throws -> DatabaseQueue {
        // Neither a dry run nor an import whose input cannot be opened creates the file.
        if options.isDryRun || !input.canBeOpened, !FileManager.default.fileExists(atPath: file) {
            return try DatabaseQueue()
        }
        return try DatabaseQueue(path: file, configuration: configuration)
    }

    private static var defaults: Configuration {
        var configuration = Configuration()
        // GRDB enforces foreign keys by default. SQLite does not, and so other programs that write to the file do not.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            // Lets a table be rebuilt although views refer to it.
            try db.execute(sql: "PRAGMA legacy_alter_table = ON; PRAGMA cache_size = -\(cacheKibibytes)")
        }
        return configuration
    }

    /// The maximum time to wait for another program's lock, in seconds.
    private static let busyTimeout = 5.0
    private static let cacheKibibytes = 8192
}
