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
    /// A part of the message of each rejected record.
    var rejection: String
    /// The number of records that become or update rows; `nil` for any. By default, the number of the rows that the
    /// query returns, if these are all rows of a new table without a key.
    var imported: Int?
    /// The number of rows that each child table gets; `nil` for any.
    var childRows: [Int]?
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
        rejection: String = "", imported: Int? = nil, childRows: [Int]? = nil, warnings: [String] = [],
        limits: [Int32: Int32] = [:],
        batchSizes: [Int]? = nil, options: @escaping @Sendable (inout TableImportOptions) -> Void = { _ in }
    ) {
        self.testDescription = testDescription
        dump = lines.map { $0 + "\n" }.joined()
        (self.sql, self.columns, self.rows, self.query) = (sql, columns, rows, query)
        (self.error, self.rejected, self.warnings) = (error, rejected, warnings)
        (self.rejection, self.imported, self.childRows) = (rejection, imported, childRows)
        (self.limits, self.batchSizes, self.options) = (limits, batchSizes, options)
    }

    /// Whether the query returns one row for each record, if no record updates a row.
    private var returnsRowOfEachRecord: Bool {
        sql == nil && query.hasSuffix(" FROM t") && !query.hasPrefix("SELECT count(")
    }

    /// Imports the dump with each batch size.
    func check(batchSizes: [Int] = [1, 2, 10_000]) throws {
        for batchSize in self.batchSizes ?? batchSizes {
            let comment: Comment = "\(testDescription), batch size \(batchSize)"
            let workspace = try Workspace(dump, sql: sql, limits: limits)
            let rejections = CallbackLog<String>()
            var imported = imported
            let result = workspace.run {
                options(&$0)
                $0.onRejected = { rejections.add("\($0.error)") }
                if returnsRowOfEachRecord && $0.keys.isEmpty { imported = rows.count }
                if rejected > 0 { $0.readOptions.errorPolicy = .skip() }
                $0.batchSize = batchSize
            }
            if error.isEmpty {
                #expect(result.errorDescription == "", comment)
                #expect(rejections.all.count == rejected, comment)
                #expect(rejections.all.allSatisfy { rejection.isEmpty || $0.contains(rejection) }, comment)
                if let imported { #expect(result.rows == imported, comment) }
                #expect(try result.columns == workspace.columns(of: result.table).count, comment)
            } else {
                #expect(result.errorDescription.hasSuffix(error), comment)
            }
            #expect(result.rejected == rejected && result.warnings == warnings, comment)
            #expect(try workspace.lines(query) == rows, comment)
            if let cause { #expect((result.error as? TableImportError)?.cause == cause, comment) }
            if let childRows { #expect(result.children.map(\.rows) == childRows, comment) }
            if let columns { #expect(try workspace.columns() == columns, comment) }
            #expect(try workspace.isIntact(), comment)
        }
    }
}
