extension DecimalRounding {
    /// The body of both initialisers.
    @inline(__always)  // As for integers.
    fileprivate init(nearestTo token: borrowing ImportToken, range: StaticString) throws(ScalarFault) {
        guard token.kind == .number else {
            self = try token.coercedNumber(expected: "a number") { (number) throws(ScalarFault) in
                try Self(nearestTo: number, range: range)
            }
            return
        }
        try self.init(nearestTo: token.bytes, range: range)
    }

    fileprivate init(nearestTo bytes: Span<UInt8>, range: StaticString) throws(ScalarFault) {
        guard let number = JSONNumber<LeadingDigits>(bytes) else { throw .invalid(expected: "a number") }
        let value = Self.nearest(number) ?? Self.nearest(spelled: bytes)
        guard value.isFinite else { throw .outOfRange(expected: range) }
        self = number.isNegative && value.sign == .plus ? -value : value
    }

    /// `nil` if the first nineteen digits do not decide.
    private static func nearest(_ number: JSONNumber<LeadingDigits>) -> Self? {
        let value = nearest(number.digits.value, power: number.exponent)
        guard number.digits.isTruncated else { return value }
        // The number lies between the two; where both round to one value, so does it.
        return nearest(number.digits.value + 1, power: number.exponent) == value ? value : nil
    }

    /// The standard library's own way: correct for any length and deaf to locales, but it needs a string.
    @inline(never)
    private static func nearest(spelled bytes: Span<UInt8>) -> Self {
        Self(String(utf8: bytes)) ?? .nan
    }
}

extension Double {
    /// The nearest to a number of JSON; `nil` if none is finite.
    init?(nearestTo number: Span<UInt8>) {
        do {
            try self.init(nearestTo: number, range: "a number that Double can hold")
        } catch {
            return nil
        }
    }
}

extension Double: ImportableScalar {
    /// Makes the `Double` nearest to the token's number, ties to even.
    ///
    /// A number too small becomes 0, as it is the nearest; one too great is an error. Of another kind of token
    /// it makes what ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(nearestTo: token, range: "a number that Double can hold")
    }

    /// The shortest number that is nearest to this one; infinity and NaN are errors.
    public func exported(dates: DateStrategy) -> ExportedScalar { .double(self) }

    /// Writes the number at a place, or the date that it is the seconds since 1970 of, if the field has dates.
    public static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws {
        // SAFETY: the place has a value of this type.
        let number = unsafe value.load(as: Double.self)
        try output.put(output.fieldDates?.exported(secondsSince1970: number) ?? .double(number))
    }
}

extension Double: DecimalRounding {
    static var tiePowers: ClosedRange<Int> { -4...23 }
    static var greatestExactPower: Int { 22 }
    static func exactPowerOfTen(_ power: Int) -> Double { exactPowersOfTen[power] }

    private static let exactPowersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18,
        1e19, 1e20, 1e21, 1e22,
    ]
}

extension Float: ImportableScalar {
    /// Makes the `Float` nearest to the token's number, ties to even. It is rounded once, from the decimal.
    ///
    /// A number too small becomes 0, as it is the nearest; one too great is an error. Of another kind of token
    /// it makes what ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(nearestTo: token, range: "a number that Float can hold")
    }

    /// The shortest number that is nearest to this one; infinity and NaN are errors.
    public func exported(dates: DateStrategy) -> ExportedScalar {
        isFinite ? .number(description) : .double(Double(self))
    }

    /// Writes the number at a place.
    public static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws {
        // SAFETY: the place has a value of this type.
        try output.target.put(unsafe value.load(as: Float.self))
    }
}

extension Float: DecimalRounding {
    static var tiePowers: ClosedRange<Int> { -17...10 }
    static var greatestExactPower: Int { 10 }
    static func exactPowerOfTen(_ power: Int) -> Float { exactPowersOfTen[power] }

    private static let exactPowersOfTen: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]
}
