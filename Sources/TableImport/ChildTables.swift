internal import GRDB
internal import JSONRecords

/// The child tables of an import, by the numbers of their arrays.
struct ChildTables {
    private let tables: [ChildTable]

    /// Reads the child tables of a table.
    ///
    /// - Throws: ``TableImportError`` if the name of a child table is not available, or if the options name no key.
    init(of table: Table, options: TableImportOptions, in database: Database) throws {
        guard options.expandedArrays.isEmpty || !options.keys.isEmpty else {
            throw TableImportError.expandedArrayWithoutKey
        }
        tables = try options.expandedArrays.map {
            try ChildTable($0, of: table, options: options, in: database)
        }
    }

    var isEmpty: Bool { tables.isEmpty }

    /// Whether one of the tables existed when the import began.
    var anyExists: Bool { tables.contains(where: \.exists) }

    var results: [TableImportResult.Child] { tables.map(\.result) }

    /// Whether another program has removed a table that earlier imports have written, or changed its definition.
    func areChanged(in db: Database) throws -> Bool { try tables.contains { try $0.isChanged(in: db) } }

    /// Returns the rows to be read for the tables.
    ///
    /// - Parameter nullPaths: the ``nullPaths`` of the run that this one resumes.
    func rows(flattens: Bool, earlierNullPaths nullPaths: [[[String]]]) -> [ChildRows] {
        tables.enumerated().map { number, table in
            ChildRows(
                table.reader(
                    flattens: flattens,
                    earlierNullPaths: number < nullPaths.count ? nullPaths[number] : []))
        }
    }

    // MARK: - Batches

    func take(from rows: inout RecordRows) {
        for (number, table) in tables.enumerated() { table.take(from: &rows.children[number].reader) }
    }

    func returnWritten(to rows: inout RecordRows) {
        for (number, table) in tables.enumerated() { table.returnWritten(to: &rows.children[number].reader) }
    }

    /// The memory that the batches use, in bytes.
    var bytes: Int { tables.map(\.bytes).reduce(0, +) }

    /// The paths of the keys of each table that were only null, and that have no column yet.
    var nullPaths: [[[String]]] { tables.map(\.nullPaths) }

    func check(in db: Database) throws {
        for table in tables { try table.check(in: db) }
    }

    var needChange: Bool { tables.contains(where: \.needsChange) }

    /// Removes the metadata of child tables that other programs have removed or changed. If the table itself was removed,
    /// removes the rows of its child tables.
    func removeRemains(of table: Table, in db: Database) throws {
        for child in tables { try child.removeRemains(of: table, in: db) }
    }

    /// Prepares the tables for the rows of the batch.
    ///
    /// - Parameter columns: the columns of the table, which is prepared.
    func prepare(linkedTo columns: ColumnList) throws {
        for table in tables { try table.prepare(linkedTo: columns) }
    }

    /// Replaces the rows of a record in all tables.
    func replaceRows(of record: Int, _ key: RecordKey) throws {
        for table in tables { try table.replaceRows(of: record, key) }
    }

    /// Counts the rows of the last record, which was written.
    func countRecord() {
        for table in tables { table.countRecord() }
    }

    func declareFinalTypes() throws {
        for table in tables { try table.declareFinalTypes() }
    }

    /// Records that the batch was written, before the commit.
    func update(in db: Database) throws {
        for table in tables { try table.update(in: db) }
    }

    /// Counts the rows of the batch, which was committed, and empties it.
    func countBatch() {
        for table in tables { table.countBatch() }
    }

    // MARK: - Results

    /// Counts the rows of a dry run's batch, and checks that the tables could store them.
    func countRows(of rows: inout RecordRows) throws {
        for (number, table) in tables.enumerated() {
            try table.countRows(of: &rows.children[number].reader, linkedTo: rows.row.columns)
        }
    }

    /// Describes the tables after the last row.
    ///
    /// - Parameter rows: the rows that were read; `nil` if some of them could not be written.
    func describe(_ rows: RecordRows?, isDryRun: Bool) {
        for (number, table) in tables.enumerated() {
            table.describe(rows?.children[number].reader.columns, isDryRun: isDryRun)
        }
    }

    /// Warnings about child tables that do not exist after the import, because no record has the array.
    var warnings: [String] { tables.compactMap(\.warning) }
}
