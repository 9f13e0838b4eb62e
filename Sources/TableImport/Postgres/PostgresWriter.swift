internal import JSONRecords
internal import SQLiteSupport

/// A writer of rows to one table of a PostgreSQL database: the table of the records, or a child table, which has a row for each
/// element of an expanded array.
///
/// Rows are copied to the table, by `COPY`. Rows that may replace others are copied to a temporary table first, with the number
/// of their record, and are inserted from there. If the table numbers its rows, so that child rows can name their records, the
/// numbers of a batch are taken from its sequence before.
final class PostgresWriter {
    let table: PostgresTable
    private let connection: PostgresConnection
    /// The number of the table in the import, by which temporary tables are told apart.
    private let number: Int
    var pending: RowBatch
    /// Whether the table has the columns of the last batch.
    private var isPrepared = false
    /// The indices of the columns that the table has: those whose names the server does not cut.
    private var storedColumns: [Int] = []
    /// The indices of the other columns.
    private var cutColumns: [Int] = []
    /// For each column, how its values are written.
    private var spellings: [CopyText.Spelling] = []
    /// Whether the temporary table has the columns of the table.
    private var hasStage = false
    /// The numbers of the rows of the batch, if the table numbers its rows.
    private var numbers: [String] = []

    /// The name of the column of the temporary table for the number of the record.
    private static let record = "stream_import record".sqlIdentifier
    private var stage: String { "pg_temp.stream_import_stage_\(number)" }

    init(_ table: PostgresTable, _ columns: ColumnList, number: Int, in connection: PostgresConnection) {
        (self.table, self.number, self.connection) = (table, number, connection)
        pending = RowBatch(columns)
    }

    var quotedName: String { table.name.sqlIdentifier }

    var exists: Bool { pending.columns.writtenCount > 0 }

    private var keyNames: String { pending.columns.keyNames.sqlIdentifiers }

    var isNumbered: Bool { pending.columns.keyValues == .generated }

    /// The index of the column for the numbers of the rows; `nil` if the table does not number them.
    private var numberIndex: Int? { isNumbered ? Int(pending.columns.keyColumns[0]) : nil }

    /// Whether a row of the table may replace another.
    var replacesRows: Bool { !isNumbered && !pending.columns.keyNames.isEmpty }

    // MARK: - The table

    /// Creates the table, or adds the columns that the rows of the batch need and changes the types of those that are too
    /// narrow. The server rewrites a table at most once for a batch.
    ///
    /// - Parameters:
    ///   - parent: the writer of the table of the records, for a child table.
    ///   - isDryRun: whether only the columns are declared.
    func prepare(linkedTo parent: PostgresWriter? = nil, isDryRun: Bool) throws {
        pending.columns.recordKinds(pending.cells)
        guard !pending.isEmpty || exists || parent == nil && pending.columns.isFixed else { return }
        let needsChange = pending.columns.needsChange
        let changed = try declareColumns(linkedTo: parent)
        guard !isPrepared || needsChange || !changed.isEmpty else { return }
        let columns = pending.columns.columns
        // Without numbers of this import, as with a key, the server numbers new rows.
        let numbered = isNumbered ? nil : table.numberColumn
        storedColumns = columns.indices.filter {
            columns[$0].name.utf8.count <= PostgresTable.maximumNameBytes && columns[$0].name != numbered
        }
        cutColumns = columns.indices.filter { columns[$0].name.utf8.count > PostgresTable.maximumNameBytes }
        spellings = columns.map { CopyText.Spelling($0.declaredType) }
        if !isDryRun {
            try changeTable(changed)
            try PostgresRecords.write(storedColumns.map { columns[$0] }, ofTable: table.name, in: connection)
        }
        pending.columns.markWritten()
        (isPrepared, hasStage) = (true, false)
    }

    /// Declares the columns so that they can hold the values to be written.
    ///
    /// - Returns: the columns of the table whose types change.
    private func declareColumns(linkedTo parent: PostgresWriter?) throws -> [Int] {
        let before = pending.columns.columns.map(\.importedKinds)
        if let column = pending.columns.columns.first(where: { $0.isGenerated && $0.path != nil }) {
            throw TableImportError.generatedColumn(column, table: table.name)
        }
        pending.columns.mergeKinds()
        guard !pending.columns.isFixed else { return [] }
        let list = pending.columns
        var changed: [Int] = []
        for (index, column) in list.columns.enumerated() {
            let isNew = index >= list.writtenCount
            guard let type = type(of: index, linkedTo: parent), isNew || type != column.declaredType else {
                continue
            }
            // The user may have changed the type of a column that an import has created.
            let isUnchanged = column.declaredType == PostgresType(before[index]).rawValue
            guard isNew || isUnchanged || parent != nil && list.keyColumns.contains(Int32(index)) else {
                continue
            }
            pending.columns.declare(index, as: type)
            if !isNew { changed.append(index) }
        }
        return changed
    }

    /// Returns the type that a column needs; `nil` for one that an import has not created.
    private func type(of index: Int, linkedTo parent: PostgresWriter?) -> String? {
        let list = pending.columns
        guard list.columns[index].isCreatedByImport else { return nil }
        if index == numberIndex { return PostgresType.bigint.rawValue }
        if let parent, let link = list.keyColumns.firstIndex(of: Int32(index)),
            parent.pending.columns.keyColumns.indices.contains(link)
        {
            // Both are compared by the same rules.
            return parent.pending.columns.columns[Int(parent.pending.columns.keyColumns[link])].declaredType
        }
        return list.givenType(of: Int32(index))?.postgresName
            ?? PostgresType(list.columns[index].importedKinds).rawValue
    }

    private func changeTable(_ changed: [Int]) throws {
        let (list, columns) = (pending.columns, pending.columns.columns)
        guard exists else {
            // Another importer of a part may have created the table of the schema meanwhile.
            let hasTable = try list.isFixed && PostgresTable(table.name, in: connection).exists
            if !hasTable { try connection.execute(createStatement) }
            return
        }
        let added = storedColumns.filter { $0 >= list.writtenCount }.map {
            "ADD COLUMN \(columns[$0].name.sqlIdentifier) \(columns[$0].declaredType)"
        }
        let altered = changed.map { index in
            let (name, type) = (columns[index].name.sqlIdentifier, columns[index].declaredType)
            // The cast of a floating-point number to numeric would round it to 15 digits, and its text does not.
            let value = type == PostgresType.jsonb.rawValue ? "to_jsonb(\(name))" : "\(name)::text::\(type)"
            return "ALTER COLUMN \(name) TYPE \(type) USING \(value)"
        }
        guard !added.isEmpty || !altered.isEmpty else { return }
        try connection.execute("ALTER TABLE \(quotedName) \((added + altered).joined(separator: ", "))")
    }

    /// Removes the columns that no record of the run needs, if all rows have null in them, and nothing depends on them.
    func removeUnneededColumns() throws {
        let columns = pending.columns.columns
        let unneeded = pending.columns.unneededColumns
        guard !unneeded.isEmpty else { return }
        let names = unneeded.map { columns[$0].name.sqlIdentifier }
        let counts = try connection.execute(
            "SELECT \(names.map { "count(\($0))" }.joined(separator: ", ")) FROM \(quotedName)")[0]
        // Only the owner of a table can change it.
        let removable = try connection.execute(
            """
            SELECT attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE attrelid = $1::regclass AND pg_has_role(relowner, 'USAGE') AND NOT EXISTS (
                SELECT FROM pg_depend WHERE refclassid = 'pg_class'::regclass AND refobjid = attrelid AND refobjsubid = attnum)
            """, [quotedName]
        ).map { $0[0] }
        let removed = zip(unneeded, counts).filter { $1 == "0" && removable.contains(columns[$0].name) }.map(
            \.0)
        guard !removed.isEmpty else { return }
        let changes = removed.map { "DROP COLUMN \(columns[$0].name.sqlIdentifier)" }
        try connection.execute("ALTER TABLE \(quotedName) \(changes.joined(separator: ", "))")
        let stored = Set(storedColumns.map { columns[$0].name })
        pending.columns.remove(removed)
        storedColumns = pending.columns.columns.indices.filter {
            stored.contains(pending.columns.columns[$0].name)
        }
        try pending.columns.restoreAddedNames { name, newName in
            try connection.execute(
                "ALTER TABLE \(quotedName) RENAME \(name.sqlIdentifier) TO \(newName.sqlIdentifier)")
            return true
        }
        try PostgresRecords.write(
            storedColumns.map { pending.columns.columns[$0] }, ofTable: table.name, in: connection)
    }

    /// The statement that creates the table with the columns of the batch.
    var createStatement: String {
        let columns = pending.columns.columns.filter { $0.name.utf8.count <= PostgresTable.maximumNameBytes }
        return PostgresTable.createStatement(
            table.name, columns, primaryKey: pending.columns.keyNames, isNumbered: isNumbered)
    }

    // MARK: - Rows

    /// Divides rows into those that follow each other and write the same columns: those that imports have created, and those
    /// that the row has values for.
    func groups() -> [(rows: Range<Int>, columns: [Int])] {
        let (columns, rows) = (pending.columns.columns, 0..<pending.rows.count)
        guard pending.columns.hasUserDeclaredColumn else { return [(rows, storedColumns)] }
        let numberIndex = numberIndex
        let userDeclared = columns.indices.filter { !columns[$0].isCreatedByImport && $0 != numberIndex }
        var isWritten = columns.map { _ in true }
        var (groups, last): ([(rows: Range<Int>, columns: [Int])], [Bool]) = ([], [])
        for row in rows {
            for column in userDeclared { isWritten[column] = false }
            for index in pending.cells(ofRow: row) {
                let cell = pending.cells[index]
                isWritten[Int(cell.column)] =
                    !cell.value.isAbsent || columns[Int(cell.column)].isCreatedByImport
            }
            if isWritten == last {
                groups[groups.count - 1].rows = groups[groups.count - 1].rows.lowerBound..<row + 1
            } else {
                groups.append((row..<row + 1, storedColumns.filter { isWritten[$0] }))
                last = isWritten
            }
        }
        return groups
    }

    struct UnstorableRow: Error {
        /// The number of the row of the record in its batch.
        let row: Int
        let message: String
    }

    /// Copies rows to the table.
    ///
    /// - Parameter isStaged: whether the rows are copied to the temporary table instead.
    func copy(_ rows: Range<Int>, _ columns: [Int], isStaged: Bool = false) throws {
        guard isStaged || !columns.isEmpty else {
            // `COPY` does not write rows of default values only.
            try connection.execute("INSERT INTO \(quotedName) SELECT FROM generate_series(1, \(rows.count))")
            return
        }
        let numberIndex = numberIndex
        try connection.copy(copyStatement(columns, isStaged: isStaged)) { send in
            var encoder = RowEncoder(self, columns, isStaged: isStaged)
            for row in rows {
                try encoder.append(row, ofRecord: row, send: send) { column in
                    column == numberIndex ? Array(numbers[row].utf8) : nil
                }
            }
            try encoder.finish(send: send)
        }
    }

    /// Takes the numbers of the rows of the batch from the sequence of the table. Other importers take others.
    func takeNumbers() throws {
        guard !pending.isEmpty else { return }
        numbers = try connection.execute(
            """
            SELECT nextval(sequence) FROM (SELECT pg_get_serial_sequence($1, $2)::regclass AS sequence OFFSET 0) AS s,
                generate_series(1, \(pending.rows.count))
            """, [quotedName, pending.columns.keyNames[0]]
        ).map { row in
            guard let number = row[0] else { throw TableImportError.tableChangedConcurrently(table.name) }
            return number
        }
    }

    /// Creates the temporary table, unless it has the columns of the table.
    func makeStage() throws {
        guard !hasStage else { return }
        try connection.execute(
            """
            DROP TABLE IF EXISTS \(stage);
            CREATE TEMPORARY TABLE stream_import_stage_\(number) ON COMMIT DELETE ROWS AS
                SELECT 0::bigint AS \(Self.record), \(names(storedColumns)) FROM \(quotedName) WITH NO DATA
            """)
        hasStage = true
    }

    /// Copies the child rows of records to the table, or to the temporary table if the records may replace others.
    func copyRows(ofRecords rows: Range<Int>, in parent: PostgresWriter) throws -> Int {
        var pairs: [(row: Int, parent: Int)] = []
        var row = rows.first.map { pending.firstRow(ofRecord: parent.pending.rows[$0].number) } ?? 0
        for record in rows {
            let number = parent.pending.rows[record].number
            // The numbers ascend. The rows of a record that was rejected are not written.
            while row < pending.rows.count, pending.rows[row].number < number { row += 1 }
            while row < pending.rows.count, pending.rows[row].number == number {
                pairs.append((row, record))
                row += 1
            }
        }
        guard !pairs.isEmpty else { return 0 }
        let keys = parent.pending.columns.keyColumns.map { Int($0) }
        let links = Dictionary(
            zip(pending.columns.keyColumns.map { Int($0) }, keys), uniquingKeysWith: { first, _ in first })
        try connection.copy(copyStatement(storedColumns, isStaged: parent.replacesRows)) { send in
            var encoder = RowEncoder(self, storedColumns, isStaged: parent.replacesRows)
            var keyEncoder = RowEncoder(parent, keys)
            for pair in pairs {
                try encoder.append(pair.row, ofRecord: pair.parent, send: send) { column in
                    guard let key = links[column] else { return nil }
                    return parent.isNumbered
                        ? Array(parent.numbers[pair.parent].utf8)
                        : try keyEncoder.field(key, ofRow: pair.parent)
                }
            }
            try encoder.finish(send: send)
        }
        return pairs.count
    }

    private func copyStatement(_ columns: [Int], isStaged: Bool) -> String {
        let target = isStaged ? "\(stage) (\(Self.record), " : "\(quotedName) ("
        return "COPY \(target)\(names(columns))) FROM STDIN"
    }

    /// The writing of rows in the text format of `COPY`.
    private struct RowEncoder {
        private let batch: RowBatch
        private let columns: [Int]
        private let spellings: [CopyText.Spelling]
        private let cutColumns: [(index: Int, name: String)]
        /// Whether each row has the number of its record in front, as those of the temporary table.
        private let isStaged: Bool
        private var text = CopyText()
        /// The index of the cell that counts for each column of the current row.
        private var latest: [Int]

        private static let none = -1
        private static let chunkBytes = 64 << 10

        init(_ writer: PostgresWriter, _ columns: [Int], isStaged: Bool = false) {
            (batch, self.columns, spellings) = (writer.pending, columns, writer.spellings)
            self.isStaged = isStaged
            cutColumns = writer.cutColumns.map { ($0, writer.pending.columns.columns[$0].name) }
            latest = Array(repeating: Self.none, count: writer.pending.columns.columns.count)
        }

        /// Appends a row.
        ///
        /// - Parameters:
        ///   - record: the number of the row of its record.
        ///   - send: called with the text of some rows.
        ///   - key: returns the field of a column that is not a member, but a number of the record, or a key in a child row; `nil`
        ///     for another column.
        /// - Throws: ``UnstorableRow``.
        mutating func append(
            _ row: Int, ofRecord record: Int, send: (Span<UInt8>) throws -> Void,
            key: (Int) throws -> [UInt8]? = { _ in nil }
        ) throws {
            select(row)
            // The text and a property of the encoder cannot be accessed at the same time.
            let (cells, texts) = (batch.cells, batch.texts)
            do {
                for column in cutColumns where latest[column.index] != Self.none {
                    if !cells[latest[column.index]].kinds.isEmpty {
                        throw CopyText.UnstorableValue(ofColumn: column.name)
                    }
                }
                if isStaged {
                    text.append(record)
                    text.endField()
                }
                for column in columns {
                    let cell = latest[column]
                    if let field = try key(column) {
                        text.append(field: field)
                    } else if cell != Self.none {
                        try text.append(cells[cell], texts.span, spellings[column])
                    } else {
                        text.appendNull()
                    }
                    text.endField()
                }
            } catch let error as CopyText.UnstorableValue {
                throw UnstorableRow(row: record, message: error.message)
            }
            text.endRow()
            deselect(row)
            if text.bytes.count >= Self.chunkBytes { try finish(send: send) }
        }

        mutating func finish(send: (Span<UInt8>) throws -> Void) throws {
            try send(text.bytes.span)
            text.removeAll(keepingCapacity: true)
        }

        mutating func field(_ column: Int, ofRow row: Int) throws(CopyText.UnstorableValue) -> [UInt8] {
            select(row)
            defer { deselect(row) }
            text.removeAll(keepingCapacity: true)
            let (cells, texts) = (batch.cells, batch.texts)
            guard latest[column] != Self.none else {
                preconditionFailure("a record without a key was written")
            }
            try text.append(cells[latest[column]], texts.span, spellings[column])
            return text.bytes
        }

        private mutating func select(_ row: Int) {
            for index in batch.cells(ofRow: row) {
                let cell = batch.cells[index]
                latest[Int(cell.column)] = cell.value.isAbsent ? Self.none : index
            }
        }

        private mutating func deselect(_ row: Int) {
            for index in batch.cells(ofRow: row) { latest[Int(batch.cells[index].column)] = Self.none }
        }
    }

    private func names(_ columns: [Int]) -> String {
        columns.map { pending.columns.columns[$0].name }.sqlIdentifiers
    }

    /// Inserts the rows of the temporary table into the table, or lets them replace the rows with the same keys.
    func insertStaged(_ records: Range<Int>, _ columns: [Int]) throws {
        let keys = Set(pending.columns.keyNames)
        let updates = columns.map { pending.columns.columns[$0].name }.filter { !keys.contains($0) }
            .map { "\($0.sqlIdentifier) = excluded.\($0.sqlIdentifier)" }
        let action = updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates.joined(separator: ", "))"
        try connection.execute(
            """
            INSERT INTO \(quotedName) (\(names(columns))) \(staged(records, names(columns)))
            ON CONFLICT (\(keyNames)) DO \(action)
            """)
    }

    /// Returns the query of expressions for the last row with each key among some records.
    private func staged(_ records: Range<Int>, _ expressions: String) -> String {
        """
        SELECT DISTINCT ON (\(keyNames)) \(expressions) FROM \(stage)
        WHERE \(Self.record) >= \(records.lowerBound) AND \(Self.record) < \(records.upperBound)
        ORDER BY \(keyNames), \(Self.record) DESC
        """
    }

    /// Replaces the child rows of records with those of the temporary table. Of several records with one key, the last counts.
    func replaceStaged(_ records: Range<Int>, of parent: PostgresWriter) throws {
        let links = pending.columns.keyNames.prefix(parent.pending.columns.keyColumns.count)
        try connection.execute(
            """
            DELETE FROM \(quotedName) WHERE (\(Array(links).sqlIdentifiers)) IN (\(parent.staged(records, parent.keyNames)))
            """)
        try connection.execute(
            """
            INSERT INTO \(quotedName) (\(names(storedColumns))) SELECT \(names(storedColumns)) FROM \(stage)
            WHERE \(Self.record) IN (\(parent.staged(records, Self.record)))
            """)
    }
}

extension CopyText.UnstorableValue {
    init(ofColumn name: String) {
        self.init(
            message:
                "PostgreSQL has no column for the key \(name.debugDescription), whose name has \(name.utf8.count) bytes, "
                + "more than \(PostgresTable.maximumNameBytes); give it another name with --rename")
    }
}

extension ColumnType {
    fileprivate var postgresName: String {
        switch self {
        case .text: PostgresType.text.rawValue
        case .integer: PostgresType.bigint.rawValue
        case .real: PostgresType.double.rawValue
        case .boolean: PostgresType.boolean.rawValue
        case .server(let name): name
        }
    }
}
