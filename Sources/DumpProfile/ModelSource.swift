/// The source of types that import a dump.
package struct ModelSource {
    static let lineLength = 110

    /// How deep arrays and objects should be looked into. With each nested type the compiler needs up to
    /// twice the time: Swift 6.3 takes 3 seconds for 16 of them, and 3 minutes for 24.
    package static let maximumDepth = 16

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
            && !SwiftName.reservedTypeNames.contains(text)
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

    private static func structure(_ object: ModelObject, named name: String, inside outer: [String]) -> String
    {
        let indent = String(repeating: "    ", count: outer.count)
        let around = outer + [name]
        var names = TypeNames(taken: around + object.properties.map(\.name))
        var (lines, nested): ([String], [String]) = ([], [])
        for property in object.properties {
            var type = ""
            if let inner = property.type.object {
                type = names.name(for: property, around: inner)
                nested.append(structure(inner, named: type, inside: around))
            }
            lines.append(property.declaration(object: type, indent: indent + "    ") + "\n")
        }
        lines += object.keysWithoutProperty.map {
            "\(indent)    // No property can have the key \(SwiftName.literal($0)).\n"
        }
        let body = ([lines.joined()] + nested).joined(separator: "\n")
        return "\(indent)@Importable\n\(indent)struct \(name) {\n\(body)\(indent)}\n"
    }
}

/// Finds names for the types in a type.
private struct TypeNames {
    private var taken: Set<String>
    private var suffixes = NameSuffixes()

    init(taken: [String]) {
        self.taken = Set(taken)
    }

    /// A name for the type of what is under a key, which none of its own properties has.
    mutating func name(for property: ModelProperty, around object: ModelObject) -> String {
        let inside = Set(object.properties.map(\.name))
        let start = Self.start(for: property)
        while true {
            let name = start + suffixes.next(for: start)
            if !inside.contains(name), taken.insert(name).inserted { return name }
        }
    }

    private static func start(for property: ModelProperty) -> String {
        let key = property.profile.path.key ?? property.name
        let plural = SwiftName.type(key) ?? "Value"
        let start = property.type.isCollection ? SwiftName.singular(plural) : plural
        return SwiftName.reservedTypeNames.contains(start) ? start + "Value" : start
    }
}
