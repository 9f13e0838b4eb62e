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
