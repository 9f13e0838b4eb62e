/// A type whose instances are made from JSON objects.
///
/// A conformance names the fields, one a line, and says how they make an instance:
///
///     extension Repo: Importable {
///         static let importPlan = ImportPlan(Repo.self) { fields in
///             let id = fields.required("id", Int.self)
///             let name = fields.required("full_name", String.self)
///             let stars = fields.optional("stargazers_count", Int.self)
///             let license = fields.optional("license", License.self)
///             return { draft in
///                 Repo(id: draft[id], name: draft[name], stars: draft[stars] ?? 0, license: draft[license])
///             }
///         }
///     }
///
/// Declare the plan with `static let`: it is made once, whoever asks for it first. A generic type has to compute it
/// (`static var importPlan: ImportPlan { … }`), which happens once for each import.
public protocol Importable: ImportableValue {
    /// How objects of the input become instances of this type.
    static var importPlan: ImportPlan { get }
}

extension Importable {
    /// A model is made from an object.
    public static var importShape: ImportShape { ImportShape(type: Self.self, object: Self.self) }
}
