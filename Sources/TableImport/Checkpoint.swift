internal import Foundation
internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// The progress of the import of one input into one table.
struct Checkpoint: Codable, Equatable {
    /// The number of the last record that was written or rejected.
    var records = 0
    var rejected = 0
    /// The part of the text that contains these records.
    var prefix = TextPrefix()
    /// The part of the text before the last record, if that record is a rejected line without a line feed, which may be
    /// completed later; `nil` otherwise.
    var prefixBeforeUnfinishedLine: TextPrefix?
    /// The digest of the values that belong to these records and follow all of them; `nil` without one, and before the end.
    var following: String?
    /// For each table, the paths of the keys whose values were all null, and that have no column yet.
    var nullPaths: [[[String]]] = []
    /// The rowids of the first rows of records for which a value around them has not been found, by the number of the record.
    var openRows: [Int: Int64] = [:]
    var isFinished = false

    /// The checkpoint before the unfinished line with which the input ended; `nil` if there was none.
    var beforeUnfinishedLine: Checkpoint? {
        guard let prefixBeforeUnfinishedLine else { return nil }
        var checkpoint = self
        checkpoint.records -= 1
        checkpoint.rejected -= 1
        (checkpoint.prefix, checkpoint.prefixBeforeUnfinishedLine) = (prefixBeforeUnfinishedLine, nil)
        return checkpoint
    }
}

/// The table `stream_import`, which contains the checkpoints of imports into the database. Imports keep two more tables
/// for themselves, those of ``TableMetadata`` and ``ImportedRows``.
///
/// Each transaction that writes rows also writes the checkpoint, so the checkpoint always matches the rows.
struct CheckpointTable {
    /// The absolute path of the input, with the range of a part.
    let input: String
    let path: String
    let table: String

    /// A checkpoint, and the settings with which its records were imported.
    struct Stored: Codable, Equatable {
        var checkpoint: Checkpoint
        var settings: ImportSettings
    }

    static let name = "stream_import"
    /// The number of columns. A table of an earlier version may have others.
    private static let columnCount = 13

    static let reservedNames = [name, TableMetadata.name, ImportedRows.name]

    private var arguments: [any DatabaseValueConvertible] { [input, path, table] }

    /// Returns another path at which the records of the input were when they were imported into the table; `nil` if there
    /// is none.
    func otherPath(_ db: Database) throws -> String? {
        guard try TableInfo.exists(Self.name, in: db) else { return nil }
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT path FROM stream_import WHERE input = ? AND path <> ? AND table_name = ?
                        AND records > rejected
                    """),
            arguments: StatementArguments(arguments))
        return try row?.storedText("path")
    }

    /// Returns the file and the parts of it whose records at the path are in the table. The time does not depend on the number
    /// of other inputs.
    func importedParts(of file: String, _ db: Database) throws -> [CheckpointName] {
        guard try TableInfo.exists(Self.name, in: db), try TableInfo.exists(table, in: db) else {
            return []
        }
        let names = CheckpointName.names(ofPartsOf: file)
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT input FROM stream_import WHERE (input = ? OR input >= ? AND input < ?)
                        AND path = ? AND table_name = ? AND records > rejected
                    """),
            arguments: [file, names.lowerBound, names.upperBound, path, table]
        ).compactMap { CheckpointName(try $0.storedText("input"), of: file) }
    }

    /// Creates the three tables, unless they exist. GRDB forgets its prepared statements when it creates a table.
    static func create(in db: Database) throws {
        let existing = try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT count(*) FROM main.sqlite_master WHERE type = 'table' AND name IN (?, ?, ?)"),
            arguments: StatementArguments(reservedNames))
        guard existing != reservedNames.count else { return }
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS stream_import (
                    input TEXT NOT NULL, path TEXT NOT NULL, table_name TEXT NOT NULL, settings TEXT NOT NULL,
                    records INTEGER NOT NULL, rejected INTEGER NOT NULL, text_bytes INTEGER NOT NULL,
                    digest TEXT NOT NULL, null_paths TEXT NOT NULL, before_unfinished_line TEXT, following TEXT,
                    open_rows TEXT NOT NULL, finished BOOLEAN NOT NULL, PRIMARY KEY (input, path, table_name))
                """)
        try TableMetadata.create(in: db)
        try ImportedRows.create(in: db)
    }

    static func deleteCheckpoints(table: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM stream_import WHERE table_name = ?", arguments: [table])
    }

    /// Deletes the checkpoints of the input at other paths than that of its records.
    func deleteOtherPaths(in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM stream_import WHERE input = ? AND path <> ? AND table_name = ?",
            arguments: StatementArguments(arguments))
    }

    func read(_ db: Database) throws -> Stored? {
        guard try TableInfo.exists(Self.name, in: db) else { return nil }
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM stream_import WHERE input = ? AND path = ? AND table_name = ?")
        guard statement.columnCount == Self.columnCount else { throw InvalidStoredValue() }
        return try Row.fetchOne(statement, arguments: StatementArguments(arguments)).map(Self.stored)
    }

    /// A row of the table. Another program may have changed or created the table, so every value is checked.
    private static func stored(_ row: Row) throws -> Stored {
        let (records, rejected) = (try row.storedCount("records"), try row.storedCount("rejected"))
        let isUnfinishedLineRejected = try row.storedValue("before_unfinished_line").isNull || rejected > 0
        guard records >= rejected, isUnfinishedLineRejected else { throw InvalidStoredValue() }
        let decoder = JSONDecoder()
        let checkpoint = Checkpoint(
            records: records, rejected: rejected,
            prefix: TextPrefix(
                bytes: try row.storedCount("text_bytes"), digest: try row.storedText("digest")),
            prefixBeforeUnfinishedLine: try row.storedValue("before_unfinished_line").isNull
                ? nil
                : try decoder.decode(
                    TextPrefix.self, from: Data(row.storedText("before_unfinished_line").utf8)),
            following: try row.storedValue("following").isNull ? nil : row.storedText("following"),
            nullPaths: try decoder.decode([[[String]]].self, from: Data(row.storedText("null_paths").utf8)),
            openRows: try decoder.decode([Int: Int64].self, from: Data(row.storedText("open_rows").utf8)),
            isFinished: try row.storedCount("finished") != 0)
        let settings = try decoder.decode(ImportSettings.self, from: Data(row.storedText("settings").utf8))
        return Stored(checkpoint: checkpoint, settings: settings)
    }

    func write(_ stored: Stored, in db: Database) throws {
        let checkpoint = stored.checkpoint
        let values: [(any DatabaseValueConvertible)?] =
            arguments + [
                try String(storing: stored.settings), checkpoint.records, checkpoint.rejected,
                checkpoint.prefix.bytes, checkpoint.prefix.digest,
                try String(storing: checkpoint.nullPaths),
                try checkpoint.prefixBeforeUnfinishedLine.map { try String(storing: $0) },
                checkpoint.following,
                try String(storing: checkpoint.openRows), checkpoint.isFinished,
            ]
        try db.cachedStatement(
            sql: """
                INSERT INTO stream_import VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET settings = excluded.settings, records = excluded.records,
                    rejected = excluded.rejected, text_bytes = excluded.text_bytes, digest = excluded.digest,
                    null_paths = excluded.null_paths, before_unfinished_line = excluded.before_unfinished_line,
                    following = excluded.following, open_rows = excluded.open_rows, finished = excluded.finished
                """
        ).execute(arguments: StatementArguments(values))
    }
}

/// The options that must be the same in a run and in the run that resumes it, as they are stored with a checkpoint: most as
/// arguments of the program, and `nil` if they are not given.
///
/// An option that comes later is optional, and `nil` by default, so that the checkpoints of an earlier version remain equal.
struct ImportSettings: Codable, Equatable {
    var format: String
    var keys: [String]
    var columns: [String]?
    var rest: String?
    var flattens: Bool
    var expandedArrays: [[String]]?
    var skippedRecordCount: Int
    /// The argument that names the notation of the records.
    var dialect: String?
    /// `nil` if numbers that are not finite are null.
    var nan: String?
    var schema: TableSchema?
    var addedColumns: [String]?
    var isColumnar: Bool?
    /// The option that tells the kinds of records apart; `nil` for records of all kinds.
    var kind: String?
    var columnRules: [String]?
    /// The options that decide which records are rejected. An import that has rejected none may continue with others.
    var limits: [String]?

    init(_ options: TableImportOptions) {
        let dialect = options.readOptions.dialect
        format = dialect == .bulk ? "bulk" : "\(options.readOptions.format)"
        self.dialect = dialect == .bulk ? nil : dialect?.argument
        (keys, columns, rest) = (options.keys, options.columns, options.rest)
        (flattens, skippedRecordCount) = (options.flattens, options.skippedRecordCount)
        nan = options.readOptions.relaxedJSON == .nonFiniteAsText ? "text" : nil
        schema = options.schema
        expandedArrays = options.expandedArrays.isEmpty ? nil : options.expandedArrays.map(\.path)
        kind = options.kind?.argument
        isColumnar = options.readOptions.maximumColumnarBytes == nil ? nil : true
        columnRules = options.columnRules.arguments.isEmpty ? nil : options.columnRules.arguments
        addedColumns = options.addedColumns.isEmpty ? nil : options.addedColumns.map(\.argument)
        limits = Self.limits(options)
    }

    private static func limits(_ options: TableImportOptions) -> [String]? {
        let (read, byDefault) = (options.readOptions, ReadOptions())
        let limits = [
            read.unpairedSurrogates == byDefault.unpairedSurrogates ? nil : "--unpaired-surrogates replace",
            read.maximumDepth == byDefault.maximumDepth ? nil : "--max-depth \(read.maximumDepth)",
            options.columnRules.isStrict ? "--strict" : nil,
        ].compactMap(\.self)
        return limits.isEmpty ? nil : limits
    }

    /// Returns the settings except the schema, as arguments of the program.
    private func arguments(besides other: ImportSettings) -> [String] {
        [
            "--format \(format)",
            dialect ?? "no \(other.dialect?.prefix { $0 != " " } ?? "")",
            keys.isEmpty ? "no --key" : "--key \(keys.joined(separator: ","))",
            columns.map { "--columns \($0.joined(separator: ","))" } ?? "no --columns",
            rest.map { "--rest \($0)" } ?? "no --rest",
            flattens ? "--flatten" : "no --flatten",
            expandedArrays.map {
                $0.map { "--expand \(ExpandedArray(path: $0).argument)" }.joined(separator: " ")
            }
                ?? "no --expand",
            addedColumns?.joined(separator: " ")
                ?? "no --key-column, --with, --source-column or --number-column",
            columnRules?.joined(separator: " ") ?? "no --rename and no --type",
            kind ?? "no --table-by",
            isColumnar == nil ? "no --columnar" : "--columnar",
            nan.map { "--nan \($0)" } ?? "no --nan",
            limits?.joined(separator: " ") ?? "no --unpaired-surrogates, --max-depth or --strict",
            skippedRecordCount == 0 ? "no --skip" : "--skip \(skippedRecordCount)",
        ]
    }

    /// Returns the arguments and the schema that are not those of other settings.
    func difference(from other: ImportSettings) -> String {
        var different = zip(arguments(besides: other), other.arguments(besides: self)).filter { $0 != $1 }
            .map(\.0)
        if schema != other.schema {
            different.append(schema.map { $0.difference(from: other.schema) } ?? "no schema")
        }
        return different.joined(separator: ", ")
    }
}

/// The error of a value that no import writes into its tables.
struct InvalidStoredValue: Error {}

/// The values of a row that an import has stored. Another program may have changed them, so their types and bounds are
/// checked, and nothing is converted.
extension Row {
    func storedValue(_ column: String) throws -> DatabaseValue {
        guard let value = self[column] as DatabaseValue? else { throw InvalidStoredValue() }
        return value
    }

    /// Returns a number that is not negative, and far below the maximum.
    func storedCount(_ column: String) throws -> Int {
        guard case .int64(let count) = try storedValue(column).storage, 0...Int64.max / 4 ~= count else {
            throw InvalidStoredValue()
        }
        return Int(count)
    }

    func storedText(_ column: String) throws -> String {
        guard case .string(let text) = try storedValue(column).storage else { throw InvalidStoredValue() }
        return text
    }
}

extension String {
    /// Creates the JSON of a value that imports store in their tables.
    init(storing value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
