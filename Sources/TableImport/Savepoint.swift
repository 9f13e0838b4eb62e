internal import GRDB
internal import SQLiteSupport

/// A savepoint in a transaction, used for one record after another.
///
/// The statements are prepared once. GRDB would prepare them for each record.
final class Savepoint {
    private let beginStatement, releaseStatement, rollbackStatement: RowStatement

    init(in database: Database) throws {
        beginStatement = try RowStatement(sql: "SAVEPOINT record", in: database)
        releaseStatement = try RowStatement(sql: "RELEASE record", in: database)
        rollbackStatement = try RowStatement(sql: "ROLLBACK TO record", in: database)
    }

    func begin() throws { try beginStatement.run() }

    func release() throws { try releaseStatement.run() }

    /// Undoes the changes since the beginning, and ends the savepoint.
    func rollback() throws {
        try rollbackStatement.run()
        try release()
    }
}
