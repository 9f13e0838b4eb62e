extension Importable where Self: RawRepresentable, RawValue: ImportableScalar {
    /// Values are made from the scalars that their raw values are made from, so that
    /// `enum Color: String, Importable { case red, green }` needs nothing more.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Puts the value that the token is the raw value of at a place that has room for it.
    ///
    /// A raw value that the type does not know is an error.
    @inlinable  // The user's module knows the type; without it each value costs several witness calls.
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        guard let value = Self(rawValue: try RawValue(token)) else {
            throw ScalarFault.invalid(expected: "one of the type's known values")
        }
        // SAFETY: the binder hands memory that has room for a `Self` and is aligned for it.
        unsafe destination.initializeMemory(as: Self.self, to: value)
    }

    /// Writes the raw value of the value at a place.
    public static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws {
        // SAFETY: the place has a value of this type.
        let rawValue = unsafe value.assumingMemoryBound(to: Self.self).pointee.rawValue
        try output.write(rawValue)
    }
}

// Of the two ways a type with raw values may be made, its own initialiser is meant.
extension ImportableScalar where Self: RawRepresentable, RawValue: ImportableScalar {
    /// A scalar is made from a string, a number or a bool.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Puts a value made from the token at a place that has room for it.
    @inlinable
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        // SAFETY: the binder hands memory that has room for a `Self` and is aligned for it.
        unsafe destination.initializeMemory(as: Self.self, to: try Self(token))
    }

    /// Writes the scalar at a place.
    public static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws {
        // SAFETY: the place has a value of this type.
        let scalar = unsafe value.assumingMemoryBound(to: Self.self)
        try output.put(unsafe scalar.pointee.exported(dates: output.dates))
    }
}
