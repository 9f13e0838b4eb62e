internal import Foundation
internal import GRDB
internal import JSONRecords

/// An import of one input into a table of an SQLite database.
///
/// Each transaction writes rows together with a checkpoint. A resumed import continues after the record of the
/// checkpoint: it parses the records before it again, at the speed of the parser, and skips them.
package final class TableImporter {
    private let input: TableInput
    private let file: String
    private let options: TableImportOptions
    private let interruption: InterruptFlag
    /// The configuration for opening the database.
    var configuration: Configuration

    /// - Parameters:
    ///   - input: the input to read.
    ///   - file: the path of the database, which is created if it does not exist.
    ///   - options: the options of the import.
    ///   - interruption: the flag that stops the import.
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

    /// Runs the import until it ends or stops. Committed rows are kept.
    package func run() -> TableImportResult {
        do {
            return try openDatabase().inDatabase { database in
                try TableImportRun(input, options, interruption, databasePath: file, in: database).run()
            }
        } catch {
            var result = TableImportResult(table: options.table)
            result.error = TableImportError.wrapping(error, file: file)
            return result
        }
    }

    private func openDatabase() throws -> DatabaseQueue {
        // A dry run creates no file, nor does an import whose input cannot be opened.
        if options.isDryRun || !input.canBeOpened, !FileManager.default.fileExists(atPath: file) {
            return try DatabaseQueue()
        }
        return try DatabaseQueue(path: file, configuration: configuration)
    }

    private static var defaults: Configuration {
        var configuration = Configuration()
        // Off by default in SQLite, and so in other programs that write to the file.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            // Lets a table be rebuilt although views refer to it.
            try db.execute(sql: "PRAGMA legacy_alter_table = ON; PRAGMA cache_size = -\(cacheKibibytes)")
        }
        return configuration
    }

    /// How long to wait for another program's lock, in seconds.
    private static let busyTimeout = 5.0
    private static let cacheKibibytes = 8192
}
