extension Bool: ImportableScalar {
    /// Makes `true` of `true` and `false` of `false`.
    ///
    /// Of a string or a number it makes what ``ImportOptions/coercion`` says. A number is 0 or 1 in whatever way
    /// it is spelled: `-0` and `0e5`, `1.0` and `10e-1` are. White space, where it is skipped, is that of JSON.
    public init(_ token: borrowing ImportToken) throws {
        guard token.kind == .bool else {
            self = try token.coercedBool()
            return
        }
        guard let bool = token.bool else { throw ScalarError.invalid(expected: "true or false") }
        self = bool
    }

    /// `true` or `false`.
    public func exported(dates: DateStrategy) -> ExportedScalar { .bool(self) }
}
