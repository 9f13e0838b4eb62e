extension ImportableScalar where Self: RawRepresentable, RawValue: ImportableScalar {
    /// Makes the value that the token is the raw value of, so that
    /// `enum Color: String, ImportableScalar { case red, green }` needs nothing more.
    ///
    /// A raw value that the type does not know is an error.
    @inlinable  // The user's module knows the type; without it each value costs several witness calls.
    public init(_ token: borrowing ImportToken) throws {
        guard let value = Self(rawValue: try RawValue(token)) else {
            throw ScalarFault.invalid(expected: "one of the type's known values")
        }
        self = value
    }
}
