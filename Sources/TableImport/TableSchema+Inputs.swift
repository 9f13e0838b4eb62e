internal import GRDB

/// The search for the schema of records.
extension TableSchema {
    /// Reads the records of inputs, and creates the schema of the table that they would have.
    ///
    /// The names, the order and the types of the columns are those that a new table gets if the inputs are imported one after
    /// another without a schema. So an import of the same records with the schema rejects none of them, and creates the same
    /// table. The only difference is the rest column, which the schema has whenever the options name it.
    ///
    /// A column that was only null has no type. With ``TableImportOptions/columns`` and without a rest column, the schema
    /// ignores unknown keys.
    ///
    /// - Parameters:
    ///   - inputs: the inputs, which are read one after another.
    ///   - options: the options of the import without a schema. ``TableImportOptions/maximumRecordCount`` is the size of the
    ///     sample, for each input.
    ///   - interruptFlag: the flag that stops the search.
    /// - Throws: ``ImportError`` or ``TableImportError`` like an import with these options; ``Interrupted``.
    package init(of inputs: [TableInput], options: TableImportOptions, interruptFlag: InterruptFlag) throws {
        try self.init(of: inputs, options, interruptFlag, configuration: Configuration())
    }

    /// - Parameter configuration: the configuration of the database in memory.
    init(
        of inputs: [TableInput], _ options: TableImportOptions, _ interruptFlag: InterruptFlag,
        configuration: Configuration
    ) throws {
        guard options.expandedArrays.isEmpty else { throw TableImportError.fixedBySchema("--expand") }
        var options = options
        options.isDryRun = true
        (options.schema, options.indices, options.onCommit) = (nil, [], nil)
        do {
            self = try DatabaseQueue(configuration: configuration).inDatabase { database in
                var table = try SampledTable(options, in: database)
                for input in inputs { try table.read(input, interruptFlag) }
                return try table.schema()
            }
        } catch {
            throw TableImportError.wrapping(error, file: "the table \(options.table)")
        }
    }
}

/// The table of a schema while the records are read: a table in memory, without rows.
private struct SampledTable {
    private let options: TableImportOptions
    private let database: Database
    private var name: String
    private var columns: ColumnList

    init(_ options: TableImportOptions, in database: Database) throws {
        (self.options, self.database, name) = (options, database, options.table)
        columns = ColumnList([], options: options, limit: database.maximumColumns)
    }

    /// Reads the records of an input, and gives the table the columns that it has after them.
    mutating func read(_ input: TableInput, _ interruptFlag: InterruptFlag) throws {
        // Without a file, the run keeps no digest for a checkpoint.
        let input = TableInput(name: input.name, file: nil, records: input.records)
        let run = try BatchWriter(
            input, options, from: .firstRecord, to: .max, interruptFlag, in: database)
        if let error = try run.run().error { throw error }
        (name, columns) = (run.table.name, run.finalColumns)
        guard !columns.columns.isEmpty else { return }
        try database.execute(sql: "DROP TABLE IF EXISTS \(run.table.quotedName)")
        try database.execute(sql: run.table.sqlTable(with: columns).createStatement)
        try TableMetadata.create(in: database)
        try TableMetadata.write(columns.columns, of: name, in: database)
    }

    func schema() throws -> TableSchema {
        var columns = columns
        guard !columns.columns.isEmpty else { throw TableImportError.noColumns }
        if let key = columns.missingKeys.first {
            throw TableImportError.noSuchColumn(
                key, option: "--key", among: columns.columns.map(\.name))
        }
        let rest = columns.hasRest ? columns.addRestColumn() : MemberIndex.none
        return try TableSchema(
            table: name,
            columns: columns.columns.enumerated().map { index, column in
                TableSchema.Column(
                    name: column.name, path: column.path ?? [column.reservedName ?? column.name],
                    type: index == Int(rest) ? .text : DeclaredType(rawValue: column.declaredType) ?? .any)
            },
            keys: columns.keyNames, ignoresUnknownKeys: options.columns != nil && options.rest == nil,
            // With a projection, the members that the rest column stores are not read.
            flattens: options.flattens && (options.columns == nil || options.rest == nil))
    }
}
