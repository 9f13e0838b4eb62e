public import GRDB
public import StreamImport

extension ImportSequence {
    /// Writes the records to a table, in batches that are one transaction each, on this thread.
    ///
    ///     let queue = try DatabaseQueue(path: "repos.sqlite")
    ///     try repos.write(to: queue, table: ImportTable(primaryKey: ["id"], conflict: .upsert))
    ///
    /// The table is made in the first batch if it is not there: a column for each property of the model, those of its
    /// superclasses included, with the property's name, in the order of the plan. Values are kept as those of records
    /// that are `Codable` are by default, so that these can be fetched:
    ///
    /// | property | column |
    /// | --- | --- |
    /// | integers | `INTEGER`; an error from 2⁶³ on |
    /// | `Bool` | `BOOLEAN` |
    /// | `Double`, `Float`, `CGFloat` | `REAL`; an error if it is not finite, as SQLite has no NaN |
    /// | `String`, `URL`, `Decimal` | `TEXT` |
    /// | `Date` | `DATETIME`: `2014-05-01 08:00:00.123`, in UTC, to the nearest millisecond |
    /// | `Data`, `UUID` | `BLOB` |
    /// | enums and structs with raw values | as their raw values |
    /// | models, arrays, sets, dictionaries, `JSONValue`, `Any` | `TEXT`: JSON with the names of the properties |
    /// | any other scalar | without a type: what ``ImportableScalar/exported(dates:)`` says |
    /// | `SkippedValue` | none |
    ///
    /// Columns are `NOT NULL` unless the property is an optional. A table that is there is used as it is; it may have
    /// more columns.
    ///
    /// Inside a column dictionaries are objects, whatever their keys are; `JSONDecoder` expects objects for the keys
    /// `String` and `Int`.
    ///
    /// The database has one writer, which this is to its end: others who want to write wait, and hooks of the models
    /// cannot use the same database. Observers are told of each batch, not of each row.
    ///
    /// - Parameters:
    ///   - writer: a queue or a pool.
    ///   - table: the name of the table, its key and its indices, what to do about conflicts, and the size of batches.
    /// - Returns: what the import came to. Records that a conflict left out count.
    /// - Throws: ``ImportError`` for what cannot be read, or not be written as it is, with ``ImportError/record``;
    ///   ``ImportError/Code/invalidTable`` or ``ImportError/Code/invalidPlan`` if the table and the model do not go
    ///   together; and GRDB's `DatabaseError` as it is. Batches that were complete stay, and the one that was not is rolled back.
    /// - Complexity: O(*n*) time; memory for one record, and no more with more records.
    @discardableResult
    public func write(
        to writer: some DatabaseWriter, table: ImportTable = ImportTable()
    ) throws -> ImportSummary {
        let schema = try TableSchema(table, of: Model.self)
        return try writer.writeWithoutTransaction { database in
            try writeBatches(of: table.batchSize, to: schema, in: database)
        }
    }

    /// Writes the records to a table within the transaction that is open, as they are written to a queue or
    /// a pool otherwise.
    ///
    ///     try queue.write { db in
    ///         try users.write(to: db)
    ///         try repos.write(to: db)
    ///     }
    ///
    /// What becomes of the transaction is for the caller to say, also after an error. Without one, all records are one
    /// transaction.
    ///
    /// - Parameters:
    ///   - database: the connection.
    ///   - table: as there, but that batches mean nothing.
    @discardableResult
    public func write(to database: Database, table: ImportTable = ImportTable()) throws -> ImportSummary {
        let schema = try TableSchema(table, of: Model.self)
        guard database.isInsideTransaction else {
            return try writeBatches(of: .max, to: schema, in: database)
        }
        let rows = try RowWriter<Model>(schema, in: database)
        try rows.notifyObservers()
        return try writeRows { try rows.write($0) }
    }

    private func writeBatches(
        of size: Int, to schema: TableSchema, in database: Database
    ) throws -> ImportSummary {
        try database.beginTransaction()
        do {
            let rows = try RowWriter<Model>(schema, in: database)
            try rows.notifyObservers()
            var count = 0
            let summary = try writeRows { record in
                if count == size {
                    try database.commit()
                    try database.beginTransaction()
                    try rows.notifyObservers()
                    count = 0
                }
                try rows.write(record)
                count += 1
            }
            try database.commit()
            return summary
        } catch {
            // What went wrong first is what matters.
            try? database.rollback()
            throw error
        }
    }

    /// Hands on the records, and says which one was refused.
    private func writeRows(_ write: (Model) throws -> Void) throws -> ImportSummary {
        var summary = ImportSummary()
        do {
            try forEach(into: &summary) { try write($0) }
        } catch let rowError as RowWriter<Model>.RowError {
            throw rowError.error.inside().with(record: summary.recordCount + summary.rejectedCount + 1)
        }
        return summary
    }
}
