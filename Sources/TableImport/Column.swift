internal import SQLiteSupport

/// A column of the table that rows are written to.
struct Column: Equatable {
    var name: String
    /// The keys that lead to the column's values in a record: one key, or several if objects are flattened. `nil` if
    /// the table already had the column, and no key has matched it yet.
    var path: [String]?
    /// The type in the column's declaration.
    var declaredType: String
    /// Whether an import has created the column.
    var isCreatedByImport: Bool
    /// Whether the column is a generated column, which SQLite computes and no statement can write.
    var isGenerated = false

    /// The kinds of values that the column stores unchanged.
    var kinds: ValueKinds {
        isCreatedByImport
            ? (DeclaredType(rawValue: declaredType) ?? .any).kinds
            : ValueKinds(Affinity(declaredType: declaredType))
    }

    /// Returns whether the column's path has the same keys, compared byte by byte. A `String` comparison treats all
    /// compositions of é as equal.
    func has(path other: [String]) -> Bool {
        path?.elementsEqual(other) { $0.utf8.elementsEqual($1.utf8) } ?? false
    }
}
