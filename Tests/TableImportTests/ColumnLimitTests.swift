import Testing

@testable import TableImport

/// A table of SQLite has 2,000 columns at most.
@Suite struct ColumnLimitTests {
    private func record(_ keys: Range<Int>, value: (Int) -> String = { "\($0)" }) -> String {
        "{" + keys.map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}\n"
    }

    @Test(arguments: [1, 10])
    func asManyColumnsAsATableHasWork(batchSize: Int) throws {
        let place = try Workplace(record(0..<2000) + record(1000..<2000) { "\"\($0)\"" })
        let result = place.run { $0.batchSize = batchSize }
        #expect(result.complaint == "" && result.columns == 2000)
        #expect(
            try place.rows("SELECT k0, k1000, k1999 FROM t") == [
                ["0", "1000", "1999"], ["NULL", "'1000'", "'1999'"],
            ])
        #expect(try place.isIntact())
    }

    @Test func moreColumnsAreRefusedAndWhatWasWrittenStays() throws {
        let place = try Workplace(record(0..<1000) + record(1000..<2000) + record(2000..<3000))
        let result = place.run { $0.batchSize = 1 }
        #expect(
            result.complaint == """
                the records have more different keys than a table of SQLite has columns: more than 2000; choose some \
                with --columns, or a part of the records with --path
                """)
        #expect(result.rows == 2)
        #expect(try place.rows("SELECT k0, k1999 FROM t") == [["0", "NULL"], ["NULL", "1999"]])
        #expect(try place.isIntact())
    }

    @Test func moreColumnsAreRefusedBeforeThereIsATable() throws {
        let place = try Workplace(record(0..<3000))
        #expect(place.run().complaint.hasPrefix("the records have more different keys"))
        #expect(try place.rows("SELECT name FROM sqlite_master") == [])
        #expect(place.run { $0.columns = ["k2999", "k0"] }.rows == 1)
        #expect(try place.rows() == [["2999", "0"]])
    }

    /// The columns of one record are not without number because it cannot be a row.
    @Test func aRecordIsRefusedForItsKeysInTheEnd() throws {
        let place = try Workplace(record(0..<200_000) + "{\"id\":1}\n")
        let result = place.run { $0.keys = ["k199999"] }
        #expect(result.complaint.hasPrefix("the records have more different keys"))
        #expect(result.rejected == 0 && result.columns == 2001)
        // Of records that are no rows none counts.
        let broken = try Workplace("{\"id\":1}\n" + record(0..<3000).dropLast(2) + "\n{\"id\":2}\n")
        #expect(broken.run { $0.reading.errorPolicy = .skip() }.complaint == "")
        #expect(try broken.rows() == [["1"], ["2"]])
        let keyless = try Workplace("{\"id\":1}\n" + record(0..<3000) + "{\"id\":2}\n")
        #expect(
            keyless.run {
                $0.keys = ["id"]
                $0.reading.errorPolicy = .skip()
            }.rejected == 1)
        #expect(try keyless.rows() == [["1"], ["2"]])
    }

    @Test func whatIsKeptOfARecordWithTooManyKeysStaysTooMuch() {
        var columns = ColumnList([], keys: [], projection: nil, limit: 1)
        #expect(columns.add(["a"]) == 0 && !columns.isOverfull)
        #expect(columns.add(["b"]) == nil && columns.isOverfull)
        columns.undo()
        #expect(!columns.isOverfull && columns.columns.isEmpty)
        _ = (columns.add(["a"]), columns.add(["b"]))
        columns.keep()
        columns.undo()
        #expect(columns.isOverfull && columns.columns.count == 1)
    }

    @Test func manyKeysThatAreNullAreNoObstacle() throws {
        let nulls = (0..<500).map { _ in record(0..<1500) { _ in "null" } }.joined()
        let place = try Workplace(nulls)
        let result = place.run { $0.flattens = true }
        #expect(result.complaint == "" && result.rows == 500 && result.columns == 1500)
    }
}
