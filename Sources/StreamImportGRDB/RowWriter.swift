internal import GRDB
internal import SQLiteSupport
internal import StreamImport

/// Writes records to a table, by one statement that is prepared once.
final class RowWriter<Model: Importable> {
    private let database: Database
    private let table: String
    private let target: StatementTarget
    private let export: RowExport<Model>

    /// What keeps a record from becoming a row, before SQLite sees it.
    struct RowError: Error {
        let error: ImportError
    }

    /// Makes the table, if it is not there.
    init(_ schema: TableSchema, in database: Database) throws {
        self.database = database
        table = schema.name
        let key = try schema.prepare(in: database)
        let statement = try RowStatement(sql: schema.insertSQL(key: key), in: database)
        target = try StatementTarget(statement, fields: schema.fields)
        export = try RowExport(of: Model.self, fields: schema.fields, to: target)
    }

    /// - Throws: ``RowError``, or the `DatabaseError` of SQLite.
    func write(_ record: Model) throws {
        do throws(ImportError) { try export.write(record) } catch { throw RowError(error: error) }
        try target.run()
    }

    /// Tells observers that the transaction changes the table: of single rows they are not told.
    func notifyObservers() throws {
        // GRDB knows no columns of a table with quotes in its name, and so has no observers of it.
        guard !table.contains("\"") else { return }
        try database.notifyChanges(in: Table(table))
        // What GRDB has learnt of a table that was just made would outlive a rollback.
        database.clearSchemaCache()
    }
}
