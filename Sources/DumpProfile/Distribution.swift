import JSONRecords

/// The distribution of the values at one path: histograms, frequent values and examples.
package struct Distribution: Hashable, Sendable {
    /// The numbers in the range of `Double`.
    package private(set) var numbers = Histogram()
    /// The dates, in seconds since 1970-01-01T00:00:00Z; empty unless all strings are dates.
    package private(set) var dates = Histogram()
    /// The lengths of the strings, in UTF-8 bytes.
    package private(set) var stringBytes = Histogram()
    /// The lengths of the arrays.
    package private(set) var elementCounts = Histogram()
    /// The most frequent strings, numbers and bools.
    package private(set) var frequentValues = FrequentValues()
    /// The first different strings, numbers and bools, at most ``ProfileLimits/maximumExamples``.
    package private(set) var examples: [Example] = []

    package init() {}

    mutating func insert(_ bool: Bool) {
        let text: StaticString = bool ? "true" : "false"
        // SAFETY: the bytes of a static string are never freed.
        let bytes = unsafe Span(_unsafeStart: text.utf8Start, count: text.utf8CodeUnitCount)
        count(bytes, isString: false)
    }

    mutating func insert(number text: Span<UInt8>) {
        if let number = Double(nearestTo: text) { numbers.insert(number) }
        count(text, isString: false)
    }

    /// - Parameter mayBeDates: whether all strings so far are dates.
    mutating func insert(string text: Span<UInt8>, mayBeDates: Bool) {
        stringBytes.insert(Double(text.count))
        if mayBeDates, let instant = Instant(iso8601: text) ?? Instant(dotNet: text) {
            dates.insert(Double(instant.seconds))
        } else {
            dates = Histogram()
        }
        count(text, isString: true)
    }

    mutating func insert(elementCount: Int) {
        elementCounts.insert(Double(elementCount))
    }

    private mutating func count(_ text: Span<UInt8>, isString: Bool) {
        let isNew = frequentValues.insert(text, isString: isString)
        if isNew, examples.count < ProfileLimits.maximumExamples {
            addExample(isString ? Example(string: text) : Example(number: text))
        }
    }

    private mutating func addExample(_ example: Example) {
        if examples.count < ProfileLimits.maximumExamples, !examples.contains(example) {
            examples.append(example)
        }
    }

    /// - Parameter mayBeDates: whether all strings of both distributions are dates.
    mutating func merge(_ other: Self, mayBeDates: Bool) {
        numbers.merge(other.numbers)
        stringBytes.merge(other.stringBytes)
        elementCounts.merge(other.elementCounts)
        if mayBeDates { dates.merge(other.dates) } else { dates = Histogram() }
        frequentValues.merge(other.frequentValues)
        for example in other.examples { addExample(example) }
    }
}
