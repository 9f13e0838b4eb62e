import Testing

@testable import TableImport

/// Whatever a key is, it gets a column of its own.
@Suite struct ColumnNameTests {
    @Test(arguments: [
        "select", "from", "a b", "a\\\"b", "\\\"", "\\\"\\u0301", "x\\\"\\u0301) --", "'", "`", "[a]", "]",
        "", " ", "rowid",
        "oid", "_rowid_", "😀", "a.b", "a,b", ";", "--", "?1", ":a", "null", "1", "é", "\\n", "\\\\", "%s",
        "sqlite_x",
    ])
    func anyKeyNamesAColumn(key: String) throws {
        for batchSize in [1, 10] {
            let place = try Workplace("{\"\(key)\":1}\n{\"z\":2}\n{\"\(key)\":\"x\",\"z\":3}\n")
            #expect(place.run { $0.batchSize = batchSize }.complaint == "")
            #expect(try place.rows() == [["1", "NULL"], ["NULL", "2"], ["'x'", "3"]])
            let name = try place.rows("SELECT name FROM pragma_table_info('t') LIMIT 1")
            #expect(try place.rows("SELECT '\(spelled(key))'") == name)
        }
    }

    private func spelled(_ key: String) -> String {
        var key = key.replacing("\\\"\\u0301", with: "\"\u{301}").replacing("\\n", with: "\n")
        key = key.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
        return key.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) }
    }

    @Test func aNULInAKeyIsReplacedInTheName() throws {
        let place = try Workplace("[{\"a\\u0000b\":1,\"a\\ufffdb\":2}]")
        place.run()
        #expect(try place.columns() == ["a\u{FFFD}b INTEGER", "a\u{FFFD}b_2 INTEGER"])
        #expect(try place.rows() == [["1", "2"]])
    }

    @Test(arguments: [1, 10])
    func keysThatDifferInCaseOnlyGetANumber(batchSize: Int) throws {
        let place = try Workplace("{\"id\":1,\"ID\":2}\n{\"Id\":3,\"ID\":4}\n{\"id_2\":5,\"É\":6,\"é\":7}\n")
        #expect(place.run { $0.batchSize = batchSize }.complaint == "")
        #expect(try place.columns() == ["id", "ID_2", "Id_3", "id_2_2", "É", "é"].map { $0 + " INTEGER" })
        #expect(
            try place.rows() == [
                ["1", "2", "NULL", "NULL", "NULL", "NULL"], ["NULL", "4", "3", "NULL", "NULL", "NULL"],
                ["NULL", "NULL", "NULL", "5", "6", "7"],
            ])
        // The next import finds each of them again.
        try place.write("[{\"ID\":8,\"id_2\":9}]", to: "more.json")
        place.run(of: "more.json")
        #expect(try place.rows().last == ["NULL", "8", "NULL", "9", "NULL", "NULL"])
    }

    @Test func keysAreTheSameOnlyIfTheirBytesAre() throws {
        let place = try Workplace("[{\"\\u00e9\":1,\"e\\u0301\":2},{\"e\\u0301\":3}]")
        place.run { $0.indices = ["e\u{301}"] }
        #expect(try place.rows() == [["1", "2"], ["NULL", "3"]])
        #expect(try place.rows("SELECT count(*) FROM pragma_table_info('t')") == [["2"]])
    }

    @Test(arguments: [1, 2, 10])
    func aLaterKeyBecomesANewColumn(batchSize: Int) throws {
        let place = try Workplace("{\"a\":1}\n{\"b\":\"x\"}\n{\"c\":null,\"a\":2}\n{\"d\":[]}\n")
        #expect(place.run { $0.batchSize = batchSize }.columns == 4)
        #expect(try place.columns() == ["a INTEGER", "b TEXT", "c", "d TEXT"])
        #expect(
            try place.rows() == [
                ["1", "NULL", "NULL", "NULL"], ["NULL", "'x'", "NULL", "NULL"],
                ["2", "NULL", "NULL", "NULL"],
                ["NULL", "NULL", "NULL", "'[]'"],
            ])
    }

    @Test func columnsAreInTheOrderOfTheKeysNullOrNot() throws {
        let place = try Workplace("[{\"id\":1,\"home\":null,\"name\":\"a\"},{\"home\":\"x\"}]")
        place.run()
        #expect(try place.columns() == ["id INTEGER", "home TEXT", "name TEXT"])
    }

    @Test(arguments: ["a b", "x\"y", "select", "x\"\u{301}", "é", "t'"])
    func anyNameIsATable(name: String) throws {
        let place = try Workplace("{\"a\":1}\n{\"a\":\"x\"}\n")
        let result = place.run {
            $0.table = name
            $0.batchSize = 1
            $0.indices = ["a"]
        }
        #expect(result.complaint == "")
        #expect(try place.columns(of: name) == ["a"])
        #expect(try place.rows("SELECT count(*) FROM sqlite_master WHERE type = 'index'") == [["3"]])
    }

    @Test(arguments: [
        "[{\"a\":1,\"a\":2}]", "[{\"a\":\"x\",\"b\":0,\"a\":2}]", "[{\"a\":null,\"a\":2}]",
        "[{\"a\":[1],\"a\":{},\"a\":2}]",
    ])
    func ofAKeyThatComesTwiceTheLastValueCounts(dump: String) throws {
        let place = try Workplace(dump)
        place.run()
        #expect(try place.rows("SELECT a FROM t") == [["2"]])
    }

    @Test func ofAKeyThatComesTwiceTheLastNullCounts() throws {
        let place = try Workplace("[{\"a\":1,\"a\":null},{\"a\":2,\"a\":null}]")
        place.run()
        #expect(try place.rows() == [["NULL"], ["NULL"]])
    }

    @Test(arguments: [1, 2, 10])
    func anEmptyObjectIsARowOfNulls(batchSize: Int) throws {
        let place = try Workplace("[{},{},{\"a\":1},{},{\"b\":2}]")
        #expect(place.run { $0.batchSize = batchSize }.rows == 5)
        let empty = ["NULL", "NULL"]
        #expect(try place.rows() == [empty, empty, ["1", "NULL"], empty, ["NULL", "2"]])
    }

    @Test func emptyObjectsAloneMakeNoTable() throws {
        let place = try Workplace("[{},{}]")
        #expect(place.run { $0.batchSize = 1 }.complaint == "no record has a key that could be a column")
    }

    @Test func noRecordsMakeNoTable() throws {
        let place = try Workplace("[]")
        let change = { (options: inout TableImportOptions) in
            options.keys = ["id"]
            options.columns = ["id", "name"]
            options.indices = ["name"]
        }
        let result = place.run(change)
        #expect(result.complaint == "" && result.rows == 0)
        #expect(try place.rows("SELECT name FROM sqlite_master WHERE name = 't'") == [])
        #expect(place.run(change).wasFinished && place.run().complaint == "")
    }
}
