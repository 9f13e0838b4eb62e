/// Every significant digit of a number, without the zeros at its end, as long as 128 bits hold them.
///
/// Without those zeros `10e-1` is 1 × 10^0: an exponent below zero says that the number has a fraction.
@usableFromInline
package struct AllDigits: DigitCollector, Equatable, Sendable {
    @usableFromInline package init() {}

    package private(set) var value: UInt128 = 0

    /// The zeros at the end.
    @usableFromInline package private(set) var dropped = 0

    /// Whether the digits are too many. The exponent is still that of the last digit other than 0.
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
    /// Reads a number with all its digits. Not generic, as other modules have no generic code to specialise.
    package init?(exactly bytes: Span<UInt8>) { self.init(bytes) }

    /// Whether a `Decimal` has room for every digit: they are an integer of 128 bits, times 10^-128 to 10^127.
    package var fitsDecimal: Bool {
        digits.isZero || !digits.hasOverflowed && -128...127 ~= exponent
    }
}

extension UInt128 {
    /// `self × 10^power`, or `nil` if it does not fit. The power is zero or more, and may be huge.
    package func timesPowerOfTen(_ power: Int) -> UInt128? {
        if self == 0 { return 0 }
        // 10^39 does not fit, so that the loop is short.
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
