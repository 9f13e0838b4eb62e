/// SplitMix64 (Steele, Lea and Flood, 2014): a small generator whose sequence is the same everywhere.
///
/// The standard library's own drawing functions are not used: what they make of the bits may change with a
/// release.
struct Random {
    private var state: UInt64

    /// The generator of one record: no record's values depend on those before it.
    init(seed: UInt64, record: Int) {
        state = Self.mix(Self.mix(seed) &+ UInt64(record))
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return Self.mix(state)
    }

    /// A number in `0..<bound`. The bias of multiplying instead of rejecting is far below what a fixture shows.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number in the range.
    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// A number from 0 up to `bound` that is small far more often than large, as counts of followers are.
    mutating func skewed(_ bound: Int) -> Int {
        below(below(below(bound) + 1) + 1)
    }

    /// True in so many of 100 cases.
    mutating func chance(_ percent: Int) -> Bool {
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
