internal import SQLiteSupport

/// Which kinds of values a column has seen.
///
/// Null is none of them: every column may hold it.
struct ValueKinds: OptionSet, Hashable {
    let rawValue: UInt8

    static let bool = ValueKinds(rawValue: 1)
    /// An integer that a `Double` holds exactly.
    static let integer = ValueKinds(rawValue: 2)
    /// An integer of 64 bits that it does not.
    static let longInteger = ValueKinds(rawValue: 4)
    /// A real with a fraction.
    static let real = ValueKinds(rawValue: 8)
    /// Text that no column makes a number of.
    static let text = ValueKinds(rawValue: 16)
    /// Text that a column of numbers would make a number of.
    static let numericText = ValueKinds(rawValue: 32)
    /// A real that is a whole number, such as 1.0 and 1e3: a column of integers would make an integer of it.
    static let wholeReal = ValueKinds(rawValue: 64)

    static let wholeNumbers: ValueKinds = [.bool, .integer, .longInteger]
    static let reals: ValueKinds = [.real, .wholeReal]
    static let numbers: ValueKinds = [.wholeNumbers, .reals]
    static let texts: ValueKinds = [.text, .numericText]

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The kind of an integer.
    init(_ integer: Int64) {
        self = integer.magnitude <= 1 << 53 ? .integer : .longInteger
    }

    /// The kind of a real.
    init(_ real: Double) {
        self = real == real.rounded(.towardZero) ? .wholeReal : .real
    }

    /// The kind of a text.
    init(text: Span<UInt8>) {
        self = NumericText.isNumeric(text) ? .numericText : .text
    }

    /// What a column that somebody else has declared holds without a change that would be missed. Text stands for integers
    /// where a column was declared to hold text, and 1 for 1.0 or the other way round.
    init(_ affinity: Affinity) {
        self =
            switch affinity {
            case .integer, .numeric: [.numbers, .text]
            case .text: [.wholeNumbers, .texts]
            case .blob: [.numbers, .texts]
            case .real: [.bool, .integer, .reals, .text]
            }
    }
}
