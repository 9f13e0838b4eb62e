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
            try options.validate()
            self = try DatabaseQueue(configuration: configuration).inDatabase { database in
                var columns = ColumnList([], options: options, limit: database.maximumColumns)
                for input in inputs {
                    // Without a file, the run keeps no digest for a checkpoint.
                    let input = TableInput(name: input.name, file: nil, records: input.records)
                    let store = try SQLiteStore(
                        of: input, options, from: .firstRecord, columns: columns, in: database)
                    let writer = try BatchWriter(
                        input, options, from: .firstRecord, to: .max, interruptFlag, into: store)
                    if let error = try writer.run().error { throw error }
                    columns = ColumnList(
                        store.finalColumns.map(\.withoutReservedName), options: options, limit: columns.limit)
                }
                return try TableSchema(columns, options)
            }
        } catch {
            throw TableImportError.wrapping(error, file: "the table \(options.table)")
        }
    }

    /// Creates the schema of a table with the columns that the records need.
    private init(_ columns: ColumnList, _ options: TableImportOptions) throws {
        var columns = columns
        guard !columns.columns.isEmpty else { throw TableImportError.noColumns }
        if let key = columns.missingKeys.first {
            throw TableImportError.noSuchColumn(
                key, option: "--key", among: columns.columns.map(\.name))
        }
        let rest = columns.hasRest ? columns.addRestColumn() : MemberIndex.none
        try self.init(
            table: options.table,
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

extension Column {
    /// The column as an import that starts after this one finds it.
    fileprivate var withoutReservedName: Column {
        var column = self
        column.reservedName = nil
        return column
    }
}
