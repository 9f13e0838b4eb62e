/// A JSON number in the form of nearly all numbers: up to nineteen digits, with or without a decimal point, and without
/// an exponent: `±digits × 10^-decimals`.
///
/// Eight digits are read at once. An import of numbers takes 13% less time than with a loop over single digits, which also
/// mispredicts its end for each number of another length. Without the inlining in this file, the import takes 3% more
/// instructions.
@usableFromInline
package struct PlainNumber {
    @usableFromInline package let isNegative: Bool
    /// The digits before and after the decimal point, in one sequence.
    @usableFromInline package private(set) var digits: UInt64 = 0
    /// The number of digits after the decimal point.
    @usableFromInline package let decimals: Int

    /// The number of bytes after the text that may be read.
    @inlinable package static var padding: Int { 8 }

    /// Reads a number; `nil` if the text is not a number of this form.
    ///
    /// - Parameter text: the address of the text, in memory with at least ``padding`` bytes after the text.
    @inline(__always)
    init?(_ text: UnsafePointer<UInt8>, count: Int) {
        // SAFETY: the caller guarantees the bytes of the text and the padding. Each word that is read begins within the
        // text or at its end.
        guard 1...20 ~= count else { return nil }
        isNegative = unsafe text[0] == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        let point = unsafe Self.read(text, from: start, count, into: &digits)
        guard point > start, unsafe text[start] != UInt8(ascii: "0") || point == start &+ 1 else {
            return nil
        }
        guard point < count else {
            // Twenty digits may overflow.
            guard point == count, point &- start < 20 else { return nil }
            decimals = 0
            return
        }
        guard unsafe text[point] == UInt8(ascii: ".") else { return nil }
        let end = unsafe Self.read(text, from: point &+ 1, count, into: &digits)
        decimals = end &- point &- 1
        guard end == count, decimals > 0 else { return nil }
    }

    /// Appends the digits at a position to a number. Returns the position after them, at most 8 after the end of the
    /// text.
    @inline(__always)
    private static func read(
        _ text: UnsafePointer<UInt8>, from start: Int, _ count: Int, into number: inout UInt64
    ) -> Int {
        var position = start
        while position <= count {
            // SAFETY: the position is at most at the end of the text, and the padding follows.
            let word = unsafe UnsafeRawPointer(text + position).loadUnaligned(as: UInt64.self)
            // Digits become their values. The first digit is the lowest byte.
            let values = UInt64(littleEndian: word) ^ 0x3030_3030_3030_3030
            // The high bit of the first byte that is not a digit, and of some bytes after it.
            let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
            if others != 0 {
                let bits = others.trailingZeroBitCount &- 7
                let length = bits &>> 3
                // Two shifts, because a shift by 64 bits would have no effect.
                let digits = (values &<< UInt64(truncatingIfNeeded: 56 &- bits)) &<< 8
                number = number &* powerOfTen(length) &+ eightDigits(digits)
                return position &+ length
            }
            number = number &* 100_000_000 &+ eightDigits(values)
            position &+= 8
        }
        return position
    }

    /// Returns the number that eight bytes spell, each of which is the value of a digit: adds neighboring digits, then
    /// pairs, then groups of four.
    @inline(__always)
    private static func eightDigits(_ values: UInt64) -> UInt64 {
        let pairs = ((values &* (10 << 8 + 1)) &>> 8) & 0x00FF_00FF_00FF_00FF
        let fours = ((pairs &* (100 << 16 + 1)) &>> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* (10_000 << 32 + 1)) &>> 32
    }

    /// Returns 10^`power`, for powers from 0 to 7.
    @inline(__always)
    private static func powerOfTen(_ power: Int) -> UInt64 {
        switch power & 7 {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        default: 10_000_000
        }
    }
}

extension PlainNumber {
    /// The integer; `nil` if the number has a decimal point, or is out of the range of `Int`.
    var integer: Int? {
        guard decimals == 0 else { return nil }
        if digits <= UInt64(Int.max) { return isNegative ? 0 &- Int(digits) : Int(digits) }
        return isNegative && digits == Int.min.magnitude ? .min : nil
    }

    /// The nearest `Double`, ties to even; `nil` if the digits do not determine it.
    var double: Double? {
        // The condition and the result are those of `nearest`, without a call.
        guard digits <= 1 << 53 else { return nearest }
        let magnitude = Double(Int64(truncatingIfNeeded: digits)) / Double.exactPowerOfTen(decimals)
        return isNegative ? -magnitude : magnitude
    }

    private var nearest: Double? {
        guard let magnitude = Double.nearest(digits, power: 0 &- decimals) else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    /// Reads an integer; `nil` if the text is not an `Int` of this form.
    @usableFromInline
    package static func integer(_ text: UnsafePointer<UInt8>, count: Int) -> Int? {
        // SAFETY: the caller guarantees the text and the padding.
        unsafe PlainNumber(text, count: count)?.integer
    }

    /// Reads a number; `nil` if the text is not a number of this form, or if the digits do not determine the nearest
    /// `Double`.
    @usableFromInline
    package static func double(_ text: UnsafePointer<UInt8>, count: Int) -> Double? {
        // SAFETY: the caller guarantees the text and the padding.
        unsafe PlainNumber(text, count: count)?.double
    }
}

/// An integer in the form of nearly all integers: up to nineteen digits, after an optional minus sign.
@usableFromInline
package struct PlainInteger {
    @usableFromInline package let isNegative: Bool
    @usableFromInline package let magnitude: UInt64

    /// Reads an integer; `nil` if the text does not have this form.
    @inlinable
    package init?(_ bytes: Span<UInt8>) {
        let count = bytes.count
        guard count > 0 else { return nil }
        isNegative = bytes[0] == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        // A single digit may be 0, the first of several may not.
        guard count > start, count - start <= 19, count == start + 1 || bytes[start] != UInt8(ascii: "0")
        else {
            return nil
        }
        var magnitude: UInt64 = 0
        for index in start..<count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            magnitude = magnitude &* 10 &+ UInt64(digit)
        }
        self.magnitude = magnitude
    }

    /// The integer; `nil` if it is out of the range of `Int64`.
    @inlinable
    package var int64: Int64? {
        guard isNegative else { return Int64(exactly: magnitude) }
        return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
}

/// The first nineteen significant digits of a number: as many as always fit 64 bits.
@usableFromInline
package struct LeadingDigits: DigitCollector {
    @usableFromInline package init() {}

    package private(set) var value: UInt64 = 0
    @usableFromInline package private(set) var dropped = 0

    /// Whether a digit other than 0 was dropped: the number lies between `value` and `value + 1`.
    package private(set) var isTruncated = false

    @usableFromInline
    package mutating func append(_ digit: UInt8) {
        if value < 1_000_000_000_000_000_000 {
            value = value &* 10 &+ UInt64(digit)
        } else {
            dropped &+= 1
            if digit != 0 { isTruncated = true }
        }
    }
}

/// All significant digits of a number, without its trailing zeros, if they fit 128 bits.
///
/// Without trailing zeros, `10e-1` is 1 × 10^0, so that a negative exponent means that the number has a fraction.
@usableFromInline
package struct AllDigits: DigitCollector, Equatable, Sendable {
    @usableFromInline package init() {}

    package private(set) var value: UInt128 = 0

    /// The number of trailing zeros.
    @usableFromInline package private(set) var dropped = 0

    /// Whether the digits do not fit 128 bits, so that `value` is meaningless. The exponent is still that of the last
    /// digit other than 0.
    package private(set) var hasOverflowed = false

    package var isZero: Bool { value == 0 && !hasOverflowed }

    @usableFromInline
    package mutating func append(_ digit: UInt8) {
        guard digit != 0 else {
            dropped += 1
            return
        }
        let zeros = dropped
        dropped = 0
        if isZero {
            value = UInt128(digit)
        } else if let scaled = value.timesPowerOfTen(zeros + 1) {
            let (sum, overflow) = scaled.addingReportingOverflow(UInt128(digit))
            value = sum
            if overflow { hasOverflowed = true }
        } else {
            hasOverflowed = true
        }
    }
}

extension JSONNumber<AllDigits> {
    /// Reads a number with all its digits. Not generic, as other modules cannot specialize this module's generic code.
    package init?(exactly bytes: Span<UInt8>) { self.init(bytes) }

    /// Whether a `Decimal` can hold every digit: the number is an integer of 128 bits, times 10^-128 to 10^127.
    package var fitsDecimal: Bool {
        digits.isZero || !digits.hasOverflowed && -128...127 ~= exponent
    }
}

extension UInt128 {
    /// Returns `self × 10^power`; `nil` if the product does not fit 128 bits. The power must not be negative, and may
    /// be huge.
    package func timesPowerOfTen(_ power: Int) -> UInt128? {
        if self == 0 { return 0 }
        // 10^39 does not fit, so the loop is short.
        guard power < 39 else { return nil }
        var product = self
        for _ in 0..<power {
            let (next, overflow) = product.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            product = next
        }
        return product
    }
}

/// A collector of the digits of a ``JSONNumber``, the most significant first.
@usableFromInline
package protocol DigitCollector {
    init()

    /// Appends the next digit, 0 to 9.
    mutating func append(_ digit: UInt8)

    /// The number of digits at the end that are not part of the collected value.
    var dropped: Int { get }
}

/// An integer with a magnitude of up to 128 bits, before its conversion to the type of a property or a value.
package struct ExactInteger {
    package let isNegative: Bool
    package let magnitude: UInt128

    /// Reads a JSON number that is exactly an integer, in any spelling: `1000`, `1e3`, `1.0`.
    ///
    /// - Throws: `invalid` if the text is not a JSON number; `outOfRange` if the number has a fraction; `outOfRange`
    ///   with the text `range` if the number does not fit 128 bits.
    package init(_ bytes: Span<UInt8>, range: StaticString) throws(ScalarError) {
        guard let number = JSONNumber<AllDigits>(bytes) else { throw .invalid(expected: "an integer") }
        guard number.digits.isZero || number.exponent >= 0 else { throw .outOfRange(expected: "an integer") }
        guard let integer = ExactInteger(number) else { throw .outOfRange(expected: range) }
        self = integer
    }

    /// Creates the integer of a number; `nil` if the number is not an integer, or if its magnitude does not fit 128
    /// bits.
    package init?(_ number: JSONNumber<AllDigits>) {
        isNegative = number.isNegative
        guard !number.digits.isZero else {
            magnitude = 0
            return
        }
        guard number.exponent >= 0, !number.digits.hasOverflowed,
            let magnitude = number.digits.value.timesPowerOfTen(number.exponent)
        else { return nil }
        self.magnitude = magnitude
    }

    /// The integer; `nil` if it does not fit 128 bits with its sign.
    package var int128: Int128? {
        // The low 128 bits of the two's complement are the value, even of `min`. After an overflow, the sign differs.
        let integer = Int128(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
        return magnitude == 0 || (integer < 0) == isNegative ? integer : nil
    }
}
