internal import JSONRecords

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

/// A value in the form in which a column stores it.
enum StoredValue {
    case integer(Int64)
    case bool(Bool)
    case real(Double)
    /// The text of the value; for a number, its digits.
    case text
}

/// The numbers that the columns of a table with a schema store.
extension DeclaredType {
    /// Returns the form in which a column of this type stores a JSON number; `nil` if the column stores no equal number.
    ///
    /// Numbers with a fraction or an exponent count as equal to the nearest `Double`.
    func stored(_ bytes: Span<UInt8>) -> StoredValue? {
        switch NumericValue(bytes) {
        case .integer(let integer):
            if kinds.contains(ValueKinds(integer)) { return .integer(integer) }
            // SQLite would convert a longer integer to another number.
            return self == .real && ValueKinds(integer) == .integer ? .real(Double(integer)) : nil
        case .double(let real):
            if kinds.contains(ValueKinds(real)) { return .real(real) }
            guard kinds.contains(.longInteger),
                let integer = JSONNumber(bytes).flatMap(ExactInteger.init)?.int128
            else { return nil }
            return Int64(exactly: integer).map { .integer($0) }
        case .unsigned, .decimal, .unrepresentable:
            return kinds.contains(.digits) ? .text : nil
        }
    }

    /// The values that fit, for messages.
    var expectation: String {
        switch self {
        case .boolean: "true or false"
        case .integer: "an integer"
        case .real, .numeric: "a number"
        case .text: "a string, an array or an object"
        case .any: "a value"
        }
    }

    /// Returns the numbers that fit, for messages about a number that does not fit; `nil` if none fits.
    ///
    /// - Parameter isInteger: whether the number has neither a fraction nor an exponent.
    func numberExpectation(isInteger: Bool) -> String? {
        switch self {
        case .integer where isInteger, .numeric where isInteger:
            "an integer from -9223372036854775808 to 9223372036854775807"
        case .integer: "an integer"
        case .real where isInteger:
            "an integer from -2^53 to 2^53, or a number with a fraction or an exponent"
        case .real: "a number in the range of a 64-bit floating-point number"
        case .numeric: "an integer from -2^63 to 2^63 - 1, or a number with a fractional part"
        case .boolean, .text, .any: nil
        }
    }
}
