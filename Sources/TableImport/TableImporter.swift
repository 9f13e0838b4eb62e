internal import Foundation
internal import GRDB
internal import JSONRecords

/// Imports one input into a table of a database of SQLite.
///
/// The position that was reached is written in the transaction that writes the rows. An import that was cut off goes
/// on behind that record: what lies before is read again, at the speed of the parser, and passed over.
package final class TableImporter {
    private let input: TableInput
    private let file: String
    private let options: TableImportOptions
    private let interruption: InterruptFlag
    /// How the database is opened.
    var configuration: Configuration

    /// - Parameters:
    ///   - input: what is read.
    ///   - file: the database, which is made if there is none.
    ///   - options: what becomes of the records.
    ///   - interruption: stops the import.
    package init(
        _ input: TableInput, into file: String, options: TableImportOptions, interruption: InterruptFlag
    ) {
        self.input = input
        self.file = file
        self.options = options
        self.interruption = interruption
        configuration = Self.defaults
        configuration.readonly = options.isDryRun
    }

    /// Runs the import to its end, or to what stops it. What was committed stays.
    package func run() -> TableImportResult {
        do {
            return try openDatabase().inDatabase { database in
                try TableImportRun(input, options, interruption, file: file, in: database).run()
            }
        } catch {
            var result = TableImportResult(table: options.table)
            result.error = TableImportError.wrapping(error, file: file)
            return result
        }
    }

    private func openDatabase() throws -> DatabaseQueue {
        // Nothing is made for an input that is not there.
        if options.isDryRun || !input.canBeOpened, !FileManager.default.fileExists(atPath: file) {
            return try DatabaseQueue()
        }
        return try DatabaseQueue(path: file, configuration: configuration)
    }

    private static var defaults: Configuration {
        var configuration = Configuration()
        // As other programs have it that write to the file.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            // Views must not keep a table from being made anew.
            try db.execute(sql: "PRAGMA legacy_alter_table = ON; PRAGMA cache_size = -\(cacheKibibytes)")
        }
        return configuration
    }

    /// How long to wait for another program, in seconds.
    private static let busyTimeout = 5.0
    private static let cacheKibibytes = 8192
}
