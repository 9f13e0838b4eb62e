internal import SQLiteSupport

/// A column of the table that rows go to.
struct Column: Equatable {
    var name: String
    /// The keys that lead to the column's values in a record: one, or several where objects are made flat. `nil` if
    /// the table had the column before, and no key was found for it yet.
    var path: [String]?
    /// What it is declared as.
    var declaredType: String
    /// Whether imports have made it.
    var isCreatedByImport: Bool
    /// Whether the table computes it, and takes no values for it.
    var isGenerated = false

    /// What it holds as it is.
    var kinds: ValueKinds {
        isCreatedByImport
            ? (DeclaredType(rawValue: declaredType) ?? .any).kinds
            : ValueKinds(Affinity(declaredType: declaredType))
    }

    /// Whether these keys lead to it, spelled exactly so: to a `String`, é is the same however it is composed.
    func has(path other: [String]) -> Bool {
        path?.elementsEqual(other) { $0.utf8.elementsEqual($1.utf8) } ?? false
    }
}
