/// The source code of types that import a dump.
package struct ModelSource {
    static let lineLength = 110

    /// The maximum nesting depth of arrays and objects to profile for a source. Each nested type multiplies the compile
    /// time by up to 2: Swift 6.3 takes 3 seconds for 16 nested types, and 3 minutes for 24.
    package static let maximumDepth = 16

    /// The source code, which ends with a line break.
    package let text: String

    /// - Parameters:
    ///   - name: the name of the records' type; see ``isTypeName(_:)``.
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

    /// Returns whether a text can be the name of the records' type.
    package static func isTypeName(_ text: String) -> Bool {
        // A property name that is valid without backticks does not start with an uppercase letter, so no property hides
        // the type.
        text.first?.isUppercase == true && SwiftName.isName(text) && SwiftName.escaped(text) == text
            && !SwiftName.reservedTypeNames.contains(text)
    }

    /// Returns the type of the records. The type is `JSONValue` if a record may be null, because a model cannot be
    /// null.
    private static func recordType(_ root: PathProfile) -> ModelType {
        let type = root.values.counts.all == 0 ? ModelType.json : ModelType(root)
        if case .optional = type { return .json }
        return type
    }

    private static func imports(_ type: ModelType) -> String {
        (type.needsFoundation ? "import Foundation\n" : "") + "import StreamImport\n"
    }

    private static func structure(_ object: ModelObject, named name: String, inside outerNames: [String])
        -> String
    {
        let indent = String(repeating: "    ", count: outerNames.count)
        let enclosingNames = outerNames + [name]
        var names = TypeNames(taken: enclosingNames + object.properties.map(\.name))
        var (lines, nested): ([String], [String]) = ([], [])
        for property in object.properties {
            var typeName = ""
            if let inner = property.type.object {
                typeName = names.name(for: property, around: inner)
                nested.append(structure(inner, named: typeName, inside: enclosingNames))
            }
            lines.append(property.declaration(object: typeName, indent: indent + "    ") + "\n")
        }
        lines += object.keysWithoutProperty.map {
            "\(indent)    // No property can have the key \(SwiftName.literal($0)).\n"
        }
        let body = ([lines.joined()] + nested).joined(separator: "\n")
        return "\(indent)@Importable\n\(indent)struct \(name) {\n\(body)\(indent)}\n"
    }
}

/// The names of the types that are nested in a type.
private struct TypeNames {
    private var taken: Set<String>
    private var suffixes = NameSuffixes()

    init(taken: [String]) {
        self.taken = Set(taken)
    }

    /// Returns a name for the type of a property's values. No property of that type has the same name.
    mutating func name(for property: ModelProperty, around object: ModelObject) -> String {
        let propertyNames = Set(object.properties.map(\.name))
        let start = Self.start(for: property)
        while true {
            let name = start + suffixes.next(for: start)
            if !propertyNames.contains(name), taken.insert(name).inserted { return name }
        }
    }

    private static func start(for property: ModelProperty) -> String {
        let key = property.profile.path.key ?? property.name
        let plural = SwiftName.type(key) ?? "Value"
        let start = property.type.isCollection ? SwiftName.singular(plural) : plural
        return SwiftName.reservedTypeNames.contains(start) ? start + "Value" : start
    }
}
