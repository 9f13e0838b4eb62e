public import Foundation

extension Decimal: ImportableScalar {
    /// Makes the number with every digit that the token has, also of a string that is one JSON number.
    ///
    /// How else a string may spell it, and whether a bool makes one, says ``ImportOptions/coercion``.
    ///
    /// A number with more digits or a greater exponent than `Decimal` has room for is an error, never
    /// rounded. There is room for 38 digits, and 10^-128 to 10^127 times them.
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

    /// The number, if there is room for each of its digits.
    init?(exactly number: JSONNumber<AllDigits>) {
        // A zero with a sign would be taken for Decimal's NaN.
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

    /// Exact: the 128 bits of the value are the 128 bits of a `Decimal`.
    private init(_ value: UInt128) {
        let limb = UInt128(10_000_000_000_000_000_000)
        guard value >= limb else {
            self.init(UInt64(value))
            return
        }
        let (high, low) = value.quotientAndRemainder(dividingBy: limb)
        self = Decimal(high) * Decimal(UInt64(limb)) + Decimal(UInt64(low))
    }

    /// A number with all its digits.
    public func exported(dates: DateStrategy) -> ExportedScalar { .decimal(self) }
}
