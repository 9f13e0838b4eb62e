extension Importable where Self: RawRepresentable, RawValue: ImportableScalar {
    /// Values are made from the scalars that their raw values are made from, so that
    /// `enum Color: String, Importable { case red, green }` needs nothing more.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Puts the value that the token is the raw value of at an address that has room for it.
    ///
    /// A raw value that the type does not know is an error.
    @inlinable  // The user's module knows the type; without it each value costs several witness calls.
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        guard let value = Self(rawValue: try RawValue(token)) else {
            throw ScalarError.invalid(expected: "one of the type's known values")
        }
        // SAFETY: the binder hands memory that has room for a `Self` and is aligned for it.
        unsafe destination.initializeMemory(as: Self.self, to: value)
    }

    /// Those of a value that is written as its raw value.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.write($0.rawValue, RawValue._operations) }
    }
}

// Of the two ways a type with raw values may be made, its own initialiser is meant.
extension ImportableScalar where Self: RawRepresentable, RawValue: ImportableScalar {
    /// A scalar is made from a string, a number or a bool.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Puts a value made from the token at an address that has room for it.
    @inlinable
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        // SAFETY: the binder hands memory that has room for a `Self` and is aligned for it.
        unsafe destination.initializeMemory(as: Self.self, to: try Self(token))
    }

    /// Those of a scalar, which is written as it says itself.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.put($0.exported(dates: $1.dates)) }
    }
}
