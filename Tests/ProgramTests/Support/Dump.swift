import GRDB

/// A dump with many records and many types of values. Some columns appear late, and others change their type.
enum Dump {
    /// Returns the records, one per line.
    static func lines(_ count: Int) -> [String] {
        (0..<count).map { number in
            let score = number < count / 4 ? "\(number)" : "\(number).5"
            let lateMember =
                number < count / 2 ? "" : number < count / 3 * 2 ? ",\"late\":\(number)" : ",\"late\":\"x\""
            return """
                {"id":\(number),"name":"name \(number)","score":\(score),"tags":["a",\(number % 7)],\
                "owner":{"login":"user\(number % 50)","admin":\(number % 3 == 0)}\(lateMember)}
                """
        }
    }

    static func array(_ count: Int) -> [UInt8] {
        Array(("[" + lines(count).joined(separator: ",\n") + "]").utf8)
    }

    /// Returns an array of records with the arrays `members`, whose elements have the arrays `tags`.
    static func arrayOfGroups(_ count: Int) -> [UInt8] {
        let records = lines(count).enumerated().map { "{\"group\":\($0),\"members\":[\($1),\($0)]}" }
        return Array("[\(records.joined(separator: ",\n"))]".utf8)
    }

    /// Returns an object with the arrays `users` and `data.repos`, which have `count` records each.
    static func envelope(_ count: Int) -> [UInt8] {
        let records = lines(count).joined(separator: ",\n")
        return Array("{\"n\":1,\"users\":[\(records)],\"data\":{\"next\":null,\"repos\":[\(records)]}}".utf8)
    }

    /// Returns an array with comments, numbers that are not finite, and a comma after the last record.
    static func relaxedArray(_ count: Int) -> [UInt8] {
        let records = lines(count).enumerated().map { number, line in
            number % 5 == 0 ? "// \(number): [\n{\"ratio\":NaN,\(line.dropFirst())," : "\(line), /* ] */"
        }
        return Array("[\(records.joined(separator: "\n"))]".utf8)
    }

    /// Returns lines with the items of a DynamoDB table.
    static func items(_ count: Int) -> [UInt8] {
        let lines = (0..<count).map {
            "{\"Item\":{\"id\":{\"N\":\"\($0)\"},\"name\":{\"S\":\"name \($0)\"},\"tags\":{\"L\":[{\"BOOL\":true}]}}}\n"
        }
        return Array(lines.joined().utf8)
    }

    /// Returns the lines of a bulk request.
    static func bulkLines(_ count: Int) -> [UInt8] {
        let lines = lines(count).enumerated().map { "{\"index\":{\"_id\":\"\($0)\"}}\n\($1)\n" }
        return Array(lines.joined().utf8)
    }

    /// Returns an object with the array `columns`, which names the elements of the arrays in the array `rows`.
    static func rows(_ count: Int) -> [UInt8] {
        let rows = (0..<count).map { "[\($0),\"name \($0)\",\($0 % 3 == 0 ? "null" : "[\($0)]")]" }
        return Array(
            "{\"columns\":[\"id\",\"name\",\"tags\"],\"rows\":[\(rows.joined(separator: ",\n"))]}".utf8)
    }

    /// Returns an object with an array for each column.
    static func columns(_ count: Int) -> [UInt8] {
        let (ids, names) = ((0..<count).map(String.init), (0..<count).map { "\"name \($0)\"" })
        return Array(
            "{\"id\":[\(ids.joined(separator: ","))],\"name\":[\(names.joined(separator: ","))]}".utf8)
    }

    /// Returns lines of which every 37th cannot become a row.
    static func invalidLines(_ count: Int) -> [UInt8] {
        let invalid = ["{\"id\":", "[1,2]", "null", "\u{FFFD}"]
        let lines = lines(count).enumerated().map { $0 % 37 == 36 ? invalid[$0 % 4] : $1 }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

extension TemporaryDirectory {
    /// Returns the differences between two databases: in the schemas, and in the rows with their row IDs and the types
    /// of their values.
    func differences(_ one: String, _ other: String) throws -> [String] {
        try database(one).inDatabase { db in
            try db.execute(sql: "ATTACH ? AS other", arguments: [file(other).path])
            let schema = "SELECT type, name, tbl_name, sql FROM %.sqlite_master"
            var differences = try difference(schema, in: db)
            for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
                // Each database has its own file of rejected records.
                let columns = try db.columns(in: table).map(\.name).filter { $0 != "rejects" }
                    .map(\.quotedDatabaseIdentifier)
                let types = columns.map { "typeof(\($0))" }
                let list = (["rowid"] + columns + types).joined(separator: ", ")
                let from = "FROM %.\(table.quotedDatabaseIdentifier)"
                differences += try difference("SELECT \(list) \(from)", in: db)
                differences += try difference("SELECT count(*) \(from)", in: db)
            }
            return differences
        }
    }

    /// Returns the rows that only one of the two databases has. `%` in the query stands for the name of the database.
    private func difference(_ query: String, in db: Database) throws -> [String] {
        let queries = ["main", "other"].map { query.replacing("%", with: $0) }
        return try [queries, queries.reversed()].flatMap { pair in
            try Row.fetchAll(db, sql: pair.joined(separator: " EXCEPT ")).map(\.description)
        }
    }
}
