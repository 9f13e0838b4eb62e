/// A type that is made from one JSON string, number or bool.
///
///     struct Celsius: ImportableScalar {
///         var degrees: Double
///         init(_ token: borrowing ImportToken) throws { degrees = try Double(token) }
///         func exported(dates: DateStrategy) -> ExportedScalar { .double(degrees) }
///     }
///
/// Integers, `Double`, `Float`, `Decimal`, `Bool`, `String`, `Date`, `URL`, `UUID` and `Data` conform. A
/// `RawRepresentable` type with such a raw value needs no initialiser: it conforms to ``Importable``.
public protocol ImportableScalar: Importable {
    /// Makes a value of exactly what the token says.
    ///
    /// Whatever is thrown rejects the record, with the thrown error as the cause.
    init(_ token: borrowing ImportToken) throws

    /// What an export writes, of which ``init(_:)`` makes an equal value again.
    ///
    /// Needed for exports only: by default the value cannot be exported. Whatever is thrown ends the export, with the
    /// thrown error as the cause.
    ///
    /// - Parameter dates: how dates are written here, for a type that has one inside: `date.exported(dates: dates)`.
    func exported(dates: DateStrategy) throws -> ExportedScalar
}

extension ImportableScalar {
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

    /// Refuses, as nobody has said what a value is exported as.
    public func exported(dates: DateStrategy) throws -> ExportedScalar {
        throw ImportError.notExportable("\(Self.self)")
    }

    /// Those of a scalar, which is written as it says itself.
    @inlinable
    public static var _operations: _ValueOperations {
        // SAFETY: the exporter hands the address of a value of this type.
        unsafe _ValueOperations(Self.self) { value, output in
            let scalar = unsafe value.assumingMemoryBound(to: Self.self)
            try output.put(unsafe scalar.pointee.exported(dates: output.dates))
        }
    }
}
