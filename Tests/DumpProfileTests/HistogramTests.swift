import DumpProfile
import Testing

/// The bins of histograms.
@Suite struct HistogramTests {
    /// Series of values of very different magnitudes.
    static let series: [[Double]] = [
        [0], [-0.0, 0], [1], [0.1, 0.2, 0.3], [5, 5, 5], [-1, 1], [-3, 1e9, 0.001], [1e308, -1e308, 1],
        [.greatestFiniteMagnitude, -.greatestFiniteMagnitude], [.leastNonzeroMagnitude, 1],
        [.leastNonzeroMagnitude, -.leastNonzeroMagnitude], [1e-300, 2e-300, 1e300],
        [9_007_199_254_740_992, 3],
        (0..<1000).map(Double.init), (0..<1000).map { Double($0) * 0.37 - 100 },
        (0..<300).map {
            Double(sign: $0 % 3 == 0 ? .minus : .plus, exponent: $0 * 7 % 600 - 300, significand: 1.3)
        },
    ]

    private func histogram(_ values: some Sequence<Double>) -> Histogram {
        var histogram = Histogram()
        for value in values { histogram.insert(value) }
        return histogram
    }

    /// Returns the index of a value's bin, which is rounded down even if the quotient is too small for `Double`.
    private func binIndex(of value: Double, width: Double) -> Double {
        value < 0 && value / width == 0 ? -1 : (value / width).rounded(.down)
    }

    @Test(arguments: series.indices)
    func eachValueIsCountedInItsBin(series: Int) {
        let values = Self.series[series]
        let histogram = histogram(values)
        for maximumCount in [64, 32, 8] {
            let bins = histogram.bins(atMost: maximumCount)
            #expect(bins.counts.count <= maximumCount)
            #expect(bins.counts.first != 0 && bins.counts.last != 0)
            for (index, count) in bins.counts.enumerated() {
                #expect(
                    values.count { binIndex(of: $0, width: bins.width) == Double(bins.first + index) }
                        == count)
            }
        }
        #expect(histogram.count == values.count)
        #expect(histogram.bounds == values.min()!...values.max()!)
    }

    @Test(arguments: series.indices)
    func orderOfValuesDoesNotChangeBins(series: Int) {
        let values = Self.series[series]
        let expected = histogram(values)
        #expect(histogram(values.reversed()) == expected)
        #expect(histogram(values.sorted()) == expected)
        for _ in 0..<10 { #expect(histogram(values.shuffled()) == expected) }
    }

    @Test(arguments: series.indices, series.indices)
    func mergedHistogramsEqualHistogramOfAllValues(one: Int, other: Int) {
        let (one, other) = (Self.series[one], Self.series[other])
        var merged = histogram(one)
        merged.merge(histogram(other))
        #expect(merged == histogram(one + other))
    }

    @Test func mergingEmptyHistogramChangesNothing() {
        var (empty, full) = (Histogram(), histogram([1, 2]))
        full.merge(empty)
        #expect(full == histogram([1, 2]))
        empty.merge(full)
        #expect(empty == full)
    }

    @Test(
        arguments: [
            ([1, 2, 3, 3], 1, 1, [1, 1, 2]), ([0, 63], 0, 1, [1] + [Int](repeating: 0, count: 62) + [1]),
            ([0, 0, 0], 0, 1, [3]), ([-5, 5], -5, 1, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
            ([0, 1000], 0, 16, [1] + [Int](repeating: 0, count: 61) + [1]),
        ] as [([Double], Double, Double, [Int])])
    func binOfIntegersHoldsAtLeastOneInteger(values: [Double], start: Double, width: Double, counts: [Int]) {
        let bins = histogram(values).bins(atMost: 64, minimumWidth: 1)
        #expect(Double(bins.first) * bins.width == start)
        #expect(bins.width == width)
        #expect(bins.counts == counts)
    }
}
