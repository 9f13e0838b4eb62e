internal import Foundation
internal import JSONRecords
internal import SQLiteSupport

/// A table of a PostgreSQL database, as it was when the import began.
struct PostgresTable {
    let name: String
    /// The object identifier, which another table with the same name does not have; `nil` if the table does not exist.
    let id: String?
    /// The columns; empty if the table does not exist.
    let columns: [Column]
    /// The metadata of this table in `stream_import_tables`; `nil` if there is none.
    let metadata: TableMetadata?
    /// Whether the table has no rows, or does not exist.
    let isEmpty: Bool
    private let uniqueKeys: [[String]]
    let primaryKey: [String]
    let indexedColumns: Set<String>
    /// The column in which an earlier import has numbered the records, which the server fills in; `nil` if there is none.
    let numberColumn: String?

    static let maximumColumns = 1600
    /// The maximum number of columns of a table whose rows may replace others: the temporary table has one more.
    static let maximumStagedColumns = maximumColumns - 1
    /// The maximum length of a name, in bytes. The server would cut longer ones.
    static let maximumNameBytes = 63
    /// The names that no column may have: the empty one, and those of the columns that each table has.
    static let reservedNames = ["", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]

    /// Reads the table from the database.
    ///
    /// - Throws: ``TableImportError`` if the name is too long, or is not that of a table.
    init(_ name: String, in connection: PostgresConnection) throws {
        self.name = name
        guard name.utf8.count <= Self.maximumNameBytes else { throw TableImportError.nameTooLong(name) }
        let found = try connection.execute(
            """
            SELECT oid, relkind FROM pg_class WHERE relname = $1 AND pg_table_is_visible(oid)
                AND relkind IN ('r', 'p', 'v', 'm', 'f')
            """, [name]
        ).first
        guard let found, let id = found[0] else {
            (id, columns, metadata, isEmpty, uniqueKeys, primaryKey, indexedColumns, numberColumn) = (
                nil, [], nil, true, [], [], [], nil
            )
            return
        }
        guard found[1] == "r" || found[1] == "p" else { throw TableImportError.view(name) }
        self.id = id
        let metadata = try PostgresRecords.metadata(ofTable: id, in: connection)
        self.metadata = metadata
        isEmpty =
            try connection.execute(
                "SELECT NOT EXISTS (SELECT * FROM \(name.sqlIdentifier))") == [["t"]]
        let attributes = try connection.execute(
            """
            SELECT attname, format_type(atttypid, atttypmod), attgenerated <> '' OR attidentity = 'a', attidentity = 'd'
            FROM pg_attribute WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum
            """, [id])
        columns = attributes.map { row in
            let (name, type) = (row[0] ?? "", row[1] ?? "")
            let stored = metadata?.columns.first { $0.name.utf8.elementsEqual(name.utf8) }
            return Column(
                name: name, path: stored?.path, declaredType: type,
                isCreatedByImport: stored?.isCreatedByImport == true, isGenerated: row[2] == "t",
                reservedName: stored?.reservedName, importedKinds: ValueKinds(rawValue: stored?.kinds ?? 0))
        }
        let numbered = zip(attributes, columns).first { attribute, column in
            attribute[3] == "t" && column.isCreatedByImport && column.path == nil
        }
        numberColumn = numbered?.1.name
        // A key of expressions has the attribute 0, which no column has.
        let indices = try connection.execute(
            """
            SELECT indisprimary, indisunique, json_agg(attname ORDER BY number) FROM pg_index
            CROSS JOIN unnest(indkey) WITH ORDINALITY AS keys(attribute, number)
            LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = attribute AND attnum > 0
            WHERE indrelid = $1::oid AND indpred IS NULL AND indimmediate AND indisvalid AND number <= indnkeyatts
            GROUP BY indexrelid, indisprimary, indisunique
            """, [id]
        ).map { row in
            let columns = try JSONDecoder().decode([String?].self, from: Data((row[2] ?? "[]").utf8))
            return (
                isPrimary: row[0] == "t", isUnique: row[1] == "t", columns: columns.compactMap(\.self),
                isOfColumns: !columns.contains(nil)
            )
        }.filter(\.isOfColumns)
        uniqueKeys = indices.filter(\.isUnique).map(\.columns)
        primaryKey = indices.first(where: \.isPrimary)?.columns ?? []
        indexedColumns = Set(indices.filter { $0.columns.count == 1 }.flatMap(\.columns))
    }

    /// Returns the name with that of the schema in which the table is, or will be created. Several schemas of a search path may
    /// have tables with one name.
    static func qualifiedName(_ name: String, in connection: PostgresConnection) throws -> String {
        let row = try connection.execute(
            """
            SELECT coalesce((SELECT relnamespace::regnamespace::text FROM pg_class
                WHERE relname = $1 AND pg_table_is_visible(oid)), current_schema())
            """, [name]
        ).first
        return [row?[0], name].compactMap(\.self).joined(separator: ".")
    }

    var exists: Bool { id != nil }
    var hasMetadata: Bool { metadata != nil }

    /// Returns whether a row can be identified by its values in some columns, or the table does not exist.
    func hasUniqueKey(_ keys: [String]) -> Bool { !exists || uniqueKeys.contains { Set($0) == Set(keys) } }

    /// Returns the columns of the table before the first record of an import.
    ///
    /// - Throws: ``TableImportError`` if the table has another form than the options need.
    func columns(for options: TableImportOptions, in connection: PostgresConnection) throws -> ColumnList {
        if let schema = options.schema { return try columns(fixedBy: schema) }
        var list = ColumnList(
            columns, options: options, number: numberColumn, reserved: Self.reservedNames,
            limit: options.keys.isEmpty ? Self.maximumColumns : Self.maximumStagedColumns)
        list.keepsDecimals = true
        if list.keyValues == .generated {
            guard try !exists || isNumbered(by: list.keyNames[0], in: connection) else {
                throw TableImportError.noGeneratedKey(
                    options.generatedKey ?? list.keyNames[0],
                    "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", table: name)
            }
        } else if !list.keyNames.isEmpty, !hasUniqueKey(list.keyNames) {
            throw TableImportError.noUniqueKey(list.keyNames, table: name)
        }
        return list
    }

    /// Returns whether a column is a key whose values come from a sequence.
    private func isNumbered(by column: String, in connection: PostgresConnection) throws -> Bool {
        guard hasUniqueKey([column]), columns.contains(where: { $0.name == column && !$0.isGenerated }) else {
            return false
        }
        let sequence = "SELECT pg_get_serial_sequence($1, $2) IS NOT NULL"
        return try connection.execute(sequence, [name.sqlIdentifier, column]) == [["t"]]
    }

    private func columns(fixedBy schema: TableSchema) throws -> ColumnList {
        let columns = schema.columns.map { column in
            var fixed = Column(column)
            fixed.declaredType = PostgresType(column.type).rawValue
            fixed.importedKinds = PostgresType(column.type).kinds
            return fixed
        }
        guard columns.count <= Self.maximumColumns else {
            throw TableImportError.tooManyColumns(columns.count, in: schema, limit: Self.maximumColumns)
        }
        if let long = columns.first(where: { $0.name.utf8.count > Self.maximumNameBytes }) {
            throw TableImportError.nameTooLong(long.name)
        }
        let definitions = { (columns: [Column]) in columns.map { "\($0.name) \($0.declaredType)" } }
        let isTableOfSchema =
            definitions(self.columns) == definitions(columns)
            && (schema.keys.isEmpty || hasUniqueKey(schema.keys))
        guard !exists || isTableOfSchema else { throw TableImportError.otherTable(name) }
        return ColumnList(columns, fixedBy: schema, isWritten: exists)
    }

    /// Returns the statement that creates a table.
    static func createStatement(
        _ name: String, _ columns: [Column], primaryKey: [String], isNumbered: Bool
    ) -> String {
        let definitions = columns.map { column in
            let identity =
                isNumbered && primaryKey == [column.name] ? " GENERATED BY DEFAULT AS IDENTITY" : ""
            return "\(column.name.sqlIdentifier) \(column.declaredType)\(identity)"
        }
        let key = primaryKey.isEmpty ? [] : ["PRIMARY KEY (\(primaryKey.sqlIdentifiers))"]
        return "CREATE TABLE \(name.sqlIdentifier) (\((definitions + key).joined(separator: ", ")))"
    }
}

extension TableImportError {
    static func nameTooLong(_ name: String) -> TableImportError {
        TableImportError(
            .usage,
            "the name \(name.debugDescription) has \(name.utf8.count) bytes, more than the "
                + "\(PostgresTable.maximumNameBytes) of a name in PostgreSQL",
            advice: "choose a shorter one with --table, --rename or --columns")
    }

    static func valueAfterStoredRows(_ column: String) -> TableImportError {
        TableImportError(
            .data,
            "the column \(column) gets its value after its records, whose rows PostgreSQL has stored by then",
            advice: "import into an SQLite file, or without --with \(column)")
    }
}
