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

    /// Returns the type of the records. The type is `JSONValue` if a record may be null, because a model cannot be
    /// null.
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
}
