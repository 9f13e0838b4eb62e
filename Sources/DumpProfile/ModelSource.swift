/// The source code of types that import a dump.
package struct ModelSource {
    fileprivate static let lineLength = 110

    /// The maximum nesting depth of arrays and objects to profile for a source. Each nested type multiplies the compile
    /// time by up to 2: Swift 6.3 takes 3 seconds for 16 nested types, and 3 minutes for 24.
    package static let maximumDepth = 16

    /// The source code, which ends with a line break.
    package let text: String

    /// - Parameter name: the name of the records' type; see ``isTypeName(_:)``.
    package init(_ profile: Profile, name: String) {
        let type = Self.recordType(profile.root)
        let cases = ModelCases(of: profile)
        let needsFoundation = cases?.needsFoundation ?? type.needsFoundation
        var parts = [(needsFoundation ? "import Foundation\n" : "") + "import StreamImport\n"]
        if let cases {
            parts.append(EnumSource(cases, named: name).text)
        } else if case .object(let root) = type {
            parts.append(StructSource(root, named: name, in: SourceScope()).text)
        } else {
            let element = name + (type.isCollection ? "Element" : "Value")
            parts.append("typealias \(name) = \(type.text(object: element))\n")
            if let object = type.object {
                parts.append(StructSource(object, named: element, in: SourceScope()).text)
            }
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

    /// Returns the type of the records: `JSONValue` if a record may be null, because a model cannot be null.
    private static func recordType(_ root: PathProfile) -> ModelType {
        let type = root.values.counts.all == 0 ? ModelType.json : ModelType(root)
        if case .optional = type { return .json }
        return type
    }

    /// Returns a declaration with its `@Key`, in two lines if one line would be too long.
    static func declaration(_ text: String, key: String?, indent: String) -> String {
        guard let key else { return indent + text }
        let attribute = "@Key(\(SwiftName.literal(key)))"
        let firstLine = text.prefix { $0 != "\n" }
        let isLong = indent.count + attribute.count + 1 + firstLine.count > lineLength
        return indent + attribute + (isLong ? "\n" + indent : " ") + text
    }

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

private struct StructSource {
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

/// The source code of a generated enum, with a case for each value of a discriminator.
private struct EnumSource {
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

extension ModelCases {
    /// The names that no type in the enum may have: those of the cases, and of the properties that may have its types.
    fileprivate var names: [String] {
        cases.map(\.name) + cases.flatMap { $0.content?.type.object?.properties.map(\.name) ?? [] }
    }
}

/// The types around a declaration in generated source code.
private struct SourceScope {
    /// The number of types around the declaration.
    private(set) var depth = 0
    /// The names of types that no nested type may have: the types around the declaration, and those that it uses.
    private(set) var typeNames: [String] = []

    var indent: String { String(repeating: "    ", count: depth) }

    /// Returns the scope inside a type.
    func inside(_ name: String, using used: [String] = []) -> Self {
        Self(depth: depth + 1, typeNames: typeNames + [name] + used)
    }
}

/// The names of the types that are nested in a type.
struct TypeNames {
    private var taken: Set<String>
    private(set) var suffixes = NameSuffixes()

    init(taken: [String]) {
        self.taken = Set(taken)
    }

    /// Returns a name for the type of a property's values.
    mutating func name(for property: ModelProperty, around object: ModelObject) -> String {
        let key = property.profile.path.key ?? property.name
        let plural = SwiftName.type(key) ?? "Value"
        return name(property.type.isCollection ? SwiftName.singular(plural) : plural, around: object)
    }

    /// Returns a name that begins with a text. No property of the type has the same name.
    mutating func name(_ text: String, around object: ModelObject) -> String {
        let start = SwiftName.reservedTypeNames.contains(text) ? text + "Value" : text
        let propertyNames = Set(object.properties.map(\.name))
        while true {
            let name = start + suffixes.next(for: start)
            if !propertyNames.contains(name), taken.insert(name).inserted { return name }
        }
    }
}

/// Numbers that make names with the same start unique: `name`, `name2`, `name3`.
struct NameSuffixes {
    /// The numbers that were returned last, by start.
    private(set) var counts: [String: Int] = [:]

    /// Returns the next number to append to a start; empty the first time.
    ///
    /// No number is returned twice for a start, so the time for a name does not grow with the number of equal starts.
    mutating func next(for start: String) -> String {
        let count = counts[start, default: 0] + 1
        counts[start] = count
        return count == 1 ? "" : "\(count)"
    }
}
