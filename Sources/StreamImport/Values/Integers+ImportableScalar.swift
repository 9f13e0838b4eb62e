extension FixedWidthInteger {
    /// The body of every integer's initialiser.
    @inline(__always)  // Else each integer costs another call.
    fileprivate init(exactly token: borrowing ImportToken, range: StaticString) throws(ScalarFault) {
        guard token.kind == .number else {
            self = try token.coercedNumber(expected: "an integer") { (number) throws(ScalarFault) in
                try Self(exactly: number, range: range)
            }
            return
        }
        try self.init(exactly: token.bytes, range: range)
    }

    private init(exactly number: Span<UInt8>, range: StaticString) throws(ScalarFault) {
        if let plain = PlainInteger(number), let value = Self(plain) {
            self = value
        } else {
            try self.init(WholeNumber(number, range: range), range: range)
        }
    }

    init?(_ plain: PlainInteger) {
        if plain.isNegative {
            guard plain.magnitude <= Int64.min.magnitude else { return nil }
            self.init(exactly: Int64(truncatingIfNeeded: 0 &- plain.magnitude))
        } else {
            self.init(exactly: plain.magnitude)
        }
    }

    private init(_ number: WholeNumber, range: StaticString) throws(ScalarFault) {
        let limit = number.isNegative ? UInt128(Self.min.magnitude) : UInt128(Self.max)
        guard number.magnitude <= limit else { throw .outOfRange(expected: range) }
        // Within the limit, the low bits of the two's complement are the value, also that of `min`.
        self.init(truncatingIfNeeded: number.isNegative ? 0 &- number.magnitude : number.magnitude)
    }
}

extension ImportableScalar where Self: FixedWidthInteger {
    /// The number.
    public func exported(dates: DateStrategy) -> ExportedScalar {
        if let integer = Int(exactly: self) { return .integer(integer) }
        if let integer = UInt64(exactly: self) { return .unsigned(integer) }
        return .number(String(self))
    }
}

extension Int: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from -9223372036854775808 to 9223372036854775807")
    }
}

extension Int8: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from -128 to 127")
    }
}

extension Int16: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from -32768 to 32767")
    }
}

extension Int32: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from -2147483648 to 2147483647")
    }
}

extension Int64: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from -9223372036854775808 to 9223372036854775807")
    }
}

extension Int128: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from -2^127 to 2^127 - 1")
    }
}

extension UInt: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from 0 to 18446744073709551615")
    }
}

extension UInt8: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from 0 to 255")
    }
}

extension UInt16: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from 0 to 65535")
    }
}

extension UInt32: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from 0 to 4294967295")
    }
}

extension UInt64: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from 0 to 18446744073709551615")
    }
}

extension UInt128: ImportableScalar {
    /// Makes the integer that the token's number is exactly, as `1.0` and `1e3` are too; of another kind of token what
    /// ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(exactly: token, range: "an integer from 0 to 2^128 - 1")
    }
}
