internal import GRDB

/// What is known of a table that is there.
struct ExistingTable {
    let columns: [String]
    /// The columns of the primary key, in its order; none if there is none but the rowid.
    let primaryKey: [String]

    /// `nil` if there is no such table.
    init?(_ name: String, in database: Database) throws {
        // GRDB would say it as well, but not of a table with quotes in its name.
        let rows = try Row.fetchAll(
            database, sql: "SELECT name, pk FROM pragma_table_info(?)", arguments: [name])
        guard !rows.isEmpty else { return nil }
        columns = rows.map { $0[0] }
        let keys: [(name: String, place: Int)] = rows.map { ($0[0], $0[1]) }
        primaryKey = keys.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
    }

    /// Those of some names that no column has.
    func missing(_ names: [String]) -> [String] {
        let columns = Set(columns.map(\.folded))
        return names.filter { !columns.contains($0.folded) }
    }
}
