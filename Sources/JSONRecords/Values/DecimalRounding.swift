/// A binary floating-point type that decimal numbers are rounded to.
package protocol DecimalRounding: BinaryFloatingPoint, LosslessStringConvertible {
    /// The powers of ten q for which w × 10^q, with w of 64 bits, can lie half way between two values.
    ///
    /// For a greater q, 5^q has more bits than such a half-way point. For a lesser q, 5^-q does not divide any w.
    static var tiePowers: ClosedRange<Int> { get }

    /// Returns 10^`power`, for powers from 0 to `greatestExactPower`.
    static func exactPowerOfTen(_ power: Int) -> Self

    /// The greatest power of ten that the type holds exactly.
    static var greatestExactPower: Int { get }

    /// Reads one JSON number, and rounds it once, ties to even. A number that is too small becomes 0.
    ///
    /// A requirement, so that each type has a specialized function: other modules cannot specialize this module's
    /// generic code.
    ///
    /// - Throws: `invalid` if the text is not a number, `outOfRange` with the text `range` if the number is too great.
    static func nearest(to bytes: Span<UInt8>, range: StaticString) throws(ScalarError) -> Self
}

extension DecimalRounding {
    /// Returns the nearest value to `w × 10^power`, ties to even; infinity for too great a number, and 0 for too small
    /// a number.
    ///
    /// Returns `nil` if the method cannot decide, which is not known to happen.
    package static func nearest(_ w: UInt64, power: Int) -> Self? {
        let greatestExact = UInt64(1) << UInt64(significandBitCount + 1)
        if w <= greatestExact, power.magnitude <= greatestExactPower.magnitude {
            // Both operands are exact, so one operation rounds once. This takes 5 ns less than the general method
            // below.
            let powerOfTen = exactPowerOfTen(Int(power.magnitude))
            return power < 0 ? Self(Int64(w)) / powerOfTen : Self(Int64(w)) * powerOfTen
        }
        guard w != 0, power >= PowersOfFive.exponents.lowerBound else { return 0 }
        guard power <= PowersOfFive.exponents.upperBound else { return infinity }
        return eiselLemire(w, power: power)
    }

    /// Rounds by the method of Daniel Lemire, "Number parsing at a gigabyte per second" (2021): the product of w and
    /// the leading bits of the power of five has all bits that rounding needs. Returns `nil` if the product lacks such
    /// a bit.
    private static func eiselLemire(_ w: UInt64, power: Int) -> Self? {
        let leadingZeros = w.leadingZeroBitCount
        let product = leadingProduct(w << UInt64(leadingZeros), power: power)
        let low = UInt64(truncatingIfNeeded: product)
        let high = UInt64(truncatingIfNeeded: product >> 64)
        if low == .max, !(-27...55).contains(power) { return nil }

        // Two bits more than the significand: one for rounding, one for a product just under a power of two.
        let topBit = Int(high >> 63)
        let shift = topBit + 64 - significandBitCount - 3
        var significand = high >> UInt64(shift)
        // floor(log2(10^power)), then the exponent as the type stores it.
        var exponent = ((217_706 * power) >> 16) + 63 + topBit - leadingZeros + bias
        if exponent <= 0 { return subnormal(significand, shortBy: 1 - exponent) }

        let isTie = low <= 1 && tiePowers.contains(power) && (significand << UInt64(shift)) == high
        if isTie, significand & 3 == 1 { significand -= 1 }
        significand = (significand + (significand & 1)) >> 1
        if significand == 2 << UInt64(significandBitCount) {
            significand >>= 1
            exponent += 1
        }
        return exponent > 2 * bias ? infinity : assemble(exponent, significand)
    }

    /// Returns the leading 128 bits of `w × 5^power`. The highest bit of w must be set.
    ///
    /// Multiplies by the low half of the power's bits only if this can change the bits that are needed.
    private static func leadingProduct(_ w: UInt64, power: Int) -> UInt128 {
        let powerOfFive = PowersOfFive.bits(power)
        let product = UInt128(w) * (powerOfFive >> 64)
        let unneeded = UInt64.max >> UInt64(significandBitCount + 3)
        guard UInt64(truncatingIfNeeded: product >> 64) & unneeded == unneeded else { return product }
        return product &+ ((UInt128(w) * UInt128(UInt64(truncatingIfNeeded: powerOfFive))) >> 64)
    }

    /// Returns a subnormal value, whose significand has fewer bits. Ties do not occur among numbers this small.
    private static func subnormal(_ significand: UInt64, shortBy bits: Int) -> Self {
        guard bits < 64 else { return 0 }
        let shortened = significand >> UInt64(bits)
        let rounded = (shortened + (shortened & 1)) >> 1
        // Rounding up the greatest subnormal value gives the least normal value.
        return assemble(rounded >> UInt64(significandBitCount) == 0 ? 0 : 1, rounded)
    }

    private static var bias: Int { (1 << (exponentBitCount - 1)) - 1 }

    private static func assemble(_ exponent: Int, _ significand: UInt64) -> Self {
        let fraction = significand & ((1 << UInt64(significandBitCount)) - 1)
        return Self(
            sign: .plus, exponentBitPattern: RawExponent(truncatingIfNeeded: exponent),
            significandBitPattern: RawSignificand(truncatingIfNeeded: fraction))
    }
}
