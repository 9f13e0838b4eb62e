/// Queries about the columns of a list.
extension ColumnList {
    /// Returns whether the values at a path have a column.
    func hasColumn(at path: [String]) -> Bool { columns.contains { $0.has(path: path) } }

    /// Returns whether a value nested in the value at a path has a column.
    func hasColumn(inside path: [String]) -> Bool { columns.contains { $0.isNested(in: path) } }

    /// Returns the name by which the options refer to a column.
    func spelling(_ column: Int32) -> String { columns[Int(column)].spelling }
}
