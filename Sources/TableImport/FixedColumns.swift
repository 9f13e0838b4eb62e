/// The rules of a schema that fixes the columns of a table.
struct FixedColumns {
    /// The types of the columns.
    let types: [DeclaredType]
    /// Whether members without a column are skipped.
    let ignoresUnknownKeys: Bool

    init(_ schema: TableSchema) {
        types = schema.columns.map(\.type)
        ignoresUnknownKeys = schema.ignoresUnknownKeys
    }
}
