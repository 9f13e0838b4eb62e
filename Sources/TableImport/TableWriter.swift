internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// A writer of rows to one table: the table of the records, or a child table, which has a row for each element of an expanded
/// array.
///
/// A row has a value or null for each column that imports have created. If the record has no key for a user-declared column,
/// the column gets its default value in a new row, and keeps its value in an updated row. Rows that write the same columns
/// share a statement.
///
/// The rows of a child table have the key columns of their record, named after the table and the column, or the generated key
/// of the record, with the same name in both tables; and the index of the element in the column `position`. If the array is in
/// elements of another one, they have the columns of the rows of that one, and a column named after the key of the array. These
/// columns are the primary key, so the rows of a record are found by its index.
final class TableWriter {
    let table: Table
    /// The array whose elements are the rows; `nil` for the table of the records.
    private let expandedArray: ExpandedArray?
    private let returnsKeys: Bool
    private let database: Database
    /// The definition of the table, and the JSON of its metadata, when this run last read or wrote them.
    private var definition: String?
    private var metadata: String?
    var pending: RowBatch

    /// Whether the table has the columns of the last batch, and statements for them.
    private var isPrepared = false
    /// The indices of the columns that the user has declared.
    private var userDeclaredColumns: [Int] = []
    /// For each column, whether `statement` writes it.
    private var isWritten: [Bool] = []
    /// For each column, whether the statement for the next row has to write it.
    private var isWrittenByNext: [Bool] = []
    private var statement: RowStatement?
    private var statements: [[Bool]: RowStatement] = [:]
    /// The statement that deletes the rows of a record; `nil` for the table of the records, and if the table does not exist.
    private var deleteStatement: RowStatement?

    /// The next row of the batch of a child table, and its first cell.
    private var next = (row: 0, cell: 0)
    /// The number of rows of the batch that were written.
    private(set) var rowCount = 0
    /// The number of rows of the last record.
    private var recordRowCount = 0
    /// The rows that a later batch may update.
    let openRows: OpenRows

    private static let maximumStatementCount = 100

    /// Reads the table of the records, and the child tables in the order of the arrays.
    ///
    /// - Parameter columns: the columns of a table that does not exist; `nil` for those that the options need.
    /// - Throws: ``TableImportError`` if a table has another form than the options need.
    static func tables(
        for options: TableImportOptions, _ columns: ColumnList?, in database: Database
    ) throws -> [TableWriter] {
        let table = try Table(options.table, in: database)
        let columns = try columns ?? table.columns(for: options, in: database)
        let links = columns.links(ofChildTablesOf: table.name, options)
        let needsKeys =
            !options.expandedArrays.isEmpty || options.addedColumns.contains(where: \.value.isMember)
        return try [TableWriter(table, columns, returnsKeys: needsKeys, in: database)]
            + options.expandedArrays.enumerated().map { number, array in
                let child = try Table(array.childTable(of: table.name), in: database)
                let columns = ColumnList(
                    child.columns, links: links[number], isStrict: options.columnRules.isStrict,
                    limit: database.maximumColumns)
                guard try child.hasUniqueKey(columns.keyNames, in: database) else {
                    throw TableImportError.notChildTable(child.name, array, keys: columns.keyNames)
                }
                return TableWriter(child, columns, elementsOf: array, in: database)
            }
    }

    private init(
        _ table: Table, _ columns: ColumnList, elementsOf array: ExpandedArray? = nil,
        returnsKeys: Bool = false, in database: Database
    ) {
        self.table = table
        expandedArray = array
        self.returnsKeys = returnsKeys
        self.database = database
        openRows = OpenRows(of: table, columns, in: database)
        (definition, metadata) = (table.definition, table.metadata?.text)
        pending = RowBatch(columns)
    }

    // MARK: - The table

    /// Whether another program has removed the child table that earlier imports have written, or changed its definition.
    func isChanged() throws -> Bool {
        try !table.hasMetadata && TableMetadata.text(of: table.name, in: database) != nil
    }

    /// Checks that no other program has changed the table, and adopts the kinds of values that another import has written.
    func check() throws {
        guard try TableInfo.definition(of: table.name, in: database) == definition else {
            throw TableImportError.tableChangedConcurrently(table.name)
        }
        guard let definition, try TableMetadata.text(of: table.name, in: database) != metadata,
            let changed = try TableMetadata(of: table.name, definedAs: definition, in: database)
        else { return }
        pending.columns.merge(changed)
    }

    /// Records that the batch was written, before the commit.
    func update() throws {
        definition = try TableInfo.definition(of: table.name, in: database)
        metadata = try TableMetadata.text(of: table.name, in: database)
    }

    /// Removes the metadata of a child table if another program has removed or changed the table. If the table whose rows it
    /// belongs to was removed, removes its rows.
    func removeRemains(of parent: Table) throws {
        if !table.hasMetadata {
            try TableMetadata.delete(of: table.name, in: database)
        } else if !parent.exists {
            try database.execute(sql: "DELETE FROM \(table.quotedName)")
        }
    }

    /// Whether the table exists, and its columns have changed since the last batch.
    var needsChange: Bool { pending.columns.writtenCount > 0 && pending.columns.needsChange }

    /// Creates the table, or adds or widens the columns that the rows of the batch need.
    ///
    /// - Parameter columns: the columns of the table of the records, for a child table; `nil` for the table of the records.
    func prepare(linkedTo columns: ColumnList? = nil) throws {
        (next, rowCount) = ((0, 0), 0)
        recordKinds()
        if let columns {
            pending.columns.recordKinds(ofKeysIn: columns)
            guard !pending.isEmpty || pending.columns.writtenCount > 0 else { return }
        }
        guard !isPrepared || pending.columns.needsChange else { return }
        releaseStatements()
        try table.alter(for: &pending.columns, in: database)
        let list = pending.columns
        isPrepared = true
        userDeclaredColumns = list.columns.indices.filter { !list.columns[$0].isCreatedByImport }
        isWritten = list.columns.map(\.isCreatedByImport)
        isWrittenByNext = isWritten
        if let columns {
            deleteStatement = try RowStatement(
                sql: table.deleteStatement(keys: list.keyNames.prefix(columns.keyColumns.count)), in: database
            )
        }
    }

    private func recordKinds() {
        pending.columns.recordKinds(pending.cells)
        pending.columns.recordKinds(pending.updates.map(\.cell))
    }

    /// Releases the prepared statements, because they would prevent changes to the table.
    private func releaseStatements() {
        (isPrepared, statement, statements, deleteStatement) = (false, nil, [:], nil)
    }

    func removeUnneededColumns() throws {
        releaseStatements()
        guard pending.columns.writtenCount > 0 else { return }
        try table.removeUnneededColumns(of: &pending.columns, in: database)
    }

    func declareFinalTypes() throws {
        releaseStatements()
        guard pending.columns.writtenCount > 0 else { return }
        try table.declareFinalTypes(of: &pending.columns, in: database)
    }

    /// Declares the columns in a dry run, and checks that the table could store the rows.
    func declareColumns(linkedTo columns: ColumnList) throws {
        // Without rows, a table is created for a schema only.
        guard !pending.isEmpty || pending.columns.writtenCount > 0 || pending.columns.isFixed else { return }
        if expandedArray != nil { pending.columns.recordKinds(ofKeysIn: columns) }
        recordKinds()
        for change in try table.declareColumns(&pending.columns) {
            pending.columns.declare(change.column, as: change.type)
        }
        pending.columns.markWritten()
    }

    // MARK: - Rows

    /// Writes the rows of the batch of records, and the child rows of each.
    ///
    /// - Parameters:
    ///   - savepoint: the savepoint before each record; `nil` without child tables, where a record is one row.
    ///   - reject: called with each row that a table rejects. Returns whether to write the rows after it.
    func writeRecords(
        with children: ArraySlice<TableWriter>, _ savepoint: Savepoint?,
        reject: (RowBatch.Row, RowError) throws -> Bool
    ) throws {
        let (rows, batch) = (pending.rows, pending.cells)
        let openRecords = pending.openRecords
        let opensRowsWithoutKey = !openRecords.isEmpty && pending.columns.keyColumns.isEmpty
        var start = 0
        // SAFETY, in this function: The batch lends its texts for the call.
        try unsafe pending.texts.withUnsafeBufferPointer { texts in
            for row in rows {
                let cells = start..<row.cellsEnd
                start = row.cellsEnd
                do {
                    try savepoint?.begin()
                    var isWritten = false
                    unsafe try insert(cells, of: batch, texts) { key in
                        // The child rows have rowids, too.
                        try openRows.add(row.number, key, in: openRecords)
                        for child in children { try child.replaceRows(of: row.number, key) }
                        isWritten = true
                    }
                    try savepoint?.release()
                    if isWritten { for child in children { child.rowCount += child.recordRowCount } }
                    if opensRowsWithoutKey { try openRows.add(row.number, nil, in: openRecords) }
                    rowCount += 1
                } catch {
                    guard let error = RowError(error, table: table.name), database.isInsideTransaction else {
                        // A constraint may roll back the whole transaction, for example with `ON CONFLICT ROLLBACK`. Then
                        // no row of the transaction is written.
                        throw (error as? RowError)?.cause ?? error
                    }
                    try savepoint?.rollback()
                    guard try reject(row, error) else { break }
                }
            }
        }
    }

    /// Replaces the child rows of a record with those of the batch.
    ///
    /// - Parameter record: the number of the record. The calls have increasing numbers.
    private func replaceRows(of record: Int, _ key: RecordKey) throws {
        do {
            if let deleteStatement {
                key.bind(to: deleteStatement, at: 0..<Int32(key.count))
                try deleteStatement.run()
            }
            try insertRows(of: record, key)
        } catch {
            throw RowError(error, table: table.name) ?? error
        }
    }

    private func insertRows(of record: Int, _ key: RecordKey) throws {
        recordRowCount = 0
        let (rows, batch) = (pending.rows, pending.cells)
        // SAFETY: The batch lends its texts for the call.
        try unsafe pending.texts.withUnsafeBufferPointer { texts in
            while next.row < rows.count, rows[next.row].number <= record {
                let row = rows[next.row]
                defer { next = (next.row + 1, row.cellsEnd) }
                // The rows of a record that was not written are not written.
                guard row.number == record else { continue }
                unsafe try insert(next.cell..<row.cellsEnd, of: batch, texts, linkedTo: key)
                recordRowCount += 1
            }
        }
    }

    /// Inserts a row.
    ///
    /// - Parameters:
    ///   - cells: the indices of the row's cells in `batch`, whose texts are `texts`.
    ///   - key: the key of the record to which the row of a child table belongs.
    ///   - body: called with the key of the row, if the statements return keys. A trigger or a constraint of the table may
    ///     prevent the row without an error; then `body` is not called.
    private func insert(
        _ cells: Range<Int>, of batch: [RowBatch.Cell], _ texts: UnsafeBufferPointer<UInt8>,
        linkedTo key: RecordKey? = nil, _ body: (RecordKey) throws -> Void = { _ in }
    ) throws {
        let statement = try statement(for: batch, in: cells)
        // The bindings borrow from `texts`, which may be at another address in the next call.
        defer { statement.clear() }
        for index in cells where hasParameter(batch[index].column) {
            // SAFETY: `RowBatch.append` gives each cell a range within the texts.
            unsafe statement.bind(batch[index].value, texts, at: batch[index].column + 1)
        }
        key?.bind(to: statement, at: pending.columns.keyColumns)
        try statement.run {
            try body(RecordKey(statement: statement, count: pending.columns.keyColumns.count))
        }
    }

    /// Returns the statement that inserts a row. The parameter of a column has the index of the column plus 1.
    private func statement(for cells: [RowBatch.Cell], in row: Range<Int>) throws -> RowStatement {
        if !userDeclaredColumns.isEmpty { recordColumns(cells, in: row) }
        if let statement, userDeclaredColumns.isEmpty || isWrittenByNext == isWritten { return statement }
        isWritten = isWrittenByNext
        let statement = try statements[isWritten] ?? prepareStatement()
        self.statement = statement
        return statement
    }

    /// Returns whether the current statement has a parameter for a column.
    private func hasParameter(_ column: Int32) -> Bool {
        userDeclaredColumns.isEmpty || isWritten[Int(column)]
    }

    /// Records in `isWrittenByNext` which columns a row has values for.
    private func recordColumns(_ cells: [RowBatch.Cell], in row: Range<Int>) {
        for column in userDeclaredColumns { isWrittenByNext[column] = false }
        for index in row {
            let column = Int(cells[index].column)
            isWrittenByNext[column] =
                !cells[index].value.isAbsent || pending.columns.columns[column].isCreatedByImport
        }
    }

    private func prepareStatement() throws -> RowStatement {
        if statements.count == Self.maximumStatementCount { statements.removeAll() }
        let list = pending.columns
        let sql = table.sqlTable(with: list).insertStatement(
            updatingBy: list.keyValues == .generated ? [] : list.keyNames,
            returning: returnsKeys ? list.keyNames : []
        ) { isWritten[$0] }
        let statement = try RowStatement(sql: sql, in: database)
        statements[isWritten] = statement
        return statement
    }
}

/// The values of the key columns in the row of a record, as the table stores them: SQLite may have converted the values of
/// the record, or may have found the row of another spelling of the key.
struct RecordKey {
    /// The statement that has inserted or updated the row, and returns the values.
    let statement: RowStatement
    let count: Int

    /// Binds the values to the parameters of a statement for columns, counted from 0.
    func bind(to other: RowStatement, at columns: some Sequence<Int32>) {
        for (value, column) in zip(0..<Int32(count), columns) {
            other.bind(column: value, of: statement, at: column + 1)
        }
    }
}

extension RowStatement {
    /// Binds a value to a parameter, with an index counted from 1. The texts stay valid and unmoved until the parameter
    /// is bound again, or ``clear()`` is called.
    func bind(_ value: RowBatch.Value, _ texts: UnsafeBufferPointer<UInt8>, at index: Int32) {
        switch value {
        case .null, .absent: bindNull(at: index)
        case .integer(let value): bind(value, at: index)
        case .real(let value): bind(value, at: index)
        case .text(let start, let count):
            // SAFETY: The text lies within the batch's texts, which do not move while the statement runs.
            unsafe bind(
                borrowedText: texts.baseAddress.map { unsafe $0 + start }, count: Int(count), at: index)
        }
    }
}

extension RowError {
    /// Creates the error of a row; `nil` for any other error.
    ///
    /// - Parameter table: the name of the table, unless the error names another one.
    fileprivate init?(_ error: any Error, table: String) {
        if let error = error as? RowError {
            self = error
            return
        }
        guard let cause = error as? DatabaseError,
            [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(cause.resultCode)
        else { return nil }
        self.init(table: table, message: cause.message ?? "\(cause.resultCode)", cause: cause)
    }
}
