/// The values that occur most often, in bounded memory.
///
/// Each value has a counter. When the counters or their texts take too much room, the counts of all counters are
/// decreased, and the counters that reach 0 are removed, as in the algorithm of Misra and Gries. From then on, a count
/// is a lower bound. It is too low by at most ``error``, which also bounds the count of a value without a counter.
package struct FrequentValues: Hashable, Sendable {
    private struct Counter: Hashable {
        let hash: UInt64
        let isString: Bool
        /// The range of the value's bytes in `text`.
        var range: Range<Int32>
        var count: Int
    }

    private var counters: [Counter] = []
    /// The bytes of the counted values.
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
        for index in value.indices { text.append(value[index]) }
        counters.append(
            Counter(hash: hash, isString: isString, range: start..<Int32(text.count), count: count))
        return true
    }

    private func isEqual(_ value: Span<UInt8>, _ index: Int) -> Bool {
        let range = counters[index].range
        guard range.count == value.count else { return false }
        for index in value.indices where text[Int(range.lowerBound) + index] != value[index] { return false }
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
            let start = Int32(remaining.text.count)
            remaining.text += text[Int(counter.range.lowerBound)..<Int(counter.range.upperBound)]
            remaining.counters.append(
                Counter(
                    hash: counter.hash, isString: counter.isString,
                    range: start..<Int32(remaining.text.count), count: counter.count - decrease))
        }
        (counters, text) = (remaining.counters, remaining.text)
    }

    /// Adds the values of another instance.
    package mutating func merge(_ other: FrequentValues) {
        error += other.error
        longValues += other.longValues
        for counter in other.counters {
            let bytes = other.text.span.extracting(
                Int(counter.range.lowerBound)..<Int(counter.range.upperBound))
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
        let bytes = text.span.extracting(Int(counter.range.lowerBound)..<Int(counter.range.upperBound))
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
