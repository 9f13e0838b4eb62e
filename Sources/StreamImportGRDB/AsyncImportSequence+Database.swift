public import GRDB
public import StreamImport

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
