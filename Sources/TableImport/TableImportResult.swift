/// The result of an import into a table.
package struct TableImportResult: Sendable {
    /// The table of the records, and the child tables in the order of the arrays.
    package var tables: [Table]
    /// The number of records that this run rejected.
    package var rejected = 0
    /// The number of records that earlier runs processed.
    package var recordsBefore = 0
    /// The number of records that earlier runs wrote as rows.
    package var rowsBefore = 0
    /// The number of records that earlier runs rejected.
    package var rejectedBefore = 0
    /// Whether the same import, run again, resumes where this run stopped.
    package var canResume = false
    /// Whether an earlier run had processed all records, so that this run had nothing to import.
    package var wasFinished = false
    /// What may not be as the user wants it, in sentences.
    package var warnings: [String] = []
    package var bytesRead = 0
    package var textBytes = 0
    /// The error that stopped the import: ``ImportError`` if the input could not be read or a record was rejected,
    /// ``TableImportError`` if rows could not be written, or ``Interrupted``.
    package var error: (any Error)?

    package init(table: String) {
        tables = [Table(table: table)]
    }

    /// The result for one table.
    package struct Table: Sendable {
        package var table: String
        /// The keys that lead to the array of a child table.
        package var path: [String] = []
        /// The number of rows that this run wrote, including those that it updated.
        package var rows = 0
        /// The number of columns of the table; 0 if it does not exist.
        package var columns = 0
        /// The statement that would create the table, after a dry run that has found columns; otherwise `nil`.
        package var definition: String?
    }

    /// The name of the table of the records.
    package var table: String { tables[0].table }
    /// The number of records that this run wrote as rows.
    package var rows: Int { tables[0].rows }
    package var columns: Int { tables[0].columns }
    package var definition: String? { tables[0].definition }
    package var children: [Table] { Array(tables.dropFirst()) }

    /// Adds the rows and the rejected records of another run of the same import.
    mutating func addRows(of other: TableImportResult) {
        rejected += other.rejected
        for (number, table) in other.tables.enumerated() where number < tables.count {
            tables[number].rows += table.rows
        }
    }
}
