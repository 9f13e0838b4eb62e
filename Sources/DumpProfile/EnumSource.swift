/// The source code of a generated enum, with a case for each value of a discriminator.
struct EnumSource {
    /// The source code, which ends with a line break.
    let text: String

    init(_ cases: ModelCases, named name: String) {
        let scope = SourceScope().inside(name)
        var names = TypeNames(taken: scope.typeNames + cases.names)
        var (lines, nested): ([String], [String]) = ([], [])
        var sharedTypes: [String: String] = [:]
        for property in cases.shared {
            guard let key = property.profile.path.key, let object = property.type.object else { continue }
            let typeName = names.name(for: property, around: object)
            sharedTypes[key] = typeName
            nested.append(StructSource(object, named: typeName, in: scope).text)
        }
        let labelled = cases.labelled.map { property in
            let type = property.typeText(object: sharedTypes[property.profile.path.key ?? ""] ?? "")
            return "\(property.name): \(type)"
        }
        let usedTypes = cases.content == nil ? sharedTypes : [:]
        for enumCase in cases.cases {
            var values = labelled
            if let content = enumCase.content {
                var typeName = ""
                if let object = content.type.object {
                    typeName = names.name(SwiftName.type(enumCase.value) ?? "Value", around: object)
                    nested.append(
                        StructSource(object, named: typeName, in: scope, sharedTypes: usedTypes).text)
                }
                values.insert(content.typeText(object: typeName), at: 0)
            }
            lines.append(Self.declaration(of: enumCase, values, indent: scope.indent) + "\n")
        }
        if cases.hasUnknownCase { lines.append("\(scope.indent)case unknown(JSONValue)\n") }
        let body = ([lines.joined()] + nested).joined(separator: "\n")
        text = "\(Self.attribute(cases))\nenum \(name) {\n\(body)}\n"
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
