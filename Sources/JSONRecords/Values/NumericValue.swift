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
