/// The database of several imports, which share one connection: a file of SQLite, or an address of PostgreSQL.
package final class TableDatabase {
    /// The file or the address.
    package let name: String
    let connection: any TableConnection
    /// The flag whose request ends the wait for a server; `nil`, the default, for none.
    package var interruptFlag: InterruptFlag? {
        didSet { connection.interruptFlag = interruptFlag }
    }

    package init(_ name: String) {
        self.name = name
        #if POSTGRESQL
            connection = Self.isPostgresAddress(name) ? PostgresDatabase(name) : SQLiteDatabase(name)
        #else
            connection = SQLiteDatabase(name)
        #endif
    }

    /// Returns whether a name is the address of a PostgreSQL database.
    package static func isPostgresAddress(_ name: String) -> Bool {
        name.hasPrefix("postgresql://") || name.hasPrefix("postgres://")
    }

    /// Checks an address of a PostgreSQL database.
    ///
    /// - Throws: ``TableImportError`` if it is malformed or has a password, or if the program was built without PostgreSQL.
    package static func validatePostgresAddress(_ name: String) throws {
        #if POSTGRESQL
            try PostgresDatabase.validate(name)
        #else
            throw TableImportError(
                .usage, "this build has no PostgreSQL, so --into expects an SQLite file",
                advice: "install libpq-dev, and build with make program")
        #endif
    }

    /// Returns whether a table has no rows, or does not exist. `false` if the database cannot be read.
    package func isEmpty(_ table: String) -> Bool { connection.isEmpty(table) }

    /// Returns the number of rows of a table; `nil` if the database cannot be read.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the table, or of an index.
    package func rowCount(of table: String) -> Int? { connection.rowCount(of: table) }

    /// Closes the connection, which the next import opens again.
    package func close() { connection.close() }
}

/// The connection of a ``TableDatabase``, which is opened when it is used.
protocol TableConnection: AnyObject {
    var interruptFlag: InterruptFlag? { get set }

    /// Calls a function with the tables of an import, as they are in the database now. All imports are dry runs, or none is.
    func withStore<Result>(
        of input: TableInput, _ options: TableImportOptions, from start: ImportStart,
        _ body: (any TableStore) throws -> Result
    ) throws -> Result

    func isEmpty(_ table: String) -> Bool
    func rowCount(of table: String) -> Int?
    func close()

    /// Returns a ``TableImportError`` for an error of the database, and any other error unchanged.
    func describing(_ error: any Error) -> any Error
}
