import JSONRecords

/// The statistics of the values at one path.
package struct ValueProfile: Hashable, Sendable {
    package internal(set) var counts = TypeCounts()
    package private(set) var numbers = NumberProfile()
    /// The range of the strings' lengths, in UTF-8 bytes.
    package private(set) var stringBytes = CountRange()
    /// The forms that all strings have.
    package private(set) var forms = StringForms.all
    /// The range of the arrays' lengths.
    package internal(set) var elementCounts = CountRange()
    /// A scalar value that is not null: the first one, unless profiles were merged.
    package private(set) var example: Example?
    /// The distribution of the values; empty unless it is collected.
    package private(set) var distribution = Distribution()

    mutating func insert(_ bool: Bool) {
        counts.bools += 1
        if example == nil { example = Example(bool ? "true" : "false") }
    }

    mutating func insert(number text: Span<UInt8>) {
        let number = NumericValue(text)
        if number.isInteger { counts.integers += 1 } else { counts.fractions += 1 }
        numbers.insert(number, spelled: text)
        if example == nil { example = Example(number: text) }
    }

    mutating func insert(string text: Span<UInt8>) {
        counts.strings += 1
        stringBytes.insert(text.count)
        if !forms.isEmpty { forms.formIntersection(withFormsOf: text) }
        if example == nil { example = Example(string: text) }
    }

    mutating func merge(_ other: Self) {
        counts.merge(other.counts)
        numbers.merge(other.numbers)
        stringBytes.merge(other.stringBytes)
        forms.formIntersection(other.forms)
        elementCounts.merge(other.elementCounts)
        example = example ?? other.example
        distribution.merge(other.distribution, mayBeDates: forms.contains(.date))
    }
}

/// The values with their distribution.
extension ValueProfile {
    mutating func insertWithDistribution(_ bool: Bool) {
        insert(bool)
        distribution.insert(bool)
    }

    mutating func insertWithDistribution(number text: Span<UInt8>) {
        insert(number: text)
        distribution.insert(number: text)
    }

    mutating func insertWithDistribution(string text: Span<UInt8>) {
        insert(string: text)
        distribution.insert(string: text, mayBeDates: forms.contains(.date))
    }

    mutating func insertWithDistribution(elementCount: Int) {
        elementCounts.insert(elementCount)
        distribution.insert(elementCount: elementCount)
    }
}

/// The least and the greatest of a series of counts.
package struct CountRange: Hashable, Sendable {
    package private(set) var least = Int.max
    package private(set) var greatest = -1

    /// The range of the counts; `nil` if there are none.
    package var bounds: ClosedRange<Int>? { greatest < 0 ? nil : least...greatest }

    mutating func insert(_ count: Int) {
        if count < least { least = count }
        if count > greatest { greatest = count }
    }

    mutating func merge(_ other: Self) {
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
    }
}
