import JSONRecords

/// The range of numbers, and the Swift types that hold them all.
package struct NumberProfile: Hashable, Sendable {
    /// The least and the greatest of the integers that fit in 128 bits.
    private(set) var leastInteger = Int128.max
    private(set) var greatestInteger = Int128.min
    /// The least and the greatest of all other numbers.
    private(set) var leastDouble = Double.infinity
    private(set) var greatestDouble = -Double.infinity
    /// Whether one of the integers does not fit in 128 bits.
    private var hasLongInteger = false

    /// Whether a `Double` holds each integer exactly, and no other number exceeds its range.
    package private(set) var fitDouble = true
    /// Whether a `Decimal` holds each number with all its digits.
    package private(set) var fitDecimal = true

    package var fitInt64: Bool { fit(Int128(Int64.min)...Int128(Int64.max)) }
    package var fitUInt64: Bool { fit(0...Int128(UInt64.max)) }

    private var hasInteger: Bool { leastInteger <= greatestInteger }

    private func fit(_ range: ClosedRange<Int128>) -> Bool {
        !hasLongInteger && (!hasInteger || range.contains(leastInteger) && range.contains(greatestInteger))
    }

    /// The least and the greatest number, in JSON. Integers have all their digits, if they fit in 128 bits.
    ///
    /// A bound beyond the range of `Double` is `nil`. The property is `nil` if there are no numbers.
    package var bounds: (least: String?, greatest: String?)? {
        guard hasInteger || leastDouble <= greatestDouble else { return nil }
        let isLeastInteger = hasInteger && !leastDouble.isLess(than: leastInteger)
        let isGreatestInteger = hasInteger && !greatestDouble.isGreater(than: greatestInteger)
        return (
            isLeastInteger ? "\(leastInteger)" : Self.text(leastDouble),
            isGreatestInteger ? "\(greatestInteger)" : Self.text(greatestDouble)
        )
    }

    private static func text(_ number: Double) -> String? { number.isFinite ? "\(number)" : nil }

    mutating func insert(_ number: NumericValue, spelled text: Span<UInt8>) {
        if case .integer(let integer) = number {
            insert(integer)
        } else {
            insertSlowPath(number, spelled: text)
        }
    }

    private mutating func insert(_ integer: Int64) {
        let wide = Int128(integer)
        if wide < leastInteger { leastInteger = wide }
        if wide > greatestInteger { greatestInteger = wide }
        if integer.magnitude > 1 << 53, !integer.isDouble { fitDouble = false }
    }

    /// Adds a number that is not an `Int64`.
    private mutating func insertSlowPath(_ number: NumericValue, spelled text: Span<UInt8>) {
        switch number {
        case .integer(let integer): insert(integer)
        case .unsigned(let integer): insert(wide: Int128(integer))
        case .decimal(let number):
            if let integer = ExactInteger(number)?.int128 {
                insert(wide: integer)
            } else {
                insertLongInteger(text)
            }
        case .double(let double):
            updateFitDecimal(text)
            insert(double)
        case .unrepresentable(isInteger: true):
            fitDecimal = false
            insertLongInteger(text)
        case .unrepresentable(isInteger: false):
            updateFitDecimal(text)
            let double = Double(reading: text)
            if double.isInfinite { fitDouble = false }
            insert(double)
        }
    }

    private mutating func insert(wide integer: Int128) {
        leastInteger = min(leastInteger, integer)
        greatestInteger = max(greatestInteger, integer)
        if !integer.isDouble { fitDouble = false }
    }

    private mutating func insertLongInteger(_ text: Span<UInt8>) {
        hasLongInteger = true
        insert(Double(reading: text))
        fitDouble = false
    }

    private mutating func insert(_ number: Double) {
        leastDouble = min(leastDouble, number)
        greatestDouble = max(greatestDouble, number)
    }

    private mutating func updateFitDecimal(_ text: Span<UInt8>) {
        // A `Decimal` holds all numbers of up to 30 bytes without an exponent.
        guard fitDecimal, text.count > 30 || text.hasExponent else { return }
        fitDecimal = JSONNumber(exactly: text)?.fitsDecimal == true
    }

    mutating func merge(_ other: Self) {
        leastInteger = min(leastInteger, other.leastInteger)
        greatestInteger = max(greatestInteger, other.greatestInteger)
        leastDouble = min(leastDouble, other.leastDouble)
        greatestDouble = max(greatestDouble, other.greatestDouble)
        hasLongInteger = hasLongInteger || other.hasLongInteger
        fitDouble = fitDouble && other.fitDouble
        fitDecimal = fitDecimal && other.fitDecimal
    }
}

extension FixedWidthInteger {
    fileprivate var isDouble: Bool { Double(exactly: self) != nil }
}

extension Double {
    /// Returns whether the number is less than an integer, which `Double` may not hold exactly.
    fileprivate func isLess(than integer: Int128) -> Bool {
        Int128(exactly: rounded(.down)).map { $0 < integer } ?? (self < 0)
    }

    /// Returns whether the number is greater than an integer, which `Double` may not hold exactly.
    fileprivate func isGreater(than integer: Int128) -> Bool {
        Int128(exactly: rounded(.up)).map { $0 > integer } ?? (self > 0)
    }

    /// Creates the nearest value to a JSON number; an infinity for a number beyond the range of `Double`.
    fileprivate init(reading text: Span<UInt8>) {
        let signedInfinity = text[0] == UInt8(ascii: "-") ? -Double.infinity : .infinity
        self = Double(nearestTo: text) ?? signedInfinity
    }
}

extension Span<UInt8> {
    fileprivate var hasExponent: Bool {
        for index in indices where self[index] | 0x20 == UInt8(ascii: "e") { return true }
        return false
    }
}
