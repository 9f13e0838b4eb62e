internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// The error of an import that could not start or resume, or whose rows could not be written.
package struct TableImportError: Error, CustomStringConvertible {
    /// The part that the user has to change.
    package enum Cause: Sendable {
        /// The arguments.
        case usage
        /// The records.
        case data
        /// The database, or the system.
        case database
    }

    package let cause: Cause
    /// The description of the error, without the advice.
    package let message: String
    /// What the user can do about the error.
    package let advice: String?

    package var description: String { advice.map { "\(message); \($0)" } ?? message }

    init(_ cause: Cause, _ message: String, advice: String? = nil) {
        self.cause = cause
        self.message = message
        self.advice = advice
    }

    /// Returns a ``TableImportError`` for an error of the database, or of decoding a checkpoint or the metadata of a
    /// table. Returns any other error unchanged.
    static func wrapping(_ error: any Error, file: String) -> any Error {
        switch error {
        case let error as DatabaseError: TableImportError(error, file: file)
        case is DecodingError, is RowDecodingError, is InvalidStoredValue:
            foreignContents(
                of: file, "stream_import, stream_import_tables and stream_import_rows",
                removedBy: "DROP TABLE stream_import; DROP TABLE stream_import_tables; "
                    + "DROP TABLE IF EXISTS stream_import_rows")
        default: error
        }
    }

    static func foreignContents(
        of database: String, _ tables: String, removedBy statements: String
    ) -> TableImportError {
        TableImportError(
            .database, "\(database): the tables \(tables) have contents that no import writes",
            advice:
                "remove them: \(statements); the next import of each input then adds all its records again, so "
                + "import with --key, or into another table")
    }

    /// Creates an error from an error of SQLite. Adds advice if the user can do something about the error.
    init(_ error: DatabaseError, file: String) {
        let advice: String? =
            switch error.resultCode {
            case .SQLITE_FULL: "free some disk space, and run the same command again to resume"
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                "another program is using the database; run the same command again when it has finished"
            case .SQLITE_READONLY, .SQLITE_PERM: "make the file and its folder writable"
            case .SQLITE_CANTOPEN: "name a file in a folder that exists and is writable"
            case .SQLITE_NOTADB: "name an SQLite database, or a file that does not exist"
            case .SQLITE_TOOBIG: "the maximum size of a value in SQLite is one billion bytes"
            default: nil
            }
        let message = error.message ?? "\(error.resultCode)"
        self.init(.database, "\(file): \(message)", advice: advice)
    }

    static func tooManyColumns(limit: Int) -> TableImportError {
        TableImportError(
            .data,
            "the records need more than \(limit) columns, the maximum of the table",
            advice: "choose columns with --columns, or a part of the records with --path")
    }

    /// The error of a value that stands after records whose rows are written already.
    static func valueAfterRows(_ column: String, table: String, keys: [String]) -> TableImportError {
        TableImportError(
            .data,
            "the column \(column) of the table \(table) gets its value after its rows, which have no ascending rowids",
            advice: "use --key \(keys.joined(separator: ","))")
    }

    /// - Parameter message: the message of SQLite.
    static func valueAfterRows(_ column: String, table: String, _ message: String) -> TableImportError {
        TableImportError(
            .data,
            "the table \(table) did not accept the value of the column \(column), which stands after its records: \(message)",
            advice: "import into another table with --table, or without --with \(column)")
    }

    static func columnTooNarrow(_ column: Column, table: String) -> TableImportError {
        TableImportError(
            .data,
            """
            the column \(column.name) of the table \(table) is declared \(column.declaredType), which would convert \
            values of the input
            """,
            advice: "declare the column without a type, or import into another table with --table")
    }

    static func generatedColumn(_ column: Column, table: String) -> TableImportError {
        TableImportError(
            .data,
            "the column \(column.name) of the table \(table) is a generated column, which cannot store values of the input",
            advice: "choose other columns with --columns, or import into another table with --table")
    }

    static func view(_ name: String) -> TableImportError {
        TableImportError(
            .usage, "expected a table, found the view \(name)",
            advice: "import into another table with --table")
    }

    static func reservedTable(_ name: String) -> TableImportError {
        TableImportError(
            .usage, "the table \(name) is reserved for the checkpoints of imports",
            advice: "import into another table with --table")
    }

    static func noSuchColumn(_ name: String, option: String, among columns: [String]) -> TableImportError {
        TableImportError(
            .usage, "\(option) \(name): unknown column", advice: "the columns are \(list(columns))")
    }

    /// Returns the names of columns, at most 20.
    static func list(_ columns: [String]) -> String {
        let more = columns.count > 20 ? " and \(columns.count - 20) more" : ""
        return columns.prefix(20).joined(separator: ", ") + more
    }

    static func noUniqueKey(_ keys: [String], table: String) -> TableImportError {
        TableImportError(
            .usage, "--key: the table \(table) has no unique index on \(keys.joined(separator: ", "))",
            advice:
                "create one first: CREATE UNIQUE INDEX \("\(table)_\(keys.joined(separator: "_"))".sqlIdentifier) ON "
                + "\(table.sqlIdentifier) (\(keys.sqlIdentifiers))"
        )
    }

    static func noGeneratedKey(_ column: String, _ type: String, table: String) -> TableImportError {
        TableImportError(
            .usage,
            "--expand: the table \(table) exists, and has no column \(column) \(type), by which the rows of child tables would "
                + "name their records",
            advice: "name the records by a key with --key, or import into another table with --table")
    }

    static func notChildTable(_ table: String, _ expandedArray: ExpandedArray, keys: [String])
        -> TableImportError
    {
        TableImportError(
            .usage,
            "--expand \(expandedArray.argument): the table \(table) exists, and has no primary key or "
                + "unique index on \(keys.joined(separator: ", "))",
            advice: "rename that table, or import into another table with --table")
    }

    static func databaseMoved(_ path: String) -> TableImportError {
        TableImportError(
            .database, "\(path): another program has moved, replaced or removed the database",
            advice: "run the same command again")
    }

    static func inputChanged(_ input: String, _ change: InputChange, table: String) -> TableImportError {
        let message =
            switch change {
            case .text: "\(input) has changed since its records were imported into the table \(table)"
            case .table:
                "the table \(table), into which \(input) was imported, has been changed by another program since then"
            case .document:
                "\(input) is one array with more records than when it was imported into the table \(table)"
            case .path(let before, let now):
                "the records of \(input) were at \(before) when they were imported into the table \(table), and are now at "
                    + now
            case .settings(let before, let now):
                "\(input) was imported into the table \(table) with \(before), which is now \(now)"
            }
        // The rows of a table that was changed are not known.
        let replace = if case .table = change { "" } else { "--replace to replace the rows of this input, " }
        return TableImportError(
            .usage, message,
            advice: """
                use \(replace)--append to add all of its records, --key to update rows, or --table to import into \
                another table
                """)
    }

    /// - Parameter range: the range of the bytes that were imported; `nil` for the whole input.
    static func partOverlaps(_ input: String, with range: Range<Int>?, table: String) -> TableImportError {
        let records =
            range.map { "bytes \($0.lowerBound) to \($0.upperBound) of the input were" }
            ?? "the whole input was"
        return TableImportError(
            .usage, "\(input): \(records) imported into the table \(table), which has some of these records",
            advice: """
                import all parts of one manifest, use --append to add the records again, --key to update rows, or --table to \
                import into another table
                """)
    }

    static func rowsUnknown(in table: String) -> TableImportError {
        TableImportError(
            .usage,
            "--replace: the rows that the earlier import of this input wrote into the table \(table) are not known, "
                + "because another program has changed the table or its rows since",
            advice: "delete them and use --append, or import into another table with --table")
    }

    static func tableChangedConcurrently(_ table: String) -> TableImportError {
        TableImportError(
            .database,
            "another program has changed the table \(table), or is importing the same input into it",
            advice: "run the same command again when it has finished")
    }

    /// - Parameter keepsRows: whether the table contains the records that were read.
    static func inputChangedDuringImport(_ input: String, keepsRows: Bool) -> TableImportError {
        TableImportError(
            .data,
            "\(input) changed while it was read; the table "
                + (keepsRows ? "contains the records that were read" : "is unchanged"),
            advice: "import the file when no program writes to it")
    }

    // MARK: - Schemas

    static func malformedSchema(_ message: String) -> TableImportError {
        TableImportError(.data, "malformed schema: \(message)")
    }

    static func fixedBySchema(_ option: String) -> TableImportError {
        TableImportError(
            .usage, "\(option) cannot be combined with a schema, which fixes the columns of the table",
            advice: "remove \(option), or make another schema")
    }

    static func otherTable(_ name: String) -> TableImportError {
        TableImportError(
            .usage,
            "the table \(name) exists, and has other columns or types than the schema, or was not created by an import",
            advice: "rename or drop that table, or import into another table with --table")
    }

    static func tooManyColumns(_ count: Int, in schema: TableSchema, limit: Int) -> TableImportError {
        TableImportError(
            .data,
            "the schema of the table \(schema.table) has \(count) columns, more than the \(limit) that it can have",
            advice: "make a schema with fewer columns with --columns")
    }

    static var noColumns: TableImportError {
        TableImportError(
            .data, "expected a record with a key, found none, so there is no schema",
            advice: "make the schema from inputs with records")
    }
}

/// Errors of records that cannot become rows.
extension ImportError {
    /// - Parameter similar: keys of the record that differ from a missing one in case only; `nil` for a table with a schema.
    static func noKeyValue(_ missing: [String], similar: [String]? = nil) -> ImportError {
        let noun = missing.count == 1 ? "key column" : "key columns"
        let advice =
            switch similar {
            case nil: "make a schema whose key has a value in every record"
            case []: "choose columns with --key that have a value in every record"
            case let similar?:
                "the case of letters counts, so write --key "
                    + similar.joined(separator: similar.count > missing.count ? " or --key " : ",")
            }
        return ImportError(
            .missingKeys, "the record has no value for the \(noun) \(missing.joined(separator: ", "))",
            advice: advice)
    }

    static func tooManyColumns(for name: String, ofElements: Bool, limit: Int) -> ImportError {
        ImportError(
            .rejectedByModel,
            (ofElements ? "an element of an expanded array" : "the record")
                + " needs the column \(name) beyond the \(limit) columns that the table can have",
            advice: ofElements
                ? "store the array as JSON, without --expand"
                : "choose columns with --columns, or store further members as JSON with --rest")
    }
}

/// Errors of records that do not fit the schema of the table.
extension ImportError {
    /// - Parameters:
    ///   - path: the path of a value that does not fit its column, or that has none.
    ///   - found: the value, for the message.
    ///   - number: the value, if it is a number.
    static func noColumn(
        for path: [String], in columns: ColumnList, found: String, _ number: NumericValue?
    ) -> ImportError {
        let advice =
            "make the schema from all records"
            + (columns.hasRest ? "" : ", or give it a column for such values with --rest")
        if let column = columns.columns.first(where: { $0.has(path: path) }) {
            let type = DeclaredType(rawValue: column.declaredType) ?? .any
            let numbers = number.flatMap { type.numberExpectation(isInteger: $0.isInteger) }
            let expected = numbers ?? type.expectation
            return ImportError(
                numbers == nil ? .typeMismatch : .numberOutOfRange,
                "expected \(expected) for the \(type.rawValue) column \(column.name), found \(found)",
                advice: advice)
        }
        if let column = columns.columns.first(where: { $0.isNested(in: path) }) {
            let expected = "an object with members for the column \(column.name)"
            return .typeMismatch(expected: expected, found: found, advice: advice)
        }
        return ImportError(
            .unknownKey, "the schema has no column for the key \((path.last ?? "").debugDescription)",
            advice: advice)
    }
}
