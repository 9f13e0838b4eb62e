import JSONRecords

/// The distribution of the values at one path: histograms, frequent values and examples. It is empty unless it is collected.
package struct Distribution: Hashable, Sendable {
    let isCollected: Bool
    /// The numbers in the range of `Double`.
    package private(set) var numbers = Histogram()
    /// The dates, in seconds since 1970-01-01T00:00:00Z; empty unless all strings are dates.
    package private(set) var dates = Histogram()
    /// The lengths of the strings, in UTF-8 bytes.
    package private(set) var stringBytes = Histogram()
    package private(set) var elementCounts = Histogram()
    /// The most frequent strings, numbers and bools.
    package private(set) var frequentValues = FrequentValues()
    /// The first different strings, numbers and bools, at most ``ProfileLimits/maximumExamples``.
    package private(set) var examples: [Example] = []

    package init(isCollected: Bool = false) {
        self.isCollected = isCollected
    }

    // With the inlining of these functions, `inspect` without a page takes 0.6% more instructions (people).

    @inline(never)
    mutating func insert(_ bool: Bool) {
        let text: StaticString = bool ? "true" : "false"
        // SAFETY: the bytes of a static string are never freed.
        let bytes = unsafe Span(_unsafeStart: text.utf8Start, count: text.utf8CodeUnitCount)
        count(bytes, isString: false)
    }

    @inline(never)
    mutating func insert(number text: Span<UInt8>) {
        if let number = Double(nearestTo: text) { numbers.insert(number) }
        count(text, isString: false)
    }

    /// - Parameter mayBeDates: whether all strings so far are dates.
    @inline(never)
    mutating func insert(string text: Span<UInt8>, mayBeDates: Bool) {
        stringBytes.insert(Double(text.count))
        if mayBeDates, let instant = Instant(iso8601: text) ?? Instant(dotNet: text) {
            dates.insert(Double(instant.seconds))
        } else {
            dates = Histogram()
        }
        count(text, isString: true)
    }

    @inline(never)
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

    package var bounds: ClosedRange<Double>? { isEmpty ? nil : least...greatest }

    package var count: Int { bins.reduce(0, +) }

    /// Adds a value, which must be finite.
    package mutating func insert(_ value: Double) {
        if value.magnitude >= width * Self.indexLimit {
            widen(to: Double(sign: .plus, exponent: value.exponent - 30, significand: 1))
        }
        least = min(least, value)
        greatest = max(greatest, value)
        let quotient = value / width
        // A negative value belongs to the bin below 0, even if the quotient is too small for `Double`.
        insert(1, at: value < 0 && quotient == 0 ? -1 : Int(quotient.rounded(.down)))
    }

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

/// The values that occur most often, in bounded memory.
///
/// Each value has a counter. When the counters or their texts take too much room, the counts of all counters are
/// decreased, and the counters that reach 0 are removed, as in the algorithm of Misra and Gries. From then on, a count
/// is a lower bound. It is too low by at most ``error``, which also bounds the count of a value without a counter.
package struct FrequentValues: Hashable, Sendable {
    private struct Counter: Hashable {
        let hash: UInt64
        let isString: Bool
        /// The range of the value's bytes in `text`, with 32 bits to save memory.
        let range: Range<Int32>
        var count: Int

        var bytes: Range<Int> { Int(range.lowerBound)..<Int(range.upperBound) }
    }

    private var counters: [Counter] = []
    private var text: [UInt8] = []
    /// The maximum number of occurrences of a value that its counter does not count.
    package private(set) var error = 0
    /// The number of strings and numbers that were too long to be counted.
    package private(set) var longValues = 0

    package init() {}

    /// The number of different values; `nil` if it is unknown.
    package var distinctCount: Int? { error == 0 && longValues == 0 ? counters.count : nil }

    /// Counts a value, given its text without the quotation marks of a string.
    ///
    /// - Returns: whether the value had no counter.
    package mutating func insert(_ value: Span<UInt8>, isString: Bool) -> Bool {
        guard value.count <= ProfileLimits.maximumCountedValueBytes else {
            longValues += 1
            return true
        }
        return insert(value, isString: isString, hash: value.hash, count: 1)
    }

    /// - Returns: whether the value had no counter.
    private mutating func insert(_ value: Span<UInt8>, isString: Bool, hash: UInt64, count: Int) -> Bool {
        for index in counters.indices where counters[index].hash == hash {
            if counters[index].isString == isString, isEqual(value, index) {
                counters[index].count += count
                return false
            }
        }
        while !hasRoom(for: value.count) { removeLeastFrequent() }
        let start = Int32(text.count)
        text.append(copying: value)
        counters.append(
            Counter(hash: hash, isString: isString, range: start..<Int32(text.count), count: count))
        return true
    }

    private func isEqual(_ value: Span<UInt8>, _ index: Int) -> Bool {
        let bytes = counters[index].bytes
        guard bytes.count == value.count else { return false }
        for index in value.indices where text[bytes.lowerBound + index] != value[index] { return false }
        return true
    }

    private func hasRoom(for bytes: Int) -> Bool {
        counters.count < ProfileLimits.maximumCountedValues
            && text.count + bytes <= ProfileLimits.maximumCountedBytes
    }

    /// Decreases all counts by that of the middle counter, so that at least half of the counters are removed.
    private mutating func removeLeastFrequent() {
        let decrease = counters.map(\.count).sorted()[counters.count / 2]
        error += decrease
        var remaining = FrequentValues()
        for counter in counters where counter.count > decrease {
            let bytes = text.span.extracting(counter.bytes)
            _ = remaining.insert(
                bytes, isString: counter.isString, hash: counter.hash, count: counter.count - decrease)
        }
        (counters, text) = (remaining.counters, remaining.text)
    }

    package mutating func merge(_ other: FrequentValues) {
        error += other.error
        longValues += other.longValues
        for counter in other.counters {
            let bytes = other.text.span.extracting(counter.bytes)
            _ = insert(bytes, isString: counter.isString, hash: counter.hash, count: counter.count)
        }
    }
}

extension FrequentValues {
    /// A value with the number of its occurrences.
    package struct Value: Hashable, Sendable {
        package let value: Example
        /// The number of occurrences, or a lower bound of it.
        package let count: Int
    }

    /// Returns values that certainly occur more often than each other counted value, the most frequent first: as many as
    /// possible, but at most `limit`. Equally frequent values are sorted by their text. If the counts are exact, these
    /// are the first `limit` values.
    package func values(atMost limit: Int = .max) -> [Value] {
        let sorted = counters.map(value).sorted {
            $0.count != $1.count ? $0.count > $1.count : $0.value.text < $1.value.text
        }
        let listed = sorted.prefix(limit)
        guard error > 0 else { return Array(listed) }
        let last = listed.indices.last { listed[$0].count > maximumCount(afterFirst: $0 + 1) }
        return Array(listed.prefix(last.map { $0 + 1 } ?? 0))
    }

    /// The maximum number of occurrences of a counted value that is not one of the first `count` values.
    package func maximumCount(afterFirst count: Int) -> Int {
        counters.map(\.count).sorted(by: >).dropFirst(count).first.map { $0 + error } ?? error
    }

    private func value(_ counter: Counter) -> Value {
        let bytes = text.span.extracting(counter.bytes)
        return Value(
            value: counter.isString ? Example(string: bytes) : Example(number: bytes), count: counter.count)
    }
}

extension Span<UInt8> {
    /// The 64-bit FNV-1a hash, which is the same in each run of the program.
    fileprivate var hash: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in indices { hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01b3 }
        return hash
    }
}
