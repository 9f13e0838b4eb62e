extension Importable where Self: RawRepresentable, RawValue: ImportableScalar {
    /// The plan that makes a value from the scalar that its raw value is made from.
    ///
    /// Therefore `enum Color: String, Importable { case red, green }` needs no other code.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Stores the value with the raw value that the token contains, at an address with room for the value.
    ///
    /// An unknown raw value is an error.
    @inlinable  // Specialized in the user's module; without it, each value costs several witness calls.
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        guard let value = Self(rawValue: try RawValue(token)) else {
            throw ScalarError.invalid(expected: "a known raw value of the type")
        }
        // SAFETY: the binder passes memory that has room for a `Self` and is aligned for it.
        unsafe destination.initializeMemory(as: Self.self, to: value)
    }

    /// The operations of a value that is written as its raw value or, if its plan has fields, field by field.
    public static var _operations: _ValueOperations {
        // SAFETY: the exporter passes the address of a value of this type.
        guard !importPlan.isModel else {
            return unsafe _ValueOperations(Self.self) { try unsafe $1.model(at: $0, of: Self.self) }
        }
        // SAFETY: `write` is called with a raw value.
        let write = unsafe RawValue._operations.write
        return _ValueOperations(writing: Self.self) { try unsafe $1.write($0.rawValue, write) }
    }
}

// A type with raw values that conforms to `ImportableScalar` is made by its own initializer, not from its raw value.
extension ImportableScalar where Self: RawRepresentable, RawValue: ImportableScalar {
    /// The plan that makes a scalar from a string, a number or a bool.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Stores a value made from the token, at an address with room for it.
    @inlinable
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        // SAFETY: the binder passes memory that has room for a `Self` and is aligned for it.
        unsafe destination.initializeMemory(as: Self.self, to: try Self(token))
    }

    /// The operations of a scalar, which is written as `exported(dates:)` returns it.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.put($0.exported(dates: $1.dates)) }
    }
}
