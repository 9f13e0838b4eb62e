/// The columns of a table with a schema.
extension ColumnList {
    /// Whether a schema fixes the columns.
    var isFixed: Bool { fixedColumns != nil }

    /// Returns which parts of the value at a path are to be stored in a table with a schema.
    mutating func demand(for path: [String], _ fixedColumns: FixedColumns) -> MemberIndex.Demand {
        guard let hasNested = hasNestedColumn(path) else {
            return fixedColumns.ignoresUnknownKeys ? [] : .rest
        }
        return hasNested ? hasColumn(at: path) ? [.value, .members] : .members : .value
    }

    /// Returns the type of a column that a schema fixes.
    func fixedType(of column: Int32) -> DeclaredType {
        guard let fixedColumns else { preconditionFailure("the table has no schema") }
        return fixedColumns.types[Int(column)]
    }

    /// Whether members without a column are skipped.
    var ignoresUnknownKeys: Bool { fixedColumns?.ignoresUnknownKeys ?? false }
}
