/// The result of an import into a table.
package struct TableImportResult: Sendable {
    package var table: String
    /// The number of records that this run wrote as rows, including those that updated a row.
    package var rows = 0
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
    /// The number of columns of the table.
    package var columns = 0
    /// The statement that would create the table, after a dry run that has found columns; otherwise `nil`.
    package var definition: String?
    /// The child tables, in the order of the arrays.
    package var children: [Child] = []
    package var bytesRead = 0
    package var textBytes = 0
    /// The error that stopped the import: ``ImportError`` if the input could not be read or a record was rejected,
    /// ``TableImportError`` if rows could not be written, or ``Interrupted``.
    package var error: (any Error)?

    package init(table: String) {
        self.table = table
    }

    /// The result for a child table.
    package struct Child: Sendable {
        package var table: String
        /// The keys that lead to the array.
        package var path: [String]
        /// The number of rows that this run wrote.
        package var rows = 0
        /// The number of columns of the table; 0 if it does not exist.
        package var columns = 0
        /// The statement that would create the table, after a dry run that has found columns; otherwise `nil`.
        package var definition: String?
    }

    /// Adds the rows and the rejected records of another run of the same import.
    mutating func addRows(of other: TableImportResult) {
        rows += other.rows
        rejected += other.rejected
        for (number, child) in other.children.enumerated() where number < children.count {
            children[number].rows += child.rows
        }
    }
}
