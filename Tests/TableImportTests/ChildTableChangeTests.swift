import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// Child tables after updates, resumed imports, and changes of the tables by other programs.
@Suite struct ChildTableChangeTests {
    private static func options(_ options: inout TableImportOptions, batchSize: Int = 3) {
        options.keys = ["id"]
        options.expandedArrays = [ExpandedArray(path: ["o", "tags"]), ExpandedArray(path: ["items"])]
        options.batchSize = batchSize
        options.readOptions.errorPolicy = .skip()
        options.readOptions.format = .lines
        options.readOptions.chunkBytes = 64
        options.readOptions.progressInterval = .zero
    }

    /// Records with everything that can affect a resume: types that change, new keys, equal keys, nulls and errors.
    private static let dump: String = (1...200).map { number in
        switch number {
        case _ where number % 17 == 0: "[\(number)]\n"
        case _ where number % 23 == 0: "{\"id\":\(number),\"items\":[{\"x\(number)\":1},\n"
        case _ where number % 29 == 0: "{\"items\":[\(number)]}\n"
        case 120...:
            "{\"id\":\(number % 90),\"o\":{\"tags\":[\"\(number)\"]},\"items\":[{\"v\":\"\(number)\",\"u\":{\"w\":null}}]}\n"
        case 60...: "{\"items\":[{\"v\":0.5,\"k\(number / 20)\":[1]},\(number)],\"id\":\(number)}\n"
        default: "{\"id\":\(number),\"items\":[{\"v\":\(number)},{\"u\":null}],\"o\":{\"tags\":[]}}\n"
        }
    }.joined()

    private func outcome(_ workspace: Workspace) throws -> [[String]] {
        try workspace.rows("SELECT type, name, sql FROM sqlite_master ORDER BY name")
            + ["t", "t_items", "t_o_tags", "stream_import_tables", "stream_import_rows"].flatMap {
                try workspace.rows("SELECT rowid AS number, * FROM \($0)")
            }
            + workspace.rows("SELECT records, rejected, digest, null_paths, finished FROM stream_import")
    }

    @Test(arguments: [1, 7, 50, 1000], [false, true])
    func interruptedImportResumesToSameTables(batchSize: Int, flattens: Bool) throws {
        let change = { (options: inout TableImportOptions) in
            Self.options(&options, batchSize: batchSize)
            options.flattens = flattens
        }
        let uninterrupted = try Workspace(Self.dump)
        #expect(uninterrupted.run(change).errorDescription == "")
        let expected = try outcome(uninterrupted)
        for step in [1, 10, 60, 150] {
            let workspace = try Workspace(Self.dump)
            var (runs, records, childRows) = (0, 0, 0)
            var isFinished = false
            while !isFinished && runs < 300 {
                let stop = InterruptFlag()
                let reached = records + step
                let result = workspace.run(stop: stop) {
                    change(&$0)
                    $0.readOptions.onProgress = { if $0.recordCount >= reached { stop.request() } }
                }
                #expect(result.error == nil || result.error is Interrupted)
                records += result.rows + result.rejected
                childRows += result.children.map(\.rows).reduce(0, +)
                runs += 1
                isFinished = result.error == nil
            }
            #expect(isFinished && runs > 1)
            #expect(try outcome(workspace) == expected)
            #expect(try workspace.isIntact())
            #expect(childRows > records)
        }
    }

    @Test func updateReplacesRowsOfRecord() throws {
        let workspace = try Workspace(
            """
            {"id":1,"items":[1,2,3]}
            {"id":2,"items":[4]}
            {"id":3,"items":[5]}
            {"id":1,"items":[6]}
            """)
        #expect(workspace.run { Self.options(&$0) }.errorDescription == "")
        let rows = { try workspace.rows("SELECT * FROM t_items ORDER BY 1, 2") }
        #expect(try rows() == [["1", "0", "6"], ["2", "0", "4"], ["3", "0", "5"]])
        try workspace.write("{\"id\":2,\"items\":[{\"a\":7},{\"a\":8}]}\n{\"id\":1}\n")
        #expect(workspace.run { Self.options(&$0) }.errorDescription == "")
        #expect(
            try rows() == [["2", "0", "NULL", "7"], ["2", "1", "NULL", "8"], ["3", "0", "5", "NULL"]])
    }

    @Test func severalInputsShareChildTable() throws {
        let workspace = try Workspace("{\"id\":1,\"items\":[1]}\n")
        try workspace.write("{\"id\":2,\"items\":[{\"a\":\"x\"}]}\n", to: "other.json")
        workspace.run { Self.options(&$0) }
        #expect(workspace.run(of: "other.json") { Self.options(&$0) }.errorDescription == "")
        #expect(
            try workspace.rows("SELECT * FROM t_items") == [
                ["1", "0", "1", "NULL"], ["2", "0", "NULL", "'x'"],
            ])
    }

    @Test(arguments: [
        "DROP TABLE t_items", "ALTER TABLE t_items RENAME COLUMN value TO v",
    ])
    func changedChildTableIsImportedAgain(sql: String) throws {
        let workspace = try Workspace("{\"id\":1,\"items\":[1]}\n{\"id\":2,\"items\":[2]}\n")
        #expect(workspace.run { Self.options(&$0) }.rows == 2)
        #expect(workspace.run { Self.options(&$0) }.wasFinished)
        try workspace.execute(sql)
        #expect(workspace.run { Self.options(&$0) }.rows == 2)
        #expect(
            try workspace.rows("SELECT t_id, position, value FROM t_items") == [
                ["1", "0", "1"], ["2", "0", "2"],
            ])
        #expect(workspace.run { Self.options(&$0) }.wasFinished)
    }

    @Test func otherExpandedArraysAreOtherSettings() throws {
        let workspace = try Workspace("{\"id\":1,\"items\":[1],\"tags\":[2]}\n")
        let expand = { (names: [String]) in
            { (options: inout TableImportOptions) in
                options.keys = ["id"]
                options.expandedArrays = names.map { ExpandedArray(path: [$0]) }
            }
        }
        #expect(workspace.run(expand(["items"])).rows == 1)
        #expect(workspace.run(expand(["tags", "items"])).rows == 1)
        #expect(workspace.run(expand(["items", "tags"])).wasFinished)
        #expect(try workspace.rows("SELECT * FROM t_tags") == [["1", "0", "2"]])
        #expect(
            try workspace.rows("SELECT settings FROM stream_import")[0][0].contains(
                #""expandedArrays":[["items"],["tags"]]"#))
    }

    @Test func arrayImportedAsJSONMovesToChildTable() throws {
        let workspace = try Workspace("{\"id\":1,\"items\":[1,2]}\n")
        #expect(workspace.run { $0.keys = ["id"] }.rows == 1)
        #expect(try workspace.rows() == [["1", "'[1,2]'"]])
        #expect(workspace.run { Self.options(&$0) }.rows == 1)
        #expect(try workspace.rows() == [["1", "NULL"]])
        #expect(try workspace.rows("SELECT * FROM t_items") == [["1", "0", "1"], ["1", "1", "2"]])
    }

    @Test func grownInputAddsItsRows() throws {
        let workspace = try Workspace("{\"id\":1,\"items\":[{\"a\":1}]}\n")
        workspace.run { Self.options(&$0) }
        try workspace.write(
            "{\"id\":1,\"items\":[{\"a\":1}]}\n{\"id\":2,\"items\":[{\"b\":2},{\"a\":1.5}]}\n")
        let result = workspace.run { Self.options(&$0) }
        #expect(result.recordsBefore == 1 && result.rows == 1 && result.children.map(\.rows) == [2, 0])
        #expect(
            try workspace.rows("SELECT * FROM t_items") == [
                ["1", "0", "1", "NULL"], ["2", "0", "NULL", "2"], ["2", "1", "1.5", "NULL"],
            ])
        #expect(try workspace.columns(of: "t_items").suffix(2) == ["a NUMERIC", "b INTEGER"])
    }
}
