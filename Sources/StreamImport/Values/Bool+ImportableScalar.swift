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
