public import Foundation

/// A string, a number or a bool of the input, from which a value is created.
///
/// The parser owns the bytes. They are valid until the call that received the token returns.
public struct ImportToken: ~Escapable {
    /// The kind of a scalar in JSON.
    public enum Kind: UInt8, Sendable {
        /// A string. The token's bytes are its text in UTF-8, with escapes resolved.
        case string
        /// A number. The token's bytes are its spelling, such as `-1.5e3`.
        case number
        /// `true` or `false`, spelled out in the token's bytes.
        case bool
    }

    /// The kind of the scalar in JSON.
    public let kind: Kind

    /// The scalar's text.
    public let bytes: Span<UInt8>

    let policies: ScalarPolicies

    /// The value of a token of the kind ``Kind/bool``, determined by the length of `true` and `false`; `nil` if the
    /// token has another length.
    var bool: Bool? {
        switch bytes.count {
        case 4: true
        case 5: false
        default: nil
        }
    }

    @_lifetime(copy bytes)
    init(kind: Kind, bytes: Span<UInt8>, policies: ScalarPolicies) {
        self.kind = kind
        self.bytes = bytes
        self.policies = policies
    }

    /// Throws an error if the token is of another kind than the required one.
    func require(_ kind: Kind, expected: StaticString) throws(ScalarError) {
        guard self.kind == kind else { throw .typeMismatch(expected: expected) }
    }

    /// Throws an error if the token is neither a number nor a string. The string may contain a number.
    func requireNumberOrString(expected: StaticString) throws(ScalarError) {
        guard kind == .number || kind == .string else { throw .typeMismatch(expected: expected) }
    }
}

/// The policies that a scalar's initializer needs besides the token's text.
///
/// The policies are copied without reference counting, because each scalar of the input becomes a token with policies.
@safe
@usableFromInline
struct ScalarPolicies: Sendable {
    private let strategy: Unmanaged<DateStrategy>
    /// The policy for scalars of another kind than the property.
    private(set) var coercion: CoercionPolicy

    /// The spelling of a bool that becomes a string.
    let boolSpelling: BoolSpelling

    /// - Parameter dates: the strategy, which the caller keeps while tokens with these policies exist.
    init(dates: DateStrategy, coercion: CoercionPolicy, boolSpelling: BoolSpelling = .words) {
        // SAFETY: the compiled plan keeps the strategy as long as the policies.
        unsafe strategy = Unmanaged.passUnretained(dates)
        self.coercion = coercion
        self.boolSpelling = boolSpelling
    }

    func with(coercion: CoercionPolicy) -> ScalarPolicies {
        var policies = self
        policies.coercion = coercion
        return policies
    }

    /// The format of dates, for tokens that become dates.
    var dates: DateStrategy.Format {
        // SAFETY: the compiled plan of a run keeps the strategies of all its nodes. The tokens of the run cannot
        // escape, and exist only during the run.
        unsafe strategy._withUnsafeGuaranteedRef { $0.format }
    }
}

// The conversions to numbers and bools in the table of ``CoercionPolicy``. They are not inlined, so that they do not
// enlarge the code that reads tokens of a value's own kind, which need no conversion.

extension ImportToken {
    /// Throws an error if the policy is strict. Called for tokens of another kind than that of the value.
    @inline(never)
    func requireCoercion(expected: StaticString) throws(ScalarError) {
        guard policies.coercion != .strict else { throw .typeMismatch(expected: expected) }
    }

    /// Returns the number for a string or a bool.
    ///
    /// - Parameters:
    ///   - expected: the expected value, for errors.
    ///   - read: reads the number from JSON spelling, and throws `invalid` if the text is not a number.
    @inline(never)
    func coercedNumber<Number: ExpressibleByIntegerLiteral>(
        expected: StaticString, _ read: (Span<UInt8>) throws(ScalarError) -> Number
    ) throws(ScalarError) -> Number {
        try requireCoercion(expected: expected)
        if kind == .bool { return bool == true ? 1 : 0 }
        do {
            return try numberInString(read)
        } catch .invalid {
            throw .typeMismatch(expected: expected)
        }
    }

    /// Returns the number for a string in a spelling that the policy accepts.
    ///
    /// - Parameter read: reads the number from JSON spelling.
    @inline(never)
    func numberInString<Number>(
        _ read: (Span<UInt8>) throws(ScalarError) -> Number
    ) throws(ScalarError) -> Number {
        guard policies.coercion.isPermissive else { return try read(bytes) }
        let trimmed = bytes.withoutWhiteSpace.withoutPlus
        guard let spelling = trimmed.spelledAsJSON else { return try read(trimmed) }
        return try read(spelling.span)
    }

    /// Returns the bool for a string or a number.
    @inline(never)
    func coercedBool() throws(ScalarError) -> Bool {
        try requireCoercion(expected: "true or false")
        let isPermissive = policies.coercion.isPermissive
        if kind == .number { return try boolInNumber(acceptsAnyNumber: isPermissive) }
        if isPermissive { return bytes.nsStringBoolValue }
        guard let bool = bytes.spelledBool else { throw .typeMismatch(expected: "true or false") }
        return bool
    }

    /// Returns the bool for a number. 0 is false and 1 is true, in any spelling. Any other number is true if
    /// `acceptsAnyNumber`, otherwise an error.
    private func boolInNumber(acceptsAnyNumber: Bool) throws(ScalarError) -> Bool {
        guard let number = JSONNumber<AllDigits>(bytes) else { throw .invalid(expected: "true or false") }
        if number.digits.isZero { return false }
        let isOne =
            number.digits.value == 1 && number.exponent == 0 && !number.isNegative
            && !number.digits.hasOverflowed
        guard acceptsAnyNumber || isOne else { throw .outOfRange(expected: "0 or 1") }
        return true
    }
}

// MARK: - Bools

extension Span<UInt8> {
    /// The bool that `true`, `false`, `1` or `0` spells, in any case; `nil` for other texts.
    fileprivate var spelledBool: Bool? {
        var cursor = ByteCursor(self)
        let bool = cursor.skip(UInt8(ascii: "1")) || cursor.skip(word: "true")
        guard bool || cursor.skip(UInt8(ascii: "0")) || cursor.skip(word: "false") else { return nil }
        return cursor.isAtEnd ? bool : nil
    }

    /// Whether the text begins with `Y`, `y`, `T`, `t` or a digit from 1 to 9, after optional white space, an optional
    /// sign and any number of zeros.
    fileprivate var nsStringBoolValue: Bool {
        var cursor = ByteCursor(withoutWhiteSpace)
        if !cursor.skip(UInt8(ascii: "-")) { _ = cursor.skip(UInt8(ascii: "+")) }
        while cursor.skip(UInt8(ascii: "0")) {}
        return cursor.hasDigitAhead || cursor.skip(letter: UInt8(ascii: "y"))
            || cursor.skip(letter: UInt8(ascii: "t"))
    }
}

// MARK: - Numbers as a person writes them

extension Span<UInt8> {
    /// The text without the white space of JSON around it.
    fileprivate var withoutWhiteSpace: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var (start, end) = (0, count)
            while start < end, self[start].isJSONWhiteSpace { start += 1 }
            while start < end, self[end - 1].isJSONWhiteSpace { end -= 1 }
            return extracting(start..<end)
        }
    }

    /// The text without a `+` before its first digit.
    fileprivate var withoutPlus: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var cursor = ByteCursor(self)
            return cursor.skip(UInt8(ascii: "+")) && cursor.hasDigitAhead ? extracting(1...) : self
        }
    }

    /// The number without grouping commas or, if it has none, without leading zeros and with a digit before the decimal
    /// point; in both cases without a decimal point at the end. `nil` if the text needs none of these changes.
    fileprivate var spelledAsJSON: [UInt8]? {
        if let ungrouped { return ungrouped.withoutTrailingPoint }
        guard hasExtraZeroOrOpenPoint else { return nil }
        var text = indices.map { self[$0] }
        let start = text.first == UInt8(ascii: "-") ? 1 : 0
        let zeros = text[start...].prefix { $0 == UInt8(ascii: "0") }.count
        let digitFollowsZeros = text[(start + zeros)...].first?.isDigit == true
        text.removeSubrange(start..<start + (digitFollowsZeros ? zeros : Swift.max(zeros - 1, 0)))
        if text[start] == UInt8(ascii: ".") { text.insert(UInt8(ascii: "0"), at: start) }
        return text.withoutTrailingPoint
    }

    /// Whether the text, after a minus sign, begins with a superfluous 0 or with a decimal point, or ends with a
    /// decimal point.
    private var hasExtraZeroOrOpenPoint: Bool {
        let start = !isEmpty && self[0] == UInt8(ascii: "-") ? 1 : 0
        guard count - start > 1 else { return false }
        let (first, second, last) = (self[start], self[start + 1], self[count - 1])
        return first == UInt8(ascii: "0") && second.isDigit
            || first == UInt8(ascii: ".") && second.isDigit
            || last == UInt8(ascii: ".") && self[count - 2].isDigit
    }

    /// The text without the commas between groups of three digits; `nil` if its integer part does not consist of such
    /// groups.
    fileprivate var ungrouped: [UInt8]? {
        let comma = UInt8(ascii: ",")
        let start = !isEmpty && self[0] == UInt8(ascii: "-") ? 1 : 0
        var end = start
        while end < count, self[end] == comma || self[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        // Counted from the end of the integer part, every fourth byte is a comma and no other byte is. The first byte
        // is not a comma.
        guard end - start > 4, (end - start) % 4 != 0 else { return nil }
        for index in start..<end where (self[index] == comma) != ((end - index) % 4 == 0) { return nil }
        return indices.compactMap { $0 < end && self[$0] == comma ? nil : self[$0] }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension [UInt8] {
    /// The number without a decimal point at its end.
    fileprivate var withoutTrailingPoint: [UInt8] {
        let endsWithPoint = last == UInt8(ascii: ".") && dropFirst().dropLast().allSatisfy(\.isDigit)
        return endsWithPoint ? dropLast() : self
    }
}

/// A string, a number, a bool or null that is written as JSON: the reverse of an ``ImportToken``.
public enum ExportedScalar: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A string of any characters.
    case string(String)
    /// An integer.
    case integer(Int)
    /// An integer that may be out of the range of `Int`.
    case unsigned(UInt64)
    /// A number, written with as few digits as suffice to read the same `Double`. It must be finite.
    case double(Double)
    /// A number, written with all its digits. It must be finite.
    case decimal(Decimal)
    /// A number in JSON spelling, such as `-1.50e3`. Any other text is an error.
    case number(String)

    /// The JSON text of the scalar; for a string, its characters.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .string(let text), .number(let text): text
        case .integer(let number): number.description
        case .unsigned(let number): number.description
        case .double(let number): number.description
        case .decimal(let number): number.description
        }
    }

    /// Returns the scalar itself.
    ///
    /// - Throws: ``ImportError/Code/numberOutOfRange`` if JSON cannot represent the scalar.
    package func validated() throws(ImportError) -> ExportedScalar {
        switch self {
        case .double(let number) where !number.isFinite: throw .invalidNumber("\(number)")
        case .decimal(let number) where !number.isFinite: throw .invalidNumber("\(number)")
        case .number(let text) where text.withUTF8Span({ JSONNumber<LeadingDigits>($0) }) == nil:
            throw .invalidNumber(text.debugDescription)
        default: return self
        }
    }
}

/// The errors of scalars.
extension ImportError {
    /// Creates the import error for an error that a scalar's initializer has thrown.
    ///
    /// - Parameter found: an excerpt of the token.
    init(scalar error: any Error, found: String) {
        switch error {
        case ScalarError.typeMismatch(let expected):
            self = .typeMismatch(expected: "\(expected)", found: found)
        case ScalarError.outOfRange(let expected):
            self.init(.numberOutOfRange, "expected \(expected), found \(found)")
        case ScalarError.invalid(let expected):
            self.init(.invalidValue, "expected \(expected), found \(found)")
        case let unreadable as UnreadableDate:
            self.init(.invalidValue, "expected a date such as \(unreadable.pattern), found \(found)")
        default:
            self.init(.invalidValue, "\(found) was rejected: \(error)", cause: error)
        }
    }
}
