internal import GRDB

extension Database {
    /// Whether an index finds rows by one column alone.
    func hasIndex(on column: String, of table: String) throws -> Bool {
        try Bool.fetchOne(
            self,
            sql: """
                SELECT count(*) > 0 FROM pragma_index_list(?) AS list
                WHERE NOT list.partial
                    AND (SELECT count(*) FROM pragma_index_info(list.name)) = 1
                    AND (SELECT name FROM pragma_index_info(list.name)) = ? COLLATE NOCASE
                """, arguments: [table, column]) ?? false
    }

    /// A name that nothing in the database has: the one that is wanted, or one with a number.
    func unusedName(_ wanted: String) throws -> String {
        let exists = "SELECT count(*) > 0 FROM sqlite_master WHERE name = ? COLLATE NOCASE"
        var (name, number) = (wanted, 2)
        while try Bool.fetchOne(self, sql: exists, arguments: [name]) == true {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
