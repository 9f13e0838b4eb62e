/// The source of types that import a dump.
package struct ModelSource {
    static let lineLength = 110

    /// The source, with a line break at its end.
    package let text: String

    /// - Parameters:
    ///   - name: the name of the type of the records; see ``isTypeName(_:)``.
    package init(_ profile: Profile, name: String) {
        let type = Self.recordType(profile.root)
        var parts = [Self.imports(type)]
        if case .object(let root) = type {
            parts.append(Self.structure(root, named: name, inside: []))
        } else {
            let element = name + (type.isCollection ? "Element" : "Value")
            parts.append("typealias \(name) = \(type.text(object: element))\n")
            if let object = type.object { parts.append(Self.structure(object, named: element, inside: [])) }
        }
        text = parts.joined(separator: "\n")
    }

    /// Whether a text can be the name of the type of the records.
    package static func isTypeName(_ text: String) -> Bool {
        // Properties begin with other letters, so that none hides the type.
        text.first?.isUppercase == true && SwiftName.isName(text) && SwiftName.escaped(text) == text
            && !SwiftName.takenTypes.contains(text)
    }

    /// A null where an object is expected is no record of a type of its own.
    private static func recordType(_ root: PathProfile) -> ModelType {
        let type = root.values.counts.all == 0 ? ModelType.json : ModelType(root)
        if case .optional = type { return .json }
        return type
    }

    private static func imports(_ type: ModelType) -> String {
        (type.needsFoundation ? "import Foundation\n" : "") + "import StreamImport\n"
    }

    private static func structure(_ object: PathProfile, named name: String, inside outer: [String]) -> String
    {
        let indent = String(repeating: "    ", count: outer.count)
        let properties = ModelProperty.all(of: object)
        let around = outer + [name]
        var names = Set(around + properties.map(\.name))
        var (lines, nested): ([String], [String]) = ([], [])
        for property in properties {
            let type = ModelType(property.profile)
            var object = ""
            if let inner = type.object {
                // No property may have the name of its type.
                let inside = Set(ModelProperty.all(of: inner).map(\.name))
                object = typeName(for: property, isOne: !type.isCollection, unlike: names.union(inside))
                names.insert(object)
                nested.append(structure(inner, named: object, inside: around))
            }
            lines.append(property.declaration(type: type, object: object, indent: indent + "    ") + "\n")
        }
        lines += ModelProperty.impossibleKeys(of: object).map {
            "\(indent)    // No property can have the key \(SwiftName.literal($0)).\n"
        }
        let body = ([lines.joined()] + nested).joined(separator: "\n")
        return "\(indent)@Importable\n\(indent)struct \(name) {\n\(body)\(indent)}\n"
    }

    /// A name for the type of what is under a key.
    private static func typeName(
        for property: ModelProperty, isOne: Bool, unlike names: Set<String>
    ) -> String {
        let key = property.profile.path.key ?? property.name
        let plural = SwiftName.type(key) ?? "Value"
        let start = isOne ? plural : SwiftName.singular(plural)
        var (name, number) = (SwiftName.takenTypes.contains(start) ? start + "Value" : start, 2)
        while names.contains(name) {
            name = "\(start)\(number)"
            number += 1
        }
        return name
    }
}
