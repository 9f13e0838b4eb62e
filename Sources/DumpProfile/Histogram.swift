/// The number of values in intervals of equal width, in bounded memory.
///
/// The width of a bin is a power of two, and a bin starts at a multiple of the width. The width doubles when the values
/// no longer fit in ``ProfileLimits/maximumBins`` bins, and when a bin would be narrower than 2^-30 of a value. So the
/// bins depend on the values alone, not on their order, and the histograms of two parts merge into that of the whole.
package struct Histogram: Hashable, Sendable {
    /// The count of the bin with index *i* is at the position *i* modulo the number of bins; empty without values.
    private var bins: [Int] = []
    private var width = leastWidth
    /// The indices of the first and of the last bin with values. A bin starts at its index times the width.
    private var first: Int32 = 0
    private var last: Int32 = 0
    /// The least and the greatest value; infinite without values.
    private var least = Double.infinity
    private var greatest = -Double.infinity

    /// The width of a bin that holds only the value 0.
    private static let leastWidth = 0x1p-1000
    /// The indices of bins have at most 31 bits and a sign.
    private static let indexLimit = 0x1p31

    package init() {}

    var isEmpty: Bool { bins.isEmpty }

    /// The least and the greatest value; `nil` without values.
    package var bounds: ClosedRange<Double>? { isEmpty ? nil : least...greatest }

    /// The number of values.
    package var count: Int { bins.reduce(0, +) }

    /// Adds a value, which must be finite.
    package mutating func insert(_ value: Double) {
        if value.magnitude >= width * Self.indexLimit { widen(for: value) }
        least = min(least, value)
        greatest = max(greatest, value)
        let quotient = value / width
        // A negative value belongs to the bin below 0, even if the quotient is too small for `Double`.
        insert(1, at: value < 0 && quotient == 0 ? -1 : Int(quotient.rounded(.down)))
    }

    /// Adds the values of another histogram.
    package mutating func merge(_ other: Histogram) {
        guard !other.isEmpty else { return }
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
        var other = other
        if isEmpty || width < other.width { widen(to: other.width) } else { other.widen(to: width) }
        // Inserting the outermost bins first sets the final width.
        for index in [Int(other.first), Int(other.last)] { insert(0, at: other.index(index, in: self)) }
        for index in Int(other.first)...Int(other.last) {
            insert(other[index], at: other.index(index, in: self))
        }
    }

    private subscript(index: Int) -> Int { bins[index & (ProfileLimits.maximumBins - 1)] }

    /// Returns the index of a bin in a histogram with wider bins, or with bins of the same width.
    private func index(_ index: Int, in wider: Histogram) -> Int {
        index >> (wider.width.exponent - width.exponent)
    }

    private mutating func insert(_ count: Int, at index: Int) {
        if isEmpty {
            bins = [Int](repeating: 0, count: ProfileLimits.maximumBins)
            (first, last) = (Int32(index), Int32(index))
        }
        var (index, lower, upper) = (index, min(Int(first), index), max(Int(last), index))
        var shift = 0
        while upper - lower >= ProfileLimits.maximumBins {
            (lower, upper, shift) = (lower >> 1, upper >> 1, shift + 1)
        }
        if shift > 0 {
            widen(to: width * Double(1 << shift))
            index >>= shift
        }
        (first, last) = (Int32(lower), Int32(upper))
        bins[index & (ProfileLimits.maximumBins - 1)] += count
    }

    /// Widens the bins as far as a value of this magnitude requires.
    private mutating func widen(for value: Double) {
        widen(to: Double(sign: .plus, exponent: value.exponent - 30, significand: 1))
    }

    /// Merges bins into bins of a greater width.
    private mutating func widen(to greaterWidth: Double) {
        let shift = greaterWidth.exponent - width.exponent
        width = greaterWidth
        guard !isEmpty, shift > 0 else { return }
        let counts = (Int(first)...Int(last)).map { ($0, self[$0]) }
        bins = [Int](repeating: 0, count: bins.count)
        for (index, count) in counts { bins[(index >> shift) & (ProfileLimits.maximumBins - 1)] += count }
        (first, last) = (Int32(Int(first) >> shift), Int32(Int(last) >> shift))
    }
}

extension Histogram {
    /// Adjacent bins of a histogram.
    package struct Bins: Hashable, Sendable {
        /// The index of the first bin. The lower bound of a bin is its index times the width.
        package let first: Int
        package let width: Double
        /// The number of values in each bin. The first and the last bin have values.
        package let counts: [Int]
    }

    /// Returns the bins, merged until there are at most `maximumCount` bins, each at least `minimumWidth` wide. The
    /// minimum is a power of two, or 0. `maximumCount` is at least 8, so that the width is finite.
    package func bins(atMost maximumCount: Int, minimumWidth: Double = 0) -> Bins {
        guard !isEmpty else { return Bins(first: 0, width: 1, counts: []) }
        var wider = self
        if width < minimumWidth { wider.widen(to: minimumWidth) }
        while Int(wider.last) - Int(wider.first) >= maximumCount { wider.widen(to: wider.width * 2) }
        return Bins(
            first: Int(wider.first), width: wider.width,
            counts: (Int(wider.first)...Int(wider.last)).map { wider[$0] })
    }
}
