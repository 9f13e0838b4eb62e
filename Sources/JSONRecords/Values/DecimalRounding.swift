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

/// The rounding of JSON numbers to the nearest `Double` or `Float`.
extension DecimalRounding {
    fileprivate static func rounded(_ bytes: Span<UInt8>, range: StaticString) throws(ScalarError) -> Self {
        guard let number = JSONNumber<LeadingDigits>(bytes) else { throw .invalid(expected: "a number") }
        let value = nearest(number) ?? nearest(spelled: bytes)
        guard value.isFinite else { throw .outOfRange(expected: range) }
        return number.isNegative && value.sign == .plus ? -value : value
    }

    /// Returns the nearest value to a number; `nil` if the first nineteen digits do not determine it.
    private static func nearest(_ number: JSONNumber<LeadingDigits>) -> Self? {
        let value = nearest(number.digits.value, power: number.exponent)
        guard number.digits.isTruncated else { return value }
        // The number lies between its leading digits and the next integer, times the power of ten. If both products
        // round to one value, so does the number.
        return nearest(number.digits.value + 1, power: number.exponent) == value ? value : nil
    }

    /// Converts with the standard library, which is correct for any length and independent of locales, but needs a
    /// string.
    private static func nearest(spelled bytes: Span<UInt8>) -> Self {
        Self(String(utf8: bytes)) ?? .nan
    }
}

extension Double: DecimalRounding {
    package static func nearest(to bytes: Span<UInt8>, range: StaticString) throws(ScalarError) -> Double {
        try rounded(bytes, range: range)
    }

    package static var tiePowers: ClosedRange<Int> { -4...23 }
    package static var greatestExactPower: Int { 22 }
    package static func exactPowerOfTen(_ power: Int) -> Double { exactPowersOfTen[power] }

    private static let exactPowersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18,
        1e19, 1e20, 1e21, 1e22,
    ]
}

extension Float: DecimalRounding {
    package static func nearest(to bytes: Span<UInt8>, range: StaticString) throws(ScalarError) -> Float {
        try rounded(bytes, range: range)
    }

    package static var tiePowers: ClosedRange<Int> { -17...10 }
    package static var greatestExactPower: Int { 10 }
    package static func exactPowerOfTen(_ power: Int) -> Float { exactPowersOfTen[power] }

    private static let exactPowersOfTen: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]
}

extension Double {
    /// Creates the value nearest to a JSON number; `nil` if that value is not finite, or if the text is not a JSON
    /// number.
    package init?(nearestTo number: Span<UInt8>) {
        guard let value = try? Self.nearest(to: number, range: "a finite number") else { return nil }
        self = value
    }
}

/// The powers of five from 5^-342 to 5^308, each as its 128 most significant bits.
///
/// With a power of ten below -342, a number of nineteen digits is nearer to 0 than to any other `Double`; with a power
/// of ten above 308, an integer other than 0 is too great for a `Double`.
package enum PowersOfFive {
    package static let exponents = -342...308

    /// Returns the most significant bits of 5^power, of which the highest is set.
    ///
    /// They are rounded down, except for 5^-27 to 5^-1, which are rounded up: multiples of these can be exact binary
    /// numbers, and a product must not be less than such a number.
    package static func bits(_ power: Int) -> UInt128 { table[power - exponents.lowerBound] }

    /// The bits of all powers, computed at first use with exact integers, in less than a tenth of a millisecond.
    private static let table: [UInt128] = reciprocals().reversed() + powers()

    /// Returns the leading bits of 5^0, 5^1, … The greatest power has 716 bits.
    private static func powers() -> [UInt128] {
        var number = LargeInteger(powerOfTwo: 0)
        return (0...exponents.upperBound).map { power in
            if power > 0 { number.multiply(by: 5) }
            return number.leadingBits
        }
    }

    /// Returns the leading bits of 5^-1, 5^-2, …, by repeated division of 2^1023 by five.
    ///
    /// Dividing in steps and dropping each remainder gives the same quotient as dividing once. 5^342 has 795 bits, so
    /// each quotient has at least 229 bits.
    private static func reciprocals() -> [UInt128] {
        var number = LargeInteger(powerOfTwo: 1023)
        return (1...(-exponents.lowerBound)).map { power in
            number.divide(by: 5)
            return number.leadingBits + (power <= 27 ? 1 : 0)
        }
    }
}

/// An integer of up to 1,024 bits, with only the arithmetic that ``PowersOfFive`` needs.
private struct LargeInteger {
    /// The words, the least significant first.
    private var words = [UInt64](repeating: 0, count: 16)

    init(powerOfTwo power: Int) {
        words[power / 64] = 1 << UInt64(power % 64)
    }

    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in words.indices {
            let product = UInt128(words[index]) * UInt128(factor) + UInt128(carry)
            words[index] = UInt64(truncatingIfNeeded: product)
            carry = UInt64(truncatingIfNeeded: product >> 64)
        }
    }

    mutating func divide(by divisor: UInt64) {
        var remainder: UInt64 = 0
        for index in words.indices.reversed() {
            (words[index], remainder) = divisor.dividingFullWidth((remainder, words[index]))
        }
    }

    /// The 128 bits from the highest set bit down, padded with zeros below; 0 for 0.
    var leadingBits: UInt128 {
        guard let top = words.lastIndex(where: { $0 != 0 }) else { return 0 }
        let high = UInt128(words[top]) << 64 | UInt128(word(top - 1))
        let shift = words[top].leadingZeroBitCount
        return shift == 0 ? high : high << UInt128(shift) | UInt128(word(top - 2) >> UInt64(64 - shift))
    }

    private func word(_ index: Int) -> UInt64 {
        index < 0 ? 0 : words[index]
    }
}
