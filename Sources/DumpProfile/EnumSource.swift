/// The source code of a generated enum, with a case for each value of a discriminator.
struct EnumSource {
    private let cases: ModelCases
    private let name: String
    private let scope: SourceScope
    private var names: TypeNames
    /// The names of the shared types, by the keys of the properties that have them.
    private var sharedTypes: [String: String] = [:]
    private var declarations: [String] = []
    private var nestedTypes: [String] = []

    init(_ cases: ModelCases, named name: String) {
        self.cases = cases
        self.name = name
        scope = SourceScope().inside(name)
        names = TypeNames(taken: scope.typeNames + cases.names)
        for property in cases.shared { addSharedType(of: property) }
        for enumCase in cases.cases { add(enumCase) }
        declarations.append("\(scope.indent)case unknown(JSONValue)\n")
    }

    /// The source code, which ends with a line break.
    var text: String {
        let body = ([declarations.joined()] + nestedTypes).joined(separator: "\n")
        return "\(Self.attribute(cases))\nenum \(name) {\n\(body)}\n"
    }

    private mutating func addSharedType(of property: ModelProperty) {
        guard let key = property.profile.path.key, let object = property.type.object else { return }
        let typeName = names.name(for: property, around: object)
        sharedTypes[key] = typeName
        nestedTypes.append(StructSource(object, named: typeName, in: scope).text)
    }

    private mutating func add(_ enumCase: ModelCase) {
        var values = cases.labeled.map { property in
            "\(property.name): \(property.typeText(object: sharedTypes[property.profile.path.key ?? ""] ?? ""))"
        }
        if let content = enumCase.content {
            let typeName = content.type.object.map { addType($0, of: enumCase) } ?? ""
            values.insert(content.typeText(object: typeName), at: 0)
        }
        declarations.append(Self.declaration(of: enumCase, values, indent: scope.indent) + "\n")
    }

    /// Adds the type of the objects in the associated value of a case, and returns its name.
    private mutating func addType(_ object: ModelObject, of enumCase: ModelCase) -> String {
        let typeName = names.name(SwiftName.type(enumCase.value) ?? "Value", around: object)
        // Members of the content are not members of the record, and have types of their own.
        let usedTypes = cases.content == nil ? sharedTypes : [:]
        nestedTypes.append(StructSource(object, named: typeName, in: scope, sharedTypes: usedTypes).text)
        return typeName
    }

    private static func attribute(_ cases: ModelCases) -> String {
        let content = cases.content.map { ", content: \(SwiftName.literal($0))" } ?? ""
        return "@Importable(discriminator: \(SwiftName.literal(cases.discriminator))\(content))"
    }

    /// Returns the declaration of a case. If one line would be too long, the values follow in lines of their own.
    private static func declaration(of enumCase: ModelCase, _ values: [String], indent: String) -> String {
        let start = "case \(SwiftName.escaped(enumCase.name))"
        let list = values.joined(separator: ", ")
        let line = values.isEmpty ? start : "\(start)(\(list))"
        guard indent.count + line.count > ModelSource.lineLength else {
            return ModelSource.declaration(line, key: enumCase.key, indent: indent)
        }
        let lines = ModelSource.lines(of: values, indent: indent + "    ")
        return ModelSource.declaration("\(start)(\n\(lines))", key: enumCase.key, indent: indent)
    }
}

extension ModelSource {
    /// Returns a list in lines that are as long as possible.
    fileprivate static func lines(of items: [String], indent: String) -> String {
        var lines: [String] = []
        for (index, item) in items.enumerated() {
            let text = item + (index < items.count - 1 ? "," : "")
            if let last = lines.last, last.count + 1 + text.count <= lineLength {
                lines[lines.count - 1] = last + " " + text
            } else {
                lines.append(indent + text)
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension ModelCases {
    /// The names that no type in the enum may have: those of the cases, and of the properties that may have its types.
    fileprivate var names: [String] {
        cases.map(\.name) + cases.flatMap { $0.content?.type.object?.properties.map(\.name) ?? [] }
    }
}
