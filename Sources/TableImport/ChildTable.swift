internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// A child table: the table that the elements of an expanded array are written to.
///
/// Its rows have the key columns of their record, named after the table and the column, and the index of the element in
/// the column `position`. These columns are the primary key, so the rows of a record are found by its index.
final class ChildTable {
    let expandedArray: ExpandedArray
    private let table: Table
    private let database: Database
    private let preparedTable: PreparedTable
    private var insertStatements: InsertStatements?
    private var version: TableVersion
    /// The statement that deletes the rows of a record; `nil` if the table does not exist.
    private var deleteStatement: RowStatement?
    /// The batch that is being written.
    private var pending: PendingBatch
    /// The next row of the batch to write, and its first cell.
    private var next = (row: 0, cell: 0)
    /// The numbers of rows of the last record, and of the batch, that were written.
    private var (recordRowCount, batchRowCount) = (0, 0)
    private(set) var result: TableImportResult.Child

    /// The name of the column for the index of an element in its array.
    private static let position = "position"

    /// Reads the child table of a table.
    ///
    /// - Throws: ``TableImportError`` if another table, or a view, has its name.
    init(_ expandedArray: ExpandedArray, of table: Table, options: TableImportOptions, in database: Database)
        throws
    {
        self.expandedArray = expandedArray
        self.database = database
        let name = expandedArray.childTable(of: table.name)
        self.table = try Table(name, in: database)
        preparedTable = PreparedTable(self.table, in: database)
        version = TableVersion(self.table)
        let columns = ColumnList(
            self.table.columns, links: Self.links(of: table.name, keys: options.keys),
            limit: database.maximumColumns)
        guard try !self.table.exists || self.table.hasUniqueKey(columns.keyNames, in: database) else {
            throw TableImportError.notChildTable(self.table.name, expandedArray, keys: columns.keyNames)
        }
        pending = PendingBatch(columns)
        result = TableImportResult.Child(table: self.table.name, path: expandedArray.path)
        result.columns = self.table.columns.count
    }

    /// Returns the names of the columns that link the rows to their records.
    private static func links(of table: String, keys: [String]) -> [String] {
        var names = ColumnNames(rest: position)
        let links = keys.map { key in
            let name = names.unused(for: Column.name(of: [table, key]))
            names.take(name)
            return name
        }
        return links + [position]
    }

    /// Whether the table existed when the import began.
    var exists: Bool { table.exists }

    /// Whether another program has removed the table that earlier imports have written, or changed its definition.
    func isChanged(in db: Database) throws -> Bool {
        try !table.hasMetadata && TableMetadata.text(of: table.name, in: db) != nil
    }

    // MARK: - Batches

    /// Returns the reader of rows for the table.
    func reader(flattens: Bool, earlierNullPaths: [[String]]) -> RowReader {
        RowReader(columns: pending.columns, flattens: flattens, earlierNullPaths: earlierNullPaths)
    }

    func take(from reader: inout RowReader) { pending.take(from: &reader) }

    func returnWritten(to reader: inout RowReader) { pending.returnWritten(to: &reader) }

    /// The memory that the batch uses, in bytes.
    var bytes: Int { pending.rows.bytes }

    /// The paths of the keys that were only null, and that have no column yet.
    var nullPaths: [[String]] { pending.nullPaths }

    /// Checks that no other program has changed the table, and adopts the kinds of values that another import has written.
    func check(in db: Database) throws {
        guard try version.isCurrent(in: db) else {
            throw TableImportError.tableChangedConcurrently(table.name)
        }
        if let metadata = try version.changedMetadata(in: db) { pending.columns.merge(metadata) }
    }

    /// Whether the columns have changed since the last batch.
    var needsChange: Bool { pending.columns.writtenCount > 0 && pending.columns.needsChange }

    /// Removes the metadata of the table if another program has removed or changed the table. If the table whose rows it
    /// belongs to was removed, removes its rows.
    func removeRemains(of parent: Table, in db: Database) throws {
        if !table.hasMetadata {
            try TableMetadata.delete(of: table.name, in: db)
        } else if !parent.exists {
            try db.execute(sql: "DELETE FROM \(table.quotedName)")
        }
    }

    /// Creates the table, or adds or widens the columns that the rows of the batch need.
    ///
    /// - Parameter columns: the columns of the table with the records.
    func prepare(linkedTo columns: ColumnList) throws {
        (next, batchRowCount) = ((0, 0), 0)
        pending.columns.recordKinds(pending.rows.cells)
        pending.columns.recordKinds(ofKeysIn: columns)
        guard !pending.rows.isEmpty || pending.columns.writtenCount > 0 else { return }
        guard !preparedTable.isPrepared(for: pending.columns) else { return }
        releaseStatements()
        insertStatements = try preparedTable.prepare(for: &pending.columns)
        deleteStatement = try RowStatement(
            sql: table.deleteStatement(keys: pending.columns.keyNames.dropLast()), in: database)
    }

    /// Releases the prepared statements, because they would prevent changes to the table.
    private func releaseStatements() { (insertStatements, deleteStatement) = (nil, nil) }

    /// Replaces the rows of a record with those of the batch.
    ///
    /// - Parameter record: the number of the record. The calls have increasing numbers.
    func replaceRows(of record: Int, _ key: RecordKey) throws {
        do {
            if let deleteStatement {
                key.bind(to: deleteStatement)
                try deleteStatement.run()
            }
            try insertRows(of: record, key)
        } catch {
            throw RowError(error, table: table.name) ?? error
        }
    }

    private func insertRows(of record: Int, _ key: RecordKey) throws {
        recordRowCount = 0
        let batch = pending.rows
        // SAFETY: The batch lends its texts for the call.
        try unsafe batch.texts.withUnsafeBufferPointer { texts in
            while next.row < batch.rows.count, batch.rows[next.row].number <= record {
                let row = batch.rows[next.row]
                defer { next = (next.row + 1, row.cellsEnd) }
                // The rows of a record that was not written are not written.
                guard row.number == record else { continue }
                unsafe try insertStatements?.insert(next.cell..<row.cellsEnd, of: batch, texts, linkedTo: key)
                recordRowCount += 1
            }
        }
    }

    func countRecord() { batchRowCount += recordRowCount }

    func declareFinalTypes() throws {
        releaseStatements()
        guard pending.columns.writtenCount > 0 else { return }
        try preparedTable.declareFinalTypes(of: &pending.columns)
    }

    /// Records that the batch was written, before the commit.
    func update(in db: Database) throws { try version.update(in: db) }

    /// Counts the rows of the batch, which was committed, and empties it.
    func countBatch() {
        result.rows += batchRowCount
        batchRowCount = 0
        pending.rows.removeAll()
    }

    // MARK: - The result

    /// Counts the rows of a dry run's batch, and checks that the table could store them.
    ///
    /// - Parameter columns: the columns of the table with the records.
    func countRows(of reader: inout RowReader, linkedTo columns: ColumnList) throws {
        guard !reader.batch.isEmpty || reader.columns.writtenCount > 0 else { return }
        result.rows += reader.batch.rows.count
        reader.columns.recordKinds(ofKeysIn: columns)
        try reader.discardBatch(declaringColumnsIn: table)
    }

    /// Describes the table after the last row.
    ///
    /// - Parameter columns: the columns of the rows that were read; `nil` if some of them could not be written.
    func describe(_ columns: ColumnList?, isDryRun: Bool) {
        let columns = columns ?? pending.columns
        let isWritten = columns.writtenCount > 0
        result.columns = isWritten ? columns.columns.count : 0
        result.definition = isDryRun && isWritten ? table.finalCreateStatement(with: columns) : nil
    }

    /// The warning that the table does not exist after an import without an error; `nil` if it exists.
    var warning: String? {
        guard result.columns == 0 else { return nil }
        return
            "--expand: no record has an array with elements at \(expandedArray.argument), so there is no "
            + "table \(table.name)"
    }
}
