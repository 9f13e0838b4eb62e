import DumpProfile
import TestSupport
import Testing

/// The counts of the most frequent values.
@Suite struct FrequentValuesTests {
    /// Series of values with different distributions.
    static let series: [[String]] = [
        [], ["a"], ["a", "b", "a"], (0..<128).map { "\($0)" }, (0..<129).map { "\($0)" },
        (0..<1000).map { "\($0)" },
        (0..<5000).map { $0 % 3 == 0 ? "often" : "\($0)" },
        (0..<5000).map { "\(($0 * $0) % 397)" }, (0..<5000).map { "\(5000 / ($0 + 1))" },
        (0..<3000).map { String(repeating: "x", count: $0 % 90) + "\($0 % 200)" },
    ]

    /// The number of occurrences of each value of a series, by its text in JSON.
    static let occurrences = series.map { values in
        Dictionary(values.map { ("\"\($0)\"", 1) }, uniquingKeysWith: +)
    }

    /// The counts of each series, which take most of the time of the tests.
    private static let counts = series.map { count($0) }

    private static func count(_ values: some Sequence<String>) -> FrequentValues {
        var frequentValues = FrequentValues()
        for value in values {
            _ = frequentValues.insert(Array(value.utf8).span, isString: true)
        }
        return frequentValues
    }

    /// Checks the bounds of the counts that a result states, for the values that are not truncated.
    private func check(_ frequentValues: FrequentValues, _ occurrences: [String: Int]) {
        let occurrences = occurrences.filter { $0.key.utf8.count <= 62 }
        for limit in [.max, 6, 0] { check(frequentValues, occurrences, limit: limit) }
    }

    private func check(_ frequentValues: FrequentValues, _ occurrences: [String: Int], limit: Int) {
        let listed = frequentValues.values(atMost: limit)
        var others = occurrences
        for value in listed {
            guard let exact = others.removeValue(forKey: value.value.text) else { continue }
            #expect(value.count <= exact && exact <= value.count + frequentValues.error)
        }
        #expect(others.values.allSatisfy { $0 <= frequentValues.maximumCount(afterFirst: listed.count) })
        let isExact = frequentValues.error == 0
        #expect(
            isExact || listed.allSatisfy { $0.count > frequentValues.maximumCount(afterFirst: listed.count) })
        #expect(listed.count <= min(limit, 128))
        #expect(listed.map(\.count) == listed.map(\.count).sorted(by: >))
    }

    @Test(arguments: series.indices)
    func countsAreWithinError(series: Int) {
        let (values, occurrences) = (Self.series[series], Self.occurrences[series])
        var random = Random(seed: TestTier.seed)
        check(Self.counts[series], occurrences)
        check(Self.count(values.reversed()), occurrences)
        check(Self.count(values.shuffled(using: &random)), occurrences)
    }

    @Test(arguments: series.indices)
    func errorIsSmallShareOfValues(series: Int) {
        // Each decrease takes the same count from more than half of the counters, of which at least 21 fit: their
        // values have at most 2,048 bytes, and each at most 96.
        #expect(Self.counts[series].error <= Self.series[series].count / 10)
    }

    private static let pairs = series.indices.flatMap { one in series.indices.map { (one, $0) } }

    @Test(arguments: TestTier.sample(pairs, count: 5))
    func mergedCountsAreWithinError(one: Int, other: Int) {
        var merged = Self.counts[one]
        merged.merge(Self.counts[other])
        check(merged, Self.occurrences[one].merging(Self.occurrences[other], uniquingKeysWith: +))
    }

    @Test func oneHundredTwentyEightValuesAreCountedExactly() {
        let values = (0..<128).flatMap { number in [String](repeating: "\(number)", count: number + 1) }
        var random = Random(seed: TestTier.seed)
        for order in [values, values.reversed(), values.shuffled(using: &random)] {
            let frequentValues = Self.count(order)
            #expect(frequentValues.distinctCount == 128)
            #expect(frequentValues.error == 0)
            #expect(frequentValues.values().map(\.count) == Array((1...128).reversed()))
        }
    }

    @Test func furtherValueEndsExactCounts() {
        let frequentValues = Self.count((0..<129).map { "\($0)" })
        #expect(frequentValues.distinctCount == nil)
        #expect(frequentValues.error == 1)
    }

    @Test func valueThatOccursInThirdOfValuesIsListed() {
        let frequentValues = Self.count((0..<5000).map { $0 % 3 == 0 ? "often" : "\($0)" })
        #expect(frequentValues.values().first?.value.text == "\"often\"")
    }

    @Test func longValuesAreNotCounted() {
        let frequentValues = Self.count([
            String(repeating: "a", count: 96), String(repeating: "b", count: 97),
            String(repeating: "b", count: 97),
        ])
        #expect(frequentValues.values().count == 1)
        #expect(frequentValues.longValues == 2)
        #expect(frequentValues.distinctCount == nil)
    }

    @Test func sameOrderGivesSameResult() {
        for (values, counts) in zip(Self.series, Self.counts) { #expect(Self.count(values) == counts) }
    }
}
