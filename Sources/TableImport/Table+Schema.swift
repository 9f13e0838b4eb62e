internal import GRDB

extension Table {
    /// Returns the columns that a schema fixes.
    ///
    /// - Parameter limit: the maximum number of columns of the table.
    /// - Throws: ``TableImportError`` if the table exists and is not that of the schema, or cannot have these columns.
    func columns(fixedBy schema: TableSchema, limit: Int) throws -> ColumnList {
        var columns = schema.columns.map(Column.init)
        guard columns.count <= limit else {
            throw TableImportError.tooManyColumns(columns.count, in: schema, limit: limit)
        }
        if exists {
            let statement = Self.createStatement(of: name, with: columns, primaryKey: schema.keys)
            guard definition == statement, isCreatedByImport || isEmpty else {
                throw TableImportError.otherTable(name)
            }
            for index in columns.indices {
                columns[index].importedKinds = self.columns[index].importedKinds
            }
        }
        return ColumnList(columns, fixedBy: schema, isWritten: exists)
    }

    /// Returns the columns of the table before the first record of an import.
    func columns(for options: TableImportOptions, in db: Database) throws -> ColumnList {
        if let schema = options.schema {
            return try columns(fixedBy: schema, limit: db.maximumColumns)
        }
        let columns = ColumnList(columns, options: options, limit: db.maximumColumns)
        try checkKeys(columns.keyNames, in: db)
        return columns
    }
}
