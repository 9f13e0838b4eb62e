import JSONRecords
import Testing

@testable import TableImport

/// Returns lines with the records `{"n":1}`, `{"n":2}` and so on.
func numberedLines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "{\"n\":\($0)}\n" }.joined()
}

/// The end of the message about an input that has changed.
let changeChoices = """
    use --replace to replace the rows of this input, --append to add all of its records, --key to update rows, or \
    --table to import into another table
    """

extension Workspace {
    /// Returns a workspace with a dump of 30 numbered lines, of which 10 are in the table.
    static func interruptedImport() throws -> Workspace {
        let workspace = try Workspace(numberedLines(1...30))
        let stop = InterruptFlag()
        let result = workspace.run(stop: stop) {
            $0.readOptions.chunkBytes = 1
            $0.readOptions.progressInterval = .zero
            $0.readOptions.onProgress = { if $0.recordCount >= 9 { stop.request() } }
        }
        #expect(result.error is Interrupted && result.rows == 10)
        return workspace
    }

    /// The numbers in the table, in the order of the rows.
    func numbers() throws -> [Int] {
        try rows("SELECT n FROM t ORDER BY rowid").compactMap { Int($0[0]) }
    }
}
