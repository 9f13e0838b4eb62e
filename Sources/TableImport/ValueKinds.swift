internal import JSONRecords
internal import SQLiteSupport

/// A set of kinds of values, such as those read for a column. Null is not a kind: every column may hold it.
struct ValueKinds: OptionSet, Hashable {
    let rawValue: UInt16

    static let bool = ValueKinds(rawValue: 1)
    /// An integer that a `Double` represents exactly.
    static let integer = ValueKinds(rawValue: 2)
    /// A 64-bit integer that a `Double` may not represent exactly.
    static let longInteger = ValueKinds(rawValue: 4)
    /// A real with a fractional part.
    static let real = ValueKinds(rawValue: 8)
    /// Text that SQLite never converts to a number.
    static let text = ValueKinds(rawValue: 16)
    /// Text that SQLite converts to a number in a numeric column.
    static let numericText = ValueKinds(rawValue: 32)
    /// A real that is a whole number, such as 1.0 or 1e3. SQLite converts it to an integer in an integer column.
    static let wholeReal = ValueKinds(rawValue: 64)
    static let json = ValueKinds(rawValue: 128)
    /// The digits of a number that is neither a 64-bit integer nor exactly a `Double`, as text.
    static let digits = ValueKinds(rawValue: 256)

    static let wholeNumbers: ValueKinds = [.bool, .integer, .longInteger]
    static let reals: ValueKinds = [.real, .wholeReal]
    static let numbers: ValueKinds = [.wholeNumbers, .reals]
    static let texts: ValueKinds = [.text, .numericText, .json, .digits]

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    init(_ integer: Int64) {
        self = integer.magnitude <= 1 << 53 ? .integer : .longInteger
    }

    init(_ real: Double) {
        self = real == real.rounded(.towardZero) ? .wholeReal : .real
    }

    init(text: Span<UInt8>) {
        self = NumericText.isNumeric(text) ? .numericText : .text
    }

    /// Creates the set of the kinds that a user-declared column stores without a significant change. Three changes are
    /// not significant: a text column stores integers as text, a real column stores 1 as 1.0, and an integer column
    /// stores 1.0 as 1.
    init(_ affinity: Affinity) {
        self =
            switch affinity {
            case .integer, .numeric: [.numbers, .text, .json]
            case .text: [.wholeNumbers, .texts]
            case .blob: [.numbers, .texts]
            case .real: [.bool, .integer, .reals, .text, .json]
            }
    }
}

/// Recognition of texts that SQLite converts to numbers in a column with numeric affinity.
///
/// See "Type Affinity" in SQLite's documentation. Such a text is a well-formed integer or real literal, with optional
/// white space before and after the literal.
enum NumericText {
    /// Returns whether the text is one number, without other text.
    static func isNumeric(_ text: Span<UInt8>) -> Bool {
        var unread = 0..<text.count
        while let first = unread.first, isSpace(text[first]) { unread = unread.dropFirst() }
        // Fast path: the first byte rules out nearly all texts.
        guard let first = unread.first,
            isDigit(text[first]) || isSign(text[first]) || text[first] == UInt8(ascii: ".")
        else { return false }
        while let last = unread.last, isSpace(text[last]) { unread = unread.dropLast() }
        if isSign(text[first]) { unread = unread.dropFirst() }
        let wholeDigits = skipDigits(text, &unread)
        var fractionDigits = 0
        if let point = unread.first, text[point] == UInt8(ascii: ".") {
            unread = unread.dropFirst()
            fractionDigits = skipDigits(text, &unread)
        }
        guard wholeDigits + fractionDigits > 0 else { return false }
        return unread.isEmpty || isExponent(text, unread)
    }

    private static func isExponent(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var unread = range.dropFirst()
        guard text[range.lowerBound] | 0x20 == UInt8(ascii: "e") else { return false }
        if let sign = unread.first, isSign(text[sign]) { unread = unread.dropFirst() }
        return skipDigits(text, &unread) > 0 && unread.isEmpty
    }

    /// Skips digits, and returns their number.
    private static func skipDigits(_ text: Span<UInt8>, _ unread: inout Range<Int>) -> Int {
        let start = unread.lowerBound
        while let next = unread.first, isDigit(text[next]) { unread = unread.dropFirst() }
        return unread.lowerBound - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}

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
