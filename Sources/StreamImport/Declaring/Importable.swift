/// A type whose values are created from JSON values.
///
/// The macro ``Importable()`` writes the conformance of a struct, a class or an enum with raw values. A conformance
/// that is written by hand declares the fields, one per line, and returns a closure that creates an instance:
///
///     extension Repo: Importable {
///         static let importPlan = ImportPlan(Repo.self) { fields in
///             let id = fields.required("id", Int.self)
///             let name = fields.required("fullName", String.self)
///             let stars = fields.defaulted("stars", Int.self, keys: ["stargazers_count"])
///             let license = fields.optional("license", License.self)
///             return { draft in
///                 Repo(id: draft[id], name: draft[name], stars: draft[stars] ?? 0, license: draft[license])
///             }
///         }
///     }
///
/// Declare the plan with `static let`, so that it is created once, by the first caller. A generic type must compute the
/// plan each time (`static var importPlan: ImportPlan { … }`).
///
/// A type that is created from one string, number or bool conforms to ``ImportableScalar`` instead.
public protocol Importable: SendableMetatype {
    /// The rules by which values of the input become values of this type.
    static var importPlan: ImportPlan { get }

    /// The policies and limits of an import of this type that gets no other options. They are the defaults unless the
    /// type declares its own.
    ///
    ///     extension Contact {
    ///         static var importOptions: ImportOptions { .rzImport }
    ///     }
    ///
    /// They apply if this type is imported, not if it is nested in another type. A collection has the options of its
    /// elements. A subclass has the options of its superclass, unless the superclass declares `importOptions` as a
    /// `class var` and the subclass overrides the property.
    static var importOptions: ImportOptions { get }

    /// Creates an instance from a value. ``init(dictionary:options:)`` and `init(json:options:)` call this
    /// initializer.
    init(importing source: ImportSource) throws(ImportError)

    /// The policies and limits of an export of this type that gets no other options. They are the defaults unless the
    /// type declares its own.
    static var exportOptions: ExportOptions { get }

    /// Creates a value from a string, a number or a bool, in memory with room for it.
    ///
    /// This operation is a requirement and not a part of ``_operations``, because it is called for each scalar.
    static func _store(_ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer) throws

    /// The operations on values of the type for code that only knows their addresses.
    static var _operations: _ValueOperations { get }
}

extension Importable {
    /// The default options.
    public static var importOptions: ImportOptions { ImportOptions() }

    /// The default options.
    public static var exportOptions: ExportOptions { ExportOptions() }

    /// Throws an error for every token, as the type is not created from scalars.
    @inlinable
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        throw ScalarError.typeMismatch(expected: "an array or an object")
    }

    /// The operations of a model, which is written field by field according to its plan.
    @inlinable
    public static var _operations: _ValueOperations {
        _ValueOperations(Self.self) { try $1.model(at: $0, of: Self.self) }
    }
}

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
        initialize(destination, to: try Self(token))
    }

    /// Throws an error, as the type does not define how a value is exported.
    public func exported(dates: DateStrategy) throws -> ExportedScalar {
        throw ImportError.notExportable("\(Self.self)")
    }

    /// The operations of a scalar, which is written as ``ImportableScalar/exported(dates:)`` returns it.
    @inlinable
    public static var _operations: _ValueOperations {
        _ValueOperations(Self.self) { try $1.put($0[as: Self.self].exported(dates: $1.dates)) }
    }
}

extension Importable {
    /// Creates an instance from a value.
    ///
    /// A class that has subclasses and a plan written by hand declares `required convenience init(importing:)`, which
    /// calls ``init(instanceOf:)``, so that calls with a metatype create instances of the subclass. The macro writes
    /// this initializer.
    @inlinable
    public init(importing source: ImportSource) throws(ImportError) { try self.init(instanceOf: source) }

    /// Creates an instance from a value, of the class that the initializer is called on.
    ///
    /// - Throws: ``ImportError``.
    @inlinable  // so that code that knows the type moves the instance
    public init(instanceOf source: ImportSource) throws(ImportError) {
        self = try source.instance(of: Self.self)
    }
}
