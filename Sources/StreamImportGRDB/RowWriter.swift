internal import GRDB
internal import SQLiteSupport
internal import StreamImport

/// A writer of records to a table, with one prepared statement.
final class RowWriter<Model: Importable> {
    private let database: Database
    private let table: String
    private let target: StatementTarget
    private let export: RowExport<Model>

    /// The error of a record that cannot become a row, found before SQLite receives the row.
    struct UnwritableRecord: Error {
        let error: ImportError
    }

    /// Creates a writer, and the table if it does not exist.
    init(_ schema: ModelTable, in database: Database) throws {
        self.database = database
        table = schema.name
        let key = try schema.prepare(in: database)
        let statement = try RowStatement(sql: schema.insertStatement(key: key), in: database)
        target = try StatementTarget(statement, fields: schema.fields)
        export = try RowExport(of: Model.self, fields: schema.fields, to: target)
    }

    /// - Throws: ``UnwritableRecord``, or the `DatabaseError` of SQLite.
    func write(_ record: Model) throws {
        do throws(ImportError) { try export.write(record) } catch { throw UnwritableRecord(error: error) }
        try target.run()
    }

    /// Notifies observers that the transaction changes the table. Observers are not notified of single rows.
    func notifyObservers() throws {
        // GRDB cannot find the columns of a table with quotes in its name, and so has no observers of such a table.
        guard !table.contains("\"") else { return }
        try database.notifyChanges(in: Table(table))
        // GRDB has cached the schema of a table that this transaction may have created. A rollback would not clear the
        // cache.
        database.clearSchemaCache()
    }
}
