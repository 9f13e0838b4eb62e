/// A type that is made from one JSON string, number or bool.
///
///     struct Celsius: ImportableScalar {
///         var degrees: Double
///         init(_ token: borrowing ImportToken) throws { degrees = try Double(token) }
///     }
///
/// Integers, `Double`, `Float`, `Decimal`, `Bool`, `String`, `Date`, `URL`, `UUID` and `Data` conform, and so
/// does every `RawRepresentable` type with such a raw value once it declares it.
public protocol ImportableScalar {
    /// Makes a value of exactly what the token says.
    ///
    /// Whatever is thrown rejects the record, with the thrown error as the cause.
    init(_ token: borrowing ImportToken) throws
}
