internal import GRDB
internal import SQLiteSupport

extension TableDatabase {
    /// Returns whether a table has no rows, or does not exist. `false` if the database cannot be read.
    package func isEmpty(_ table: String) -> Bool {
        count("EXISTS (SELECT * FROM \(table.sqlIdentifier))", of: table) == 0
    }

    /// Returns the number of rows of a table; `nil` if the database cannot be read.
    package func rowCount(of table: String) -> Int? {
        count("(SELECT count(*) FROM \(table.sqlIdentifier))", of: table)
    }

    private func count(_ sql: String, of table: String) -> Int? {
        try? open(isDryRun: false).inDatabase { db -> Int? in
            guard try TableInfo.exists(table, in: db) else { return 0 }
            return try Int.fetchOne(db, sql: "SELECT \(sql)")
        }
    }
}
