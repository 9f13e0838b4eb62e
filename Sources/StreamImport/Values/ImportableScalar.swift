/// A type that is made from one JSON string, number or bool.
///
///     struct Celsius: ImportableScalar {
///         var degrees: Double
///         init(_ token: borrowing ImportToken) throws { degrees = try Double(token) }
///     }
///
/// Integers, `Double`, `Float`, `Decimal`, `Bool`, `String`, `Date`, `URL`, `UUID` and `Data` conform. A
/// `RawRepresentable` type with such a raw value needs no initialiser: it conforms to ``Importable``.
public protocol ImportableScalar: Importable {
    /// Makes a value of exactly what the token says.
    ///
    /// Whatever is thrown rejects the record, with the thrown error as the cause.
    init(_ token: borrowing ImportToken) throws
}

extension ImportableScalar {
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
}
