/// A JSON number in the type that can hold it, for consumers without declared types.
@usableFromInline
package enum NumericValue: Equatable, Sendable {
    /// An integer in the range of `Int64`. Integers are spelled without a fraction or an exponent.
    case integer(Int64)
    /// A greater integer, in the range of `UInt64`.
    case unsigned(UInt64)
    /// Another number, with every digit, that a `Decimal` can hold.
    case decimal(JSONNumber<AllDigits>)
    /// The nearest `Double` of a number with a fraction or an exponent, or of -0.
    case double(Double)
    /// No type holds the number: it has too many digits, or is too great or too small.
    case unrepresentable(isInteger: Bool)

    /// Reads one JSON number. An integer keeps its digits. A number with a fraction or an exponent becomes the nearest
    /// `Double`, unless that is infinite, or is 0 although the number is not.
    ///
    /// Text that is not a number is ``unrepresentable(isInteger:)``.
    @inlinable
    package init(_ bytes: Span<UInt8>) {
        if let integer = PlainInteger(bytes)?.int64 {
            self = .integer(integer)
        } else {
            self.init(slowPath: bytes)
        }
    }

    /// Reads a number that is not a plain integer in the range of `Int64`.
    @usableFromInline
    init(slowPath bytes: Span<UInt8>) {
        if bytes.isIntegerSpelling {
            self = Self.longInteger(bytes)
        } else if let double = Double(nearestTo: bytes), double != 0 || bytes.isZero {
            self = .double(double)
        } else {
            self = .unrepresentable(isInteger: false)
        }
    }

    /// Reads one JSON number with every digit. The number becomes the nearest `Double` only if the shortest spelling of
    /// that `Double` has the same digits. -0 becomes a `Double`, as no integer is -0.
    package init(exactly bytes: Span<UInt8>) {
        switch NumericValue(bytes) {
        case .integer(0) where bytes[0] == UInt8(ascii: "-"): self = .double(-0.0)
        case .double(let double): self = Self.exact(bytes, nearest: double)
        case .unrepresentable(isInteger: false): self = Self.exact(bytes, nearest: nil)
        case let value: self = value
        }
    }

    private static func longInteger(_ bytes: Span<UInt8>) -> NumericValue {
        guard let number = JSONNumber<AllDigits>(bytes), number.fitsDecimal else {
            return .unrepresentable(isInteger: true)
        }
        let unsigned = ExactInteger(number).flatMap { $0.isNegative ? nil : UInt64(exactly: $0.magnitude) }
        return unsigned.map { .unsigned($0) } ?? .decimal(number)
    }

    private static func exact(_ bytes: Span<UInt8>, nearest: Double?) -> NumericValue {
        guard let number = JSONNumber<AllDigits>(bytes) else { return .unrepresentable(isInteger: false) }
        if let nearest, number.hasDigits(of: nearest) { return .double(nearest) }
        return number.fitsDecimal ? .decimal(number) : .unrepresentable(isInteger: false)
    }

    /// Whether a number that ``init(_:)`` has read is spelled without a fraction or an exponent.
    package var isInteger: Bool {
        switch self {
        case .integer, .unsigned, .decimal: true
        case .double: false
        case .unrepresentable(let isInteger): isInteger
        }
    }
}

extension JSONNumber<AllDigits> {
    /// Returns whether the shortest spelling of `double` has this number's digits and exponent, regardless of the sign.
    fileprivate func hasDigits(of double: Double) -> Bool {
        let spelling = double.description.withUTF8Span { JSONNumber<AllDigits>($0) }
        guard let spelling, !digits.hasOverflowed, digits.value == spelling.digits.value else { return false }
        return digits.isZero || exponent == spelling.exponent
    }
}

extension Span<UInt8> {
    /// Whether a JSON number has neither a fraction nor an exponent.
    fileprivate var isIntegerSpelling: Bool {
        indices.allSatisfy { self[$0] != UInt8(ascii: ".") && self[$0] | 0x20 != UInt8(ascii: "e") }
    }

    /// Whether all digits of a JSON number before its exponent are 0.
    fileprivate var isZero: Bool {
        for index in indices {
            if self[index] | 0x20 == UInt8(ascii: "e") { return true }
            if UInt8(ascii: "1")...UInt8(ascii: "9") ~= self[index] { return false }
        }
        return true
    }
}

/// A JSON number, divided into its parts: `±digits × 10^exponent`.
///
/// The only implementation of JSON's number grammar. `Digits` determines which digits are kept.
@usableFromInline
package struct JSONNumber<Digits: DigitCollector> {
    package let isNegative: Bool

    /// The digits before and after the decimal point, in one sequence.
    package let digits: Digits

    /// The power of ten of the digits that were kept. Written exponents are limited to ±10^17, far beyond the range of
    /// every type.
    package let exponent: Int

    /// Reads all of the text; `nil` if it is not exactly one JSON number.
    package init?(_ bytes: Span<UInt8>) {
        var cursor = ByteCursor(bytes)
        var digits = Digits()
        isNegative = cursor.skip(UInt8(ascii: "-"))
        guard Self.readIntegerPart(&cursor, into: &digits),
            let decimals = Self.readFraction(&cursor, into: &digits),
            let written = Self.readExponent(&cursor), cursor.isAtEnd
        else { return nil }
        self.digits = digits
        exponent = written - decimals + digits.dropped
    }

    // The three functions below are inlined, so that the cursor stays in registers: this saves 2 of the 12 ns of a
    // `Double` with six decimals.

    /// Reads `0`, or digits that do not start with 0. Returns `false` if there is no digit.
    @inline(__always)
    private static func readIntegerPart(_ cursor: inout ByteCursor, into digits: inout Digits) -> Bool {
        guard let first = cursor.digit() else { return false }
        digits.append(first)
        if first == 0 { return true }
        while let digit = cursor.digit() { digits.append(digit) }
        return true
    }

    /// Reads `.` and at least one digit, or nothing. Returns the number of digits; `nil` if no digit follows the point.
    @inline(__always)
    private static func readFraction(_ cursor: inout ByteCursor, into digits: inout Digits) -> Int? {
        guard cursor.skip(UInt8(ascii: ".")) else { return 0 }
        var count = 0
        while let digit = cursor.digit() {
            digits.append(digit)
            count &+= 1
        }
        return count == 0 ? nil : count
    }

    /// Reads `e`, an optional sign and at least one digit, or nothing. Returns the exponent; `nil` if the digit is
    /// missing.
    @inline(__always)
    private static func readExponent(_ cursor: inout ByteCursor) -> Int? {
        guard cursor.skip(letter: UInt8(ascii: "e")) else { return 0 }
        let isNegative = cursor.skip(UInt8(ascii: "-"))
        if !isNegative { _ = cursor.skip(UInt8(ascii: "+")) }
        guard var exponent = cursor.digit().map(Int.init) else { return nil }
        while let digit = cursor.digit() {
            exponent = min(exponent * 10 + Int(digit), 100_000_000_000_000_000)
        }
        return isNegative ? -exponent : exponent
    }
}

extension JSONNumber: Equatable where Digits: Equatable {}
extension JSONNumber: Sendable where Digits: Sendable {}

/// The reason why a scalar's initializer rejected a token. Small, because the binder adds the path and the found value.
@usableFromInline
package enum ScalarError: Error {
    /// The token has another JSON type: `expected an integer`.
    case typeMismatch(expected: StaticString)
    /// The type cannot hold the number exactly: `Int8 holds -128 to 127`.
    case outOfRange(expected: StaticString)
    /// The token has the right JSON type, but not the right content: `expected a UUID`.
    case invalid(expected: StaticString)
}
