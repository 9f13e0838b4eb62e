internal import GRDB
internal import SQLiteSupport

/// A table that is prepared for the rows of each batch: it has their columns, and statements insert them.
final class PreparedTable {
    let table: Table
    private let returnsKeys: Bool
    private let database: Database
    private var insertStatements: InsertStatements?

    /// - Parameter returnsKeys: whether the keys of each inserted row are needed.
    init(_ table: Table, returnsKeys: Bool = false, in database: Database) {
        self.table = table
        self.returnsKeys = returnsKeys
        self.database = database
    }

    /// Returns whether the table has the columns that the rows of a batch need.
    func isPrepared(for columns: ColumnList) -> Bool { insertStatements != nil && !columns.needsChange }

    /// Adds or widens the columns that the rows of a batch need.
    func prepare(for columns: inout ColumnList) throws -> InsertStatements {
        if let insertStatements, !columns.needsChange { return insertStatements }
        // Releases the prepared statements, because they would prevent changes to the table.
        insertStatements = nil
        try table.alter(for: &columns, in: database)
        let insertStatements = InsertStatements(
            into: table, columns: columns, returnsKeys: returnsKeys, in: database)
        self.insertStatements = insertStatements
        return insertStatements
    }

    /// Declares the types of all values that imports have written.
    func declareFinalTypes(of columns: inout ColumnList) throws {
        // Releases the prepared statements, because they would prevent changes to the table.
        insertStatements = nil
        try table.declareFinalTypes(of: &columns, in: database)
    }
}
