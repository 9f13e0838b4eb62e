public import Foundation

extension Decimal: ImportableScalar {
    /// Creates the number with all digits of the token's number, or of a string that is one JSON number.
    ///
    /// ``ImportOptions/coercion`` decides in which other spellings a string is a number, and whether a bool is one.
    ///
    /// A number with more digits or a greater exponent than `Decimal` can hold is an error; it is never rounded.
    /// `Decimal` holds 38 digits, multiplied by 10^-128 to 10^127.
    public init(_ token: borrowing ImportToken) throws {
        switch token.kind {
        case .number: try self.init(exactly: token.bytes)
        case .string: self = try token.numberInString(Self.init(exactly:))
        case .bool: self = try token.coercedNumber(expected: "a number", Self.init(exactly:))
        }
    }

    init(exactly bytes: Span<UInt8>) throws(ScalarError) {
        guard let number = JSONNumber<AllDigits>(bytes) else { throw .invalid(expected: "a number") }
        guard let decimal = Decimal(exactly: number) else {
            throw .outOfRange(expected: "a number of up to 38 digits")
        }
        self = decimal
    }

    /// Creates the number; `nil` if `Decimal` cannot hold all of its digits.
    init?(exactly number: JSONNumber<AllDigits>) {
        // `Decimal` represents NaN as a zero with a sign.
        if number.digits.isZero {
            self = 0
            return
        }
        guard !number.digits.hasOverflowed, (-128...127).contains(number.exponent) else { return nil }
        self.init(
            sign: number.isNegative ? .minus : .plus, exponent: number.exponent,
            significand: Decimal(number.digits.value))
        guard isFinite else { return nil }
    }

    /// Creates exactly the value: the significand of a `Decimal` has 128 bits, too.
    private init(_ value: UInt128) {
        let limb = UInt128(10_000_000_000_000_000_000)
        guard value >= limb else {
            self.init(UInt64(value))
            return
        }
        let (high, low) = value.quotientAndRemainder(dividingBy: limb)
        self = Decimal(high) * Decimal(UInt64(limb)) + Decimal(UInt64(low))
    }

    /// Returns the number with all its digits.
    public func exported(dates: DateStrategy) -> ExportedScalar { .decimal(self) }
}
