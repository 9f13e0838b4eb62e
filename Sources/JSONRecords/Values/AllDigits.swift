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
