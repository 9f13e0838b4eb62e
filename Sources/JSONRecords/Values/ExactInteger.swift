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
}
