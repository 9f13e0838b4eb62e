extension DecimalRounding {
    /// The body of both initialisers.
    @inline(__always)  // As for integers.
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
    /// Makes the `Double` nearest to the token's number, ties to even.
    ///
    /// A number too small becomes 0, as it is the nearest; one too great is an error. Of another kind of token
    /// it makes what ``ImportOptions/coercion`` says.
    public init(_ token: borrowing ImportToken) throws {
        try self.init(nearestTo: token, range: "a number that Double can hold")
    }

    /// The shortest number that is nearest to this one; infinity and NaN are errors.
    public func exported(dates: DateStrategy) -> ExportedScalar { .double(self) }

    /// Those of a number, which is written as the date that it is the seconds since 1970 of, if the field has dates.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { number, output in
            try output.put(output.fieldDates?.exported(secondsSince1970: number) ?? .double(number))
        }
    }
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

    /// Those of a number.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put($0) }
    }
}
