/// The declared type of a column, chosen so that the column stores its values unchanged.
///
/// SQLite converts values to a column's affinity: `"007"` becomes 7 in an integer column, and 1 becomes 1.0 in a real
/// column. So the type of a column depends on the kinds of the values read for the column. A column of mixed kinds is
/// declared without a type, and stores all values unchanged.
package enum DeclaredType: String, CaseIterable, Sendable {
    case boolean = "BOOLEAN"
    case integer = "INTEGER"
    case real = "REAL"
    /// Integers, and reals with a fractional part.
    case numeric = "NUMERIC"
    case text = "TEXT"
    case any = ""

    /// Creates the narrowest type that stores values of these kinds unchanged; `any` for an empty set.
    init(_ kinds: ValueKinds) {
        self = Self.allCases.first { !kinds.isEmpty && kinds.isSubset(of: $0.kinds) } ?? .any
    }

    /// The kinds of values that a column of this type may hold.
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
}
