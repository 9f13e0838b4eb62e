/// The source code of a generated struct.
struct StructSource {
    /// The source code, which ends with a line break.
    let text: String

    /// - Parameter sharedTypes: the names of types outside of the struct, by the keys of the properties that have them.
    init(
        _ object: ModelObject, named name: String, in scope: SourceScope, sharedTypes: [String: String] = [:]
    ) {
        let inner = scope.inside(name, using: Array(sharedTypes.values))
        var names = TypeNames(taken: inner.typeNames + object.properties.map(\.name))
        var (lines, nested): ([String], [String]) = ([], [])
        for property in object.properties {
            var typeName = sharedTypes[property.profile.path.key ?? ""] ?? ""
            if typeName.isEmpty, let contents = property.type.object {
                typeName = names.name(for: property, around: contents)
                nested.append(Self(contents, named: typeName, in: inner).text)
            }
            lines.append(property.declaration(object: typeName, indent: inner.indent) + "\n")
        }
        lines += object.keysWithoutProperty.map {
            "\(inner.indent)// No property can have the key \(SwiftName.literal($0)).\n"
        }
        let body = ([lines.joined()] + nested).joined(separator: "\n")
        text = "\(scope.indent)@Importable\n\(scope.indent)struct \(name) {\n\(body)\(scope.indent)}\n"
    }
}
