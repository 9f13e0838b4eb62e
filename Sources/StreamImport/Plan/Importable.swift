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
    init(importing source: some ImportSource) throws(ImportError)

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
}

extension Importable {
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
        // SAFETY: the exporter passes the address of a value of this type.
        unsafe _ValueOperations(Self.self) { try unsafe $1.model(at: $0, of: Self.self) }
    }
}
