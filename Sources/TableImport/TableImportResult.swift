/// What an import into a table came to.
package struct TableImportResult: Sendable {
    package var table: String
    /// How many records were read and became rows, or took the place of rows; in this run.
    package var rows = 0
    /// How many records were rejected; in this run.
    package var rejected = 0
    /// How many records earlier runs had dealt with.
    package var recordsBefore = 0
    /// How many of those were rejected.
    package var rejectedBefore = 0
    /// Whether the same import resumes where this one stopped.
    package var canResume = false
    /// Whether an earlier run had dealt with all, so that there was nothing to do.
    package var wasFinished = false
    /// How many columns the table has.
    package var columns = 0
    /// How the table would be made: of a dry run only.
    package var definition: String?
    package var bytesRead = 0
    package var textBytes = 0
    /// Why the import stopped before its end: ``ImportError`` if the input could not be read on, ``TableImportError``
    /// if rows could not be written, or ``Interrupted``.
    package var error: (any Error)?

    package init(table: String) {
        self.table = table
    }
}
