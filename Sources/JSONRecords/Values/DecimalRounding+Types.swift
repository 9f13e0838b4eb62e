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
        do {
            self = try .nearest(to: number, range: "a finite number")
        } catch {
            return nil
        }
    }
}
