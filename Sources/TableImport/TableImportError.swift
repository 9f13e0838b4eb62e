internal import GRDB
internal import SQLiteSupport

/// The error of an import whose rows could not be written, or that could not be resumed.
package struct TableImportError: Error, CustomStringConvertible {
    /// What the user has to change.
    package enum Cause: Sendable {
        /// The arguments.
        case usage
        /// The records.
        case data
        /// The database, or the system.
        case database
    }

    package let cause: Cause
    /// The description of the error.
    package let message: String
    /// What the user can do about the error.
    package let advice: String?

    package var description: String { advice.map { "\(message); \($0)" } ?? message }

    init(_ cause: Cause, _ message: String, advice: String? = nil) {
        self.cause = cause
        self.message = message
        self.advice = advice
    }

    /// Returns a ``TableImportError`` with advice for an error of the database or of decoding its rows, and any other
    /// error as it is.
    static func wrapping(_ error: any Error, file: String) -> any Error {
        switch error {
        case let error as DatabaseError: TableImportError(error, file: file)
        case is DecodingError, is RowDecodingError:
            TableImportError(
                .database,
                "\(file): the tables stream_import and stream_import_tables are not as imports write them",
                advice: "remove both: DROP TABLE stream_import; DROP TABLE stream_import_tables")
        default: error
        }
    }

    /// Creates an error from an error of SQLite, with advice.
    init(_ error: DatabaseError, file: String) {
        let advice: String? =
            switch error.resultCode {
            case .SQLITE_FULL: "make room and run the same command again: it goes on where it stopped"
            case .SQLITE_BUSY, .SQLITE_LOCKED: "another program is using it; try again when that is done"
            case .SQLITE_READONLY, .SQLITE_PERM: "the file, and its folder, must be writable"
            case .SQLITE_CANTOPEN: "the folder must be there and be writable"
            case .SQLITE_NOTADB: "name a file of SQLite, or one that is not there yet"
            case .SQLITE_TOOBIG: "SQLite holds values of one billion bytes at most"
            default: nil
            }
        let message = error.message ?? "\(error.resultCode)"
        self.init(.database, "\(file): \(message)", advice: advice)
    }

    static func tooManyColumns(limit: Int) -> TableImportError {
        TableImportError(
            .data,
            "the records have more different keys than a table of SQLite has columns: more than \(limit)",
            advice: "choose some with --columns, or a part of the records with --path")
    }

    static func columnTooNarrow(_ column: Column, table: String) -> TableImportError {
        TableImportError(
            .data,
            "the column \(column.name) of the table \(table) is declared \(column.declaredType), and would change values of the input",
            advice: "declare it without a type, or import into another table with --table")
    }

    static func computedColumn(_ column: Column, table: String) -> TableImportError {
        TableImportError(
            .data,
            "the column \(column.name) of the table \(table) is computed, and takes no values of the input",
            advice: "choose other columns with --columns, or import into another table with --table")
    }

    static func view(_ name: String) -> TableImportError {
        TableImportError(
            .usage, "\(name) is a view, and takes no rows", advice: "import into another table with --table")
    }

    static func reservedTable(_ name: String) -> TableImportError {
        TableImportError(
            .usage, "the table \(name) is where imports write down how far they are",
            advice: "import into another table with --table")
    }

    static func noSuchColumn(_ name: String, option: String, among columns: [String]) -> TableImportError {
        let names = columns.prefix(20).joined(separator: ", ")
        let more = columns.count > 20 ? " and \(columns.count - 20) more" : ""
        return TableImportError(
            .usage, "\(option) \(name): there is no such column", advice: "there are \(names)\(more)")
    }

    static func noUniqueKey(_ keys: [String], table: String) -> TableImportError {
        TableImportError(
            .usage, "the table \(table) lets several rows have the same \(keys.joined(separator: ", "))",
            advice:
                "create a unique index first: CREATE UNIQUE INDEX … ON \(table.sqlIdentifier) (\(keys.sqlIdentifiers))"
        )
    }

    static func rejectsFileTooShort(_ file: String) -> TableImportError {
        TableImportError(
            .usage, "\(file) has not the records that were rejected before",
            advice: "name the file of the earlier run with --rejects, or remove the table to begin again")
    }

    static func inputChanged(_ input: String, records: Int, table: String) -> TableImportError {
        TableImportError(
            .usage,
            "\(input) has changed since \(records) of its records were imported into the table \(table)",
            advice: "to begin again, remove the table: DROP TABLE \(table.sqlIdentifier)")
    }

    static func tableChangedConcurrently(_ table: String) -> TableImportError {
        TableImportError(
            .database, "another program has changed the table \(table), or imports the same into it",
            advice: "run the same command again when it is done")
    }

    static func inputChangedDuringImport(_ input: String) -> TableImportError {
        TableImportError(
            .data, "\(input) has changed while it was read; what was there is in the table",
            advice: "import a file that is complete")
    }

    static func optionsChanged(_ input: String, before: String, now: String) -> TableImportError {
        let (before, now) = (before.split(separator: "\n"), now.split(separator: "\n"))
        let old = before.filter { !now.contains($0) }.joined(separator: " ")
        let new = now.filter { !before.contains($0) }.joined(separator: " ")
        return TableImportError(
            .usage, "the import of \(input) was begun with \(old), and cannot be gone on with \(new)",
            advice: "finish it with the same options, or remove the table to begin again")
    }
}
