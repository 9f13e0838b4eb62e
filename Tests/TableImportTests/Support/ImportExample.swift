import JSONRecords
import Testing

@testable import TableImport

/// An import into the table `t`, and what is expected of it with each batch size.
struct ImportExample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var dump: String
    var sql: String?
    var columns: [String]?
    /// The rows that the query returns.
    var rows: [String]
    var query: String
    /// The end of the description of the error; empty if the import succeeds.
    var error: String
    /// The cause of the error; `nil` for any.
    var cause: TableImportError.Cause?
    var rejected: Int
    /// The batch sizes; `nil` for those of the suite.
    var batchSizes: [Int]?
    var warnings: [String]
    /// The values of limits of SQLite.
    var limits: [Int32: Int32]
    var options: @Sendable (inout TableImportOptions) -> Void

    /// - Parameters:
    ///   - lines: the lines of the dump.
    ///   - sql: statements that are executed before the import.
    ///   - columns: the columns of the table with their declared types; `nil` for any.
    init(
        _ testDescription: String, _ lines: String..., sql: String? = nil, columns: [String]? = nil,
        rows: [String], query: String = "SELECT * FROM t", error: String = "", rejected: Int = 0,
        warnings: [String] = [], limits: [Int32: Int32] = [:],
        batchSizes: [Int]? = nil, options: @escaping @Sendable (inout TableImportOptions) -> Void = { _ in }
    ) {
        self.testDescription = testDescription
        dump = lines.map { $0 + "\n" }.joined()
        (self.sql, self.columns, self.rows, self.query) = (sql, columns, rows, query)
        (self.error, self.rejected, self.warnings) = (error, rejected, warnings)
        (self.limits, self.batchSizes, self.options) = (limits, batchSizes, options)
    }

    /// Imports the dump with each batch size.
    func check(batchSizes: [Int] = [1, 2, 10_000]) throws {
        for batchSize in self.batchSizes ?? batchSizes {
            let comment: Comment = "\(testDescription), batch size \(batchSize)"
            let workspace = try Workspace(dump, sql: sql, limits: limits)
            let result = workspace.run {
                options(&$0)
                if rejected > 0 { $0.readOptions.errorPolicy = .skip() }
                $0.batchSize = batchSize
            }
            if error.isEmpty {
                #expect(result.errorDescription == "", comment)
            } else {
                #expect(result.errorDescription.hasSuffix(error), comment)
            }
            #expect(result.rejected == rejected && result.warnings == warnings, comment)
            #expect(try workspace.lines(query) == rows, comment)
            if let cause { #expect((result.error as? TableImportError)?.cause == cause, comment) }
            if let columns { #expect(try workspace.columns() == columns, comment) }
            #expect(try workspace.isIntact(), comment)
        }
    }
}
