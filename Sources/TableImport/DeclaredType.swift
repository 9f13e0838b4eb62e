/// What a column is declared as, so that it holds its values as they are.
///
/// SQLite changes values to suit a column's affinity: `"007"` becomes 7 in a column of integers, and 1 becomes 1.0 in
/// one of reals. A column is therefore declared as what it has seen; what becomes mixed is declared without a type, and
/// holds everything unchanged.
enum DeclaredType: String, CaseIterable {
    case boolean = "BOOLEAN"
    case integer = "INTEGER"
    case real = "REAL"
    /// Integers, and reals with a fraction.
    case numeric = "NUMERIC"
    case text = "TEXT"
    case any = ""

    /// The narrowest type for some kinds of values.
    init(_ kinds: ValueKinds) {
        self = Self.allCases.first { !kinds.isEmpty && kinds.isSubset(of: $0.kinds) } ?? .any
    }

    /// What a column of this type may have seen.
    var kinds: ValueKinds {
        switch self {
        case .boolean: .bool
        case .integer: .wholeNumbers
        case .real: .reals
        case .numeric: [.wholeNumbers, .real]
        case .text: .texts
        case .any: [.numbers, .texts]
        }
    }

    /// The type for what this one holds and some other kinds.
    func widened(for new: ValueKinds) -> DeclaredType {
        if new.isSubset(of: kinds) { return self }
        // What it holds of what it may is not known any more.
        return DeclaredType(kinds.union(new))
    }
}
