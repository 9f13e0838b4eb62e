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
