import Foundation

@testable import TableImport

extension TableSchema {
    /// Reads the schema of the table `t` from the JSON of its columns, such as `{"name":"a","type":"TEXT"}`.
    static func of(_ columns: String, keys: [String] = [], _ members: String = "") throws -> TableSchema {
        let keys = keys.map { "\"\($0)\"" }.joined(separator: ",")
        return try read(#"{"table":"t","columns":[\#(columns)],"keys":[\#(keys)]\#(members)}"#)
    }

    static func read(_ json: String) throws -> TableSchema {
        try JSONDecoder().decode(TableSchema.self, from: Data(json.utf8))
    }
}

extension Workspace {
    /// Returns the statement that creates the table, and its rows.
    func table() throws -> [[String]] {
        try rows("SELECT sql FROM sqlite_master WHERE name = 't'")
            + rows("SELECT * FROM t ORDER BY rowid")
    }
}
