/// A type whose values are made from values of JSON.
///
/// The macro ``Importable()`` writes the conformance of a struct, a class or an enum with raw values. By hand, a
/// conformance names the fields, one a line, and says how they make an instance:
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
/// Declare the plan with `static let`: it is made once, by the first caller. A generic type has to compute it
/// (`static var importPlan: ImportPlan { … }`), which happens once for each import.
///
/// A type that is made from one string, number or bool conforms to ``ImportableScalar`` instead.
public protocol Importable: SendableMetatype {
    /// How values of the input become values of this type.
    static var importPlan: ImportPlan { get }

    /// The policies and limits of imports of this type that are given no others: the defaults, unless the type declares its
    /// own.
    ///
    ///     extension Contact {
    ///         static var importOptions: ImportOptions { .rzImport }
    ///     }
    ///
    /// They are those of the type that is imported, not of types within it; a collection has those of its elements. A
    /// subclass has those of its superclass, unless that declares them as `class var` and the subclass overrides them.
    static var importOptions: ImportOptions { get }

    /// Makes an instance of a value: what ``init(dictionary:options:)`` does, and `init(json:options:)`.
    init(importing source: some ImportSource) throws(ImportError)

    /// The policies and limits of exports of this type that are given no others: the defaults, unless the type declares its
    /// own.
    static var exportOptions: ExportOptions { get }

    /// Puts a value made from a string, a number or a bool at an address that has room for it.
    ///
    /// A requirement of its own, as it is called for each scalar.
    static func _store(_ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer) throws

    /// How values of the type are handled by code that knows their addresses only.
    static var _operations: _ValueOperations { get }
}

extension Importable {
    /// The defaults.
    public static var importOptions: ImportOptions { ImportOptions() }

    /// The defaults.
    public static var exportOptions: ExportOptions { ExportOptions() }
}

extension Importable {
    /// Refuses every token, as the type is made from no scalar.
    @inlinable
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        throw ScalarError.typeMismatch(expected: "an array or an object")
    }

    /// Those of a model, which is written field by field as its plan says.
    @inlinable
    public static var _operations: _ValueOperations {
        // SAFETY: the exporter hands the address of a value of this type.
        unsafe _ValueOperations(Self.self) { try unsafe $1.model(at: $0, of: Self.self) }
    }
}
