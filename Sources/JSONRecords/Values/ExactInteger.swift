/// An integer with a magnitude of up to 128 bits, before its conversion to the type that it has to fit.
package struct ExactInteger {
    package let isNegative: Bool
    package let magnitude: UInt128

    /// Reads a JSON number that is exactly an integer, in any spelling: `1000`, `1e3`, `1.0`.
    ///
    /// - Throws: `invalid` if it is not a JSON number; `outOfRange` if it has a fraction; `outOfRange` with the text
    ///   `range` if it does not fit 128 bits.
    package init(_ bytes: Span<UInt8>, range: StaticString) throws(ScalarError) {
        guard let number = JSONNumber<AllDigits>(bytes) else { throw .invalid(expected: "an integer") }
        guard number.digits.isZero || number.exponent >= 0 else { throw .outOfRange(expected: "an integer") }
        guard let whole = ExactInteger(number) else { throw .outOfRange(expected: range) }
        self = whole
    }

    /// Creates the integer of a number; `nil` if the number is not an integer, or if its magnitude does not fit 128 bits.
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
}
