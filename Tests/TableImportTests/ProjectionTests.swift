import Testing

/// If columns are requested by name, the table has exactly these columns.
@Suite struct ProjectionTests {
    private static let dump = """
        [{"id":1,"name":"a","owner":{"login":"x","site":{"url":"u","n":1}},"tags":[1]},
         {"name":"b","owner":null,"id":2},{"owner":7,"owner_login":"direct"},{"other":1}]
        """

    private func rows(_ columns: [String], flattens: Bool = false, batchSize: Int = 10) throws -> [[String]] {
        let workspace = try Workspace(Self.dump)
        let result = workspace.run {
            $0.columns = columns
            $0.flattens = flattens
            $0.batchSize = batchSize
        }
        #expect(result.errorDescription == "" && result.rows == 4)
        let names = try workspace.rows("SELECT name FROM pragma_table_info('t')")
        #expect(names == columns.map { ["'\($0)'"] })
        return try workspace.rows()
    }

    @Test(arguments: [1, 2, 10])
    func columnsKeepRequestedOrder(batchSize: Int) throws {
        #expect(
            try rows(["name", "id"], batchSize: batchSize) == [
                ["'a'", "1"], ["'b'", "2"], ["NULL", "NULL"], ["NULL", "NULL"],
            ])
    }

    @Test(arguments: [1, 10])
    func requestedColumnWithoutMemberIsNull(batchSize: Int) throws {
        let rows = try rows(["nowhere", "id", "ID_"], batchSize: batchSize)
        #expect(rows.map { $0[0] + $0[2] } == Array(repeating: "NULLNULL", count: 4))
    }

    @Test(arguments: [1, 10])
    func nestedMemberIsRequestedByFullName(batchSize: Int) throws {
        // The scalar `owner` is not requested.
        #expect(
            try rows(["owner_site_url", "id"], flattens: true, batchSize: batchSize) == [
                ["'u'", "1"], ["NULL", "2"], ["NULL", "NULL"], ["NULL", "NULL"],
            ])
    }

    @Test(arguments: [1, 10])
    func firstPathWithRequestedNameIsUsed(batchSize: Int) throws {
        #expect(
            try rows(["owner_login"], flattens: true, batchSize: batchSize) == [
                ["'x'"], ["NULL"], ["NULL"], ["NULL"],
            ])
    }

    @Test(arguments: ["{\"id\":1,\"ID\":2}", "{\"ID\":2,\"id\":1}"])
    func requestedNamesDifferingOnlyInCaseAreBothKept(record: String) throws {
        let workspace = try Workspace(record)
        workspace.run { $0.columns = ["id", "ID"] }
        #expect(try workspace.columns() == ["id INTEGER", "ID_2 INTEGER"])
        #expect(try workspace.rows() == [["1", "2"]])
    }

    @Test func requestedObjectIsStoredAsJSON() throws {
        let json = "'{\"login\":\"x\",\"site\":{\"url\":\"u\",\"n\":1}}'"
        #expect(try rows(["owner"], flattens: true) == [[json], ["NULL"], ["7"], ["NULL"]])
        #expect(try rows(["owner"]) == [[json], ["NULL"], ["7"], ["NULL"]])
        #expect(
            try rows(["owner_site", "tags"], flattens: true).first == ["'{\"url\":\"u\",\"n\":1}'", "'[1]'"])
    }

    @Test func nestedMemberIsIgnoredWithoutFlattening() throws {
        #expect(try rows(["owner_login"]) == [["NULL"], ["NULL"], ["'direct'"], ["NULL"]])
    }

    @Test func requestedNamesAreComparedByBytes() throws {
        let workspace = try Workspace("[{\"\\u00e9\":1,\"e\\u0301\":2,\"A\":3}]")
        workspace.run { $0.columns = ["é", "a"] }
        #expect(try workspace.rows() == [["1", "NULL"]])
    }
}
