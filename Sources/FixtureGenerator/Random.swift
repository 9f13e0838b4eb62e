/// A SplitMix64 generator (Steele, Lea and Flood, 2014): small, with the same sequence on every platform.
///
/// The standard library's functions that draw numbers from a generator are not used, because a release may change which
/// numbers they return for the same bits.
struct Random {
    private var state: UInt64

    /// Creates the generator of one record, so that the values of a record do not depend on earlier records.
    init(seed: UInt64, record: Int) {
        state = Self.mix(Self.mix(seed) &+ UInt64(record))
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return Self.mix(state)
    }

    /// Returns a number in `0..<bound`. Multiplication instead of rejection makes the distribution uneven, but too
    /// slightly to show in a fixture.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns a number in the range.
    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// Returns a number from 0 to `bound - 1` that is small far more often than large, like the number of followers.
    mutating func skewed(_ bound: Int) -> Int {
        below(below(below(bound) + 1) + 1)
    }

    /// Returns `true` with a probability in percent.
    mutating func chance(percent: Int) -> Bool {
        below(100) < percent
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
