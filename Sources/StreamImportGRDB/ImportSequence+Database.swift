public import GRDB
public import StreamImport

extension ImportSequence where Model: Importable {
    /// Writes the records to a table, in batches of one transaction each, on this thread.
    ///
    ///     let queue = try DatabaseQueue(path: "repos.sqlite")
    ///     try repos.write(to: queue, table: ImportTable(primaryKey: ["id"], conflict: .upsert))
    ///
    /// The first batch creates the table if it does not exist. The table has a column for each property of the model
    /// and of its superclasses, with the property's name, in the order of the plan. Values are stored as GRDB by
    /// default stores those of `Codable` records, so that such records can be fetched from the table:
    ///
    /// | property | column |
    /// | --- | --- |
    /// | integers | `INTEGER`; an error from 2⁶³ on |
    /// | `Bool` | `BOOLEAN` |
    /// | `Double`, `Float`, `CGFloat` | `REAL`; an error if it is not finite, as SQLite has no NaN |
    /// | `String`, `URL`, `Decimal` | `TEXT` |
    /// | `Date` | `DATETIME`: `2014-05-01 08:00:00.123`, in UTC, to the nearest millisecond; before 15 October 1582 in the Julian calendar |
    /// | `Data`, `UUID` | `BLOB` |
    /// | enums and structs with raw values | as their raw values |
    /// | models, arrays, sets, dictionaries, `JSONValue`, `Any` | `TEXT`: JSON with the names of the properties |
    /// | any other scalar | without a type: the value that ``ImportableScalar/exported(dates:)`` returns |
    /// | `SkippedValue` | none |
    ///
    /// Columns are `NOT NULL` unless the property is an optional. An existing table is used as it is; it may have more
    /// columns.
    ///
    /// In the JSON of a column, dictionaries are objects, whatever the type of their keys; `JSONDecoder` expects
    /// objects only if the keys are of type `String` or `Int`.
    ///
    /// If ``ImportOptions/parallelism`` allows several threads, the other threads parse the records that follow. This thread
    /// writes the records in the order of the input.
    ///
    /// The import is the only writer of the database until the import ends: other writers wait, and hooks of the models
    /// cannot use the same database. Observers are notified of each batch, not of each row.
    ///
    /// - Parameters:
    ///   - writer: a queue or a pool.
    ///   - table: the name of the table, its key and indices, the policy for conflicts, and the size of batches.
    /// - Returns: the summary of the import, which also counts records that a conflict skipped.
    /// - Throws: ``ImportError`` with ``ImportError/record`` for a record that cannot be read, or cannot be written
    ///   without a change; ``ImportError/Code/invalidTable`` or ``ImportError/Code/invalidPlan`` if the table does not
    ///   match the model; ``ImportError/Code/invalidOption`` if batches have no records; GRDB's `DatabaseError`, unchanged. Complete batches stay in the table, and the
    ///   incomplete batch is rolled back.
    /// - Complexity: O(*n*) time; memory for one record or, with several threads, for about two segments for each thread,
    ///   independent of the number of records.
    @discardableResult
    public func write(
        to writer: some DatabaseWriter, table: ImportTable = ImportTable()
    ) throws -> ImportSummary {
        let schema = try ModelTable(table, of: Model.self)
        return try writer.writeWithoutTransaction { database in
            try writeBatches(of: table.batchSize, to: schema, in: database)
        }
    }

    /// Writes the records to a table within the open transaction, in the same way as to a queue or a pool.
    ///
    ///     try queue.write { db in
    ///         try users.write(to: db)
    ///         try repos.write(to: db)
    ///     }
    ///
    /// The caller commits or rolls back the transaction, also after an error. Without an open transaction, all records
    /// are written in one.
    ///
    /// - Parameters:
    ///   - database: the connection.
    ///   - table: as for a queue or a pool, but the size of batches has no effect.
    @discardableResult
    public func write(to database: Database, table: ImportTable = ImportTable()) throws -> ImportSummary {
        let schema = try ModelTable(table, of: Model.self)
        guard database.isInsideTransaction else {
            return try writeBatches(of: .max, to: schema, in: database)
        }
        let rows = try RowWriter<Model>(schema, in: database)
        try rows.notifyObservers()
        return try writeRows { try rows.write($0) }
    }

    private func writeBatches(
        of size: Int, to schema: ModelTable, in database: Database
    ) throws -> ImportSummary {
        try database.beginTransaction()
        do {
            let rows = try RowWriter<Model>(schema, in: database)
            try rows.notifyObservers()
            var count = 0
            let summary = try writeRows { record in
                if !database.isInsideTransaction {
                    try database.beginTransaction()
                    try rows.notifyObservers()
                }
                try rows.write(record)
                count += 1
                // A complete batch must not wait for the next record, nor be lost by its error.
                guard count == size else { return }
                try database.commit()
                count = 0
            }
            if database.isInsideTransaction { try database.commit() }
            return summary
        } catch {
            // An error of the rollback must not replace the first error.
            if database.isInsideTransaction { try? database.rollback() }
            throw error
        }
    }

    /// Writes the records. If a record cannot become a row, throws its error with the number of the record.
    private func writeRows(_ write: (Model) throws -> Void) throws -> ImportSummary {
        var summary = ImportSummary()
        do {
            try forEach(into: &summary) { try write($0) }
        } catch let record as RowWriter<Model>.UnwritableRecord {
            throw record.error.inside().with(record: summary.recordCount + summary.rejectedCount + 1)
        }
        return summary
    }
}

extension AsyncImportSequence where Model: Importable & Sendable {
    /// Writes the records to a table, in batches of one transaction each.
    ///
    ///     let (bytes, _) = try await URLSession.shared.bytes(from: url)
    ///     try await StreamImporter.objects(of: Repo.self, from: bytes).write(to: queue)
    ///
    /// The table is the same as that of an `ImportSequence`. A batch is collected before its transaction begins, so
    /// other writers need not wait while the import awaits bytes. The records are `Sendable`, because they pass from
    /// one task to another.
    ///
    /// - Parameters:
    ///   - writer: a queue or a pool.
    ///   - table: the name of the table, its key and indices, the policy for conflicts, and the size of batches.
    ///   - isolation: the actor to stay on; the caller's by default.
    /// - Returns: the summary of the import, which also counts records that a conflict skipped.
    /// - Throws: the same errors as for an `ImportSequence`. An error of the input is the ``ImportError/cause`` of
    ///   ``ImportError/Code/readFailed``. ``ImportError/record`` of a record that cannot be written is `nil` if records
    ///   before it were rejected. Complete batches stay in the table.
    /// - Complexity: O(*n*) time; memory for one batch.
    @discardableResult
    public func write(
        to writer: some DatabaseWriter, table: ImportTable = ImportTable(),
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> ImportSummary {
        _ = try ModelTable(table, of: Model.self)
        var batches = batches(of: table.batchSize).makeAsyncIterator()
        var written = 0
        while true {
            let batch = try await batches.next(isolation: isolation) ?? []
            // A batch that is not full is the last one, unless an error follows it.
            let isLast = batch.count < table.batchSize
            if isLast, !batch.isEmpty { _ = try await batches.next(isolation: isolation) }
            // The first transaction creates the table, even without records.
            if !batch.isEmpty || written == 0 {
                let firstNumber = batches.summary.rejectedCount == 0 ? written + 1 : nil
                try await writer.write {
                    try StreamImportGRDB.write(batch, firstNumber: firstNumber, to: table, in: $0)
                }
                written += batch.count
            }
            if isLast { return batches.summary }
        }
    }
}

/// Writes the records of one batch.
///
/// - Parameter firstNumber: the number of the first record; `nil` if records were rejected, so that numbers may be
///   missing between the records.
private func write<Model: Importable>(
    _ batch: [Model], firstNumber: Int?, to table: ImportTable, in database: Database
) throws {
    let rows = try RowWriter<Model>(ModelTable(table, of: Model.self), in: database)
    try rows.notifyObservers()
    for (index, record) in batch.enumerated() {
        do {
            try rows.write(record)
        } catch let record as RowWriter<Model>.UnwritableRecord {
            let error = record.error.inside()
            throw firstNumber.map { error.with(record: $0 + index) } ?? error
        }
    }
}
