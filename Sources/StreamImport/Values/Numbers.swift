public import Foundation

extension Bool: ImportableScalar {
    /// Creates `true` from `true`, and `false` from `false`.
    ///
    /// ``ImportOptions/coercion`` decides which strings and numbers are bools. A number is 0 or 1 in any spelling: `-0`
    /// and `0e5` are 0, `1.0` and `10e-1` are 1. Where white space is skipped, it is that of JSON.
    public init(_ token: borrowing ImportToken) throws {
        guard token.kind == .bool else {
            self = try token.coercedBool()
            return
        }
        guard let bool = token.bool else { throw ScalarError.invalid(expected: "true or false") }
        self = bool
    }

    /// Returns `true` or `false`.
    public func exported(dates: DateStrategy) -> ExportedScalar { .bool(self) }

    /// The operations of a bool.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put(.bool($0)) }
    }
}

extension ImportableScalar where Self: FixedWidthInteger {
    /// Creates the integer that equals the token's number, such as `1`, `1.0` and `1e3`. ``ImportOptions/coercion``
    /// decides about other kinds of tokens.
    @inlinable @inline(__always)  // Saves 0.1% of the instructions of an import (people).
    public init(_ token: borrowing ImportToken) throws {
        if token.kind == .number, let plain = PlainInteger(token.bytes), let value = Self(plain) {
            self = value
        } else {
            try self.init(slowPath: token)
        }
    }

    /// Creates the integer from a token that is not a plain spelling of one.
    @inline(never) @usableFromInline
    init(slowPath token: borrowing ImportToken) throws {
        guard token.kind == .number else {
            self = try token.coercedNumber(expected: "an integer", Self.init(exactly:))
            return
        }
        try self.init(exactly: token.bytes)
    }

    /// Returns the number.
    public func exported(dates: DateStrategy) -> ExportedScalar {
        if let integer = Int(exactly: self) { return .integer(integer) }
        if let integer = UInt64(exactly: self) { return .unsigned(integer) }
        return .number(String(self))
    }
}

extension FixedWidthInteger {
    fileprivate init(exactly number: Span<UInt8>) throws(ScalarError) {
        if let plain = PlainInteger(number), let value = Self(plain) {
            self = value
            return
        }
        let exact = try ExactInteger(number, range: Self.range)
        let limit = UInt128(clamping: exact.isNegative ? Self.min.magnitude : Self.max.magnitude)
        guard exact.magnitude <= limit else { throw .outOfRange(expected: Self.range) }
        // Within the limit, the low bits of the two's complement are the value, also for `min`.
        self.init(truncatingIfNeeded: exact.isNegative ? 0 &- exact.magnitude : exact.magnitude)
    }

    private static var range: StaticString {
        switch (bitWidth, isSigned) {
        case (8, true): "an integer from -128 to 127"
        case (8, false): "an integer from 0 to 255"
        case (16, true): "an integer from -32768 to 32767"
        case (16, false): "an integer from 0 to 65535"
        case (32, true): "an integer from -2147483648 to 2147483647"
        case (32, false): "an integer from 0 to 4294967295"
        case (64, true): "an integer from -9223372036854775808 to 9223372036854775807"
        case (64, false): "an integer from 0 to 18446744073709551615"
        case (_, true): "an integer from -2^127 to 2^127 - 1"
        case (_, false): "an integer from 0 to 2^128 - 1"
        }
    }

    @inlinable
    init?(_ plain: PlainInteger) {
        if plain.isNegative {
            guard let value = plain.int64 else { return nil }
            self.init(exactly: value)
        } else {
            self.init(exactly: plain.magnitude)
        }
    }
}

extension Int: ImportableScalar {
    /// The operations of an integer.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put(.integer($0)) }
    }
}
extension Int8: ImportableScalar {}
extension Int16: ImportableScalar {}
extension Int32: ImportableScalar {}
extension Int64: ImportableScalar {}
extension Int128: ImportableScalar {}
extension UInt: ImportableScalar {}
extension UInt8: ImportableScalar {}
extension UInt16: ImportableScalar {}
extension UInt32: ImportableScalar {}
extension UInt64: ImportableScalar {}
extension UInt128: ImportableScalar {}

extension DecimalRounding {
    /// Creates the number nearest to the token's number. Shared by `Double` and `Float`.
    @inline(__always)  // Saves 0.1% of the instructions of an import (people).
    fileprivate init(nearestTo token: borrowing ImportToken, range: StaticString) throws(ScalarError) {
        guard token.kind == .number else {
            self = try token.coercedNumber(expected: "a number") { (number) throws(ScalarError) in
                try Self.nearest(to: number, range: range)
            }
            return
        }
        self = try Self.nearest(to: token.bytes, range: range)
    }
}

extension Double: ImportableScalar {
    /// Creates the `Double` nearest to the token's number, ties to even.
    ///
    /// A number that is too small becomes 0, which is the nearest `Double`. One that is too great is an error.
    /// ``ImportOptions/coercion`` decides about other kinds of tokens.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(nearestTo: token, range: "a number that Double can hold")
    }

    /// Returns the number, which is written with as few digits as suffice to read the same `Double`. Infinity and NaN
    /// are errors.
    public func exported(dates: DateStrategy) -> ExportedScalar { .double(self) }

    /// The operations of a number. In a field with a format of dates, the number is written as the date at that many
    /// seconds since 1970.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { number, output in
            try output.put(output.fieldDates?.exported(secondsSince1970: number) ?? .double(number))
        }
    }
}

extension Float: ImportableScalar {
    /// Creates the `Float` nearest to the token's number, ties to even. The decimal number is rounded once.
    ///
    /// A number that is too small becomes 0, which is the nearest `Float`. One that is too great is an error.
    /// ``ImportOptions/coercion`` decides about other kinds of tokens.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(nearestTo: token, range: "a number that Float can hold")
    }

    /// Returns the number, which is written with as few digits as suffice to read the same `Float`. Infinity and NaN
    /// are errors.
    public func exported(dates: DateStrategy) -> ExportedScalar {
        isFinite ? .number(description) : .double(Double(self))
    }

    /// The operations of a number, for which a target may have a form of its own.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put($0) }
    }
}

#if !(os(macOS) && arch(x86_64))
    extension Float16: ImportableScalar {
        /// Creates the `Float16` nearest to the `Double` that is nearest to the token's number. One that is too great is an
        /// error.
        public init(_ token: borrowing ImportToken) throws {
            self.init(try Double(token))
            guard isFinite else { throw ScalarError.outOfRange(expected: "a number that Float16 can hold") }
        }

        /// Returns the number, which is written with as few digits as suffice to read the same `Float16`. Infinity and NaN
        /// are errors.
        public func exported(dates: DateStrategy) -> ExportedScalar {
            isFinite ? .number(description) : .double(Double(self))
        }
    }
#endif

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
            throw .outOfRange(
                expected: number.digits.hasOverflowed
                    ? "up to 38 digits (declare a Double to round the number, or JSONValue to keep it)"
                    : "an exponent from -128 to 127 after the last digit (declare JSONValue to keep the number)"
            )
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

extension CGFloat: ImportableScalar {
    /// Creates a `CGFloat` from the `Double` nearest to the token's number.
    public init(_ token: borrowing ImportToken) throws { self.init(try Double(token)) }

    /// Returns the number, which is written with as few digits as suffice to read the same `Double`. Infinity and NaN
    /// are errors.
    public func exported(dates: DateStrategy) -> ExportedScalar { .double(Double(self)) }
}
