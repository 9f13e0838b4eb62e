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
        var number = LargeInteger(1)
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

    init(_ value: UInt64) {
        words[0] = value
    }

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
