import JSONRecords

/// The statistics of the values at one path.
package struct ValueProfile: Hashable, Sendable {
    package internal(set) var counts = TypeCounts()
    package private(set) var numbers = NumberProfile()
    /// The range of the strings' lengths, in UTF-8 bytes.
    package private(set) var stringBytes = CountRange()
    package private(set) var forms = StringForms.all
    package private(set) var elementCounts = CountRange()
    /// A scalar value that is not null: the first one, unless profiles were merged.
    package private(set) var example: Example?
    package private(set) var distribution: Distribution

    init(collectsDistribution: Bool) {
        distribution = Distribution(isCollected: collectsDistribution)
    }

    mutating func insert(_ bool: Bool) {
        counts.bools += 1
        if example == nil { example = Example(bool ? "true" : "false") }
        if distribution.isCollected { distribution.insert(bool) }
    }

    mutating func insert(number text: Span<UInt8>) {
        let number = NumericValue(text)
        if number.isInteger { counts.integers += 1 } else { counts.fractions += 1 }
        numbers.insert(number, spelled: text)
        if example == nil { example = Example(number: text) }
        if distribution.isCollected { distribution.insert(number: text) }
    }

    mutating func insert(string text: Span<UInt8>) {
        counts.strings += 1
        stringBytes.insert(text.count)
        if !forms.isEmpty { forms.formIntersection(withFormsOf: text) }
        if example == nil { example = Example(string: text) }
        if distribution.isCollected {
            distribution.insert(string: text, mayBeDates: forms.contains(.date))
        }
    }

    mutating func insert(elementCount: Int) {
        elementCounts.insert(elementCount)
        if distribution.isCollected { distribution.insert(elementCount: elementCount) }
    }

    mutating func merge(_ other: Self) {
        counts.merge(other.counts)
        numbers.merge(other.numbers)
        stringBytes.merge(other.stringBytes)
        forms.formIntersection(other.forms)
        elementCounts.merge(other.elementCounts)
        example = example ?? other.example
        if distribution.isCollected {
            distribution.merge(other.distribution, mayBeDates: forms.contains(.date))
        }
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

/// The number of values of each JSON type.
package struct TypeCounts: Hashable, Sendable {
    package internal(set) var nulls = 0
    package internal(set) var bools = 0
    /// Numbers without a fraction and without an exponent.
    package internal(set) var integers = 0
    /// Numbers with a fraction or an exponent.
    package internal(set) var fractions = 0
    package internal(set) var strings = 0
    package internal(set) var arrays = 0
    package internal(set) var objects = 0

    package var all: Int { nulls + bools + numbers + strings + arrays + objects }

    package var numbers: Int { integers + fractions }

    var isOnlyObjects: Bool { objects == all }

    /// The types of the values other than null, with their names for people, and the number of values of each.
    var named: [(name: String, count: Int)] {
        [
            ("object", objects), ("array", arrays), ("string", strings), ("integer", integers),
            ("fraction", fractions), ("bool", bools),
        ].filter { $0.1 > 0 }
    }

    /// The kinds of the values. Null is not a kind.
    var kinds: Kinds {
        var kinds: Kinds = []
        if bools > 0 { kinds.insert(.bool) }
        if numbers > 0 { kinds.insert(.number) }
        if strings > 0 { kinds.insert(.string) }
        if arrays > 0 { kinds.insert(.array) }
        if objects > 0 { kinds.insert(.object) }
        return kinds
    }

    mutating func merge(_ other: Self) {
        nulls += other.nulls
        bools += other.bools
        integers += other.integers
        fractions += other.fractions
        strings += other.strings
        arrays += other.arrays
        objects += other.objects
    }

    func since(_ earlier: Self) -> Self {
        var counts = self
        counts.nulls -= earlier.nulls
        counts.bools -= earlier.bools
        counts.integers -= earlier.integers
        counts.fractions -= earlier.fractions
        counts.strings -= earlier.strings
        counts.arrays -= earlier.arrays
        counts.objects -= earlier.objects
        return counts
    }

    /// A set of kinds of values. Values of different kinds need different Swift types.
    struct Kinds: OptionSet {
        let rawValue: UInt8

        static let bool = Kinds(rawValue: 1)
        static let number = Kinds(rawValue: 2)
        static let string = Kinds(rawValue: 4)
        static let array = Kinds(rawValue: 8)
        static let object = Kinds(rawValue: 16)

        /// Whether the values are of at most one kind.
        var isSingleKind: Bool { rawValue & (rawValue &- 1) == 0 }
    }
}

/// The forms that strings may have, other than plain text.
package struct StringForms: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A date, as `DateStrategy.automatic` reads it: in ISO 8601 or .NET notation.
    package static let date = StringForms(rawValue: 1)
    package static let iso8601 = StringForms(rawValue: 2)
    package static let dotNet = StringForms(rawValue: 4)
    package static let uuid = StringForms(rawValue: 8)
    /// A scheme, `://`, and characters that may follow them.
    package static let url = StringForms(rawValue: 16)

    package static let all: StringForms = [.date, .iso8601, .dotNet, .uuid, .url]

    /// Removes the forms that a text does not have. A form is tested only if all earlier texts have it.
    fileprivate mutating func formIntersection(withFormsOf text: Span<UInt8>) {
        if contains(.iso8601), !text.isISO8601Date { remove(.iso8601) }
        if contains(.dotNet), !text.isDotNetDate { remove(.dotNet) }
        if contains(.date), isDisjoint(with: [.iso8601, .dotNet]), !text.isDate { remove(.date) }
        if contains(.uuid), UUIDBits(text) == nil { remove(.uuid) }
        if contains(.url), !text.isURL { remove(.url) }
    }

    /// The most specific form, in words; `nil` if the strings are plain text.
    package var name: String? {
        if contains(.iso8601) { return "ISO 8601 date" }
        if contains(.dotNet) { return ".NET date" }
        if contains(.date) { return "date" }
        if contains(.uuid) { return "UUID" }
        return contains(.url) ? "URL" : nil
    }
}

extension Span<UInt8> {
    fileprivate var isDate: Bool { isISO8601Date || isDotNetDate }

    fileprivate var isISO8601Date: Bool { mayBeDate && Instant(iso8601: self) != nil }

    fileprivate var isDotNetDate: Bool { mayBeDate && Instant(dotNet: self) != nil }

    /// Whether the length is that of a date. Dates have at least 9 bytes, and fewer than 64 unless their fraction of a
    /// second is very long.
    private var mayBeDate: Bool { 9..<64 ~= count }

    fileprivate var isURL: Bool {
        guard count > 3, self[0].isLetter else { return false }
        var index = 1
        while index < count, self[index].isInScheme { index += 1 }
        guard index + 3 < count, self[index] == UInt8(ascii: ":"), self[index + 1] == UInt8(ascii: "/"),
            self[index + 2] == UInt8(ascii: "/")
        else { return false }
        for index in index + 3..<count where !self[index].isInURL { return false }
        return true
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    fileprivate var isInScheme: Bool {
        isLetter || self &- UInt8(ascii: "0") < 10 || [0x2B, 0x2D, 0x2E].contains(self)
    }

    /// Whether the byte is printable ASCII, and not a character that URLs escape.
    fileprivate var isInURL: Bool {
        switch self {
        case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: false
        default: 0x21...0x7E ~= self
        }
    }
}
