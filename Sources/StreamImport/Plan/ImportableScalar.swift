/// A type that is created from one JSON string, number or bool.
///
///     struct Celsius: ImportableScalar {
///         var degrees: Double
///         init(_ token: borrowing ImportToken) throws { degrees = try Double(token) }
///         func exported(dates: DateStrategy) -> ExportedScalar { .double(degrees) }
///     }
///
/// Integers, `Double`, `Float`, `Float16`, `CGFloat`, `Decimal`, `Bool`, `String`, `Date`, `URL`, `UUID` and `Data`
/// conform. A `RawRepresentable` type with such a raw value needs no initializer: it conforms to ``Importable``. A `Codable`
/// type that is an array or an object conforms to ``ImportableByDecoding``.
public protocol ImportableScalar: Importable {
    /// Creates a value from a token.
    ///
    /// Throw an error if the type cannot represent the token. Any error that is thrown rejects the record, with the
    /// thrown error as the cause.
    init(_ token: borrowing ImportToken) throws

    /// Returns the scalar that an export writes, from which ``init(_:)`` creates an equal value.
    ///
    /// Only exports call this function. By default the value cannot be exported. Any error that is thrown ends the
    /// export, with the thrown error as the cause.
    ///
    /// - Parameter dates: the format of dates in the field. A type that contains a date passes the format on:
    ///   `date.exported(dates: dates)`.
    func exported(dates: DateStrategy) throws -> ExportedScalar
}

extension ImportableScalar {
    /// The plan of a type that is created from a string, a number or a bool.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Creates a value from the token, in memory with room for it.
    @inlinable
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        // SAFETY: the binder passes memory that has room for a `Self` and is aligned for it.
        unsafe destination.initializeMemory(as: Self.self, to: try Self(token))
    }

    /// Throws an error, as the type does not define how a value is exported.
    public func exported(dates: DateStrategy) throws -> ExportedScalar {
        throw ImportError.notExportable("\(Self.self)")
    }

    /// The operations of a scalar, which is written as ``ImportableScalar/exported(dates:)`` returns it.
    @inlinable
    public static var _operations: _ValueOperations {
        // SAFETY: the exporter passes the address of a value of this type.
        unsafe _ValueOperations(Self.self) { value, output in
            let scalar = unsafe value.assumingMemoryBound(to: Self.self)
            try output.put(unsafe scalar.pointee.exported(dates: output.dates))
        }
    }
}
