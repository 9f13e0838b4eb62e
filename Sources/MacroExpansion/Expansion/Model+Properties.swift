import SwiftSyntax
import SwiftSyntaxBuilder

/// The names of the imported properties by their key paths.
///
/// Two key paths to one property differ if their roots are a class and its subclass. A class that may have subclasses
/// therefore has a method that creates the key paths of a subclass, which is a generic parameter of the method. The
/// subclass itself could not name the private properties of its superclass.
extension Model {
    /// The method that returns the names; `nil` for a type without subclasses, whose plan contains the names.
    var propertiesMethod: DeclSyntax? {
        guard kind == .openClass else { return nil }
        return """
            \(raw: deprecation)\(raw: sharedAccess)nonisolated static func properties<ImportedSubclass: \(name)>(
                _ fields: ImportedFields, of type: ImportedSubclass.Type
            ) -> [PartialKeyPath<ImportedSubclass>: String] {
                \(names(inherited: "super.properties(fields.\(inheritedFields), of: type)"))
            }
            """
    }

    /// The statements in the plan that return the names.
    var propertiesStatements: CodeBlockItemListSyntax {
        guard kind == .openClass else {
            return names(inherited: "\(name).properties(fields.\(inheritedFields), of: \(name).self)")
        }
        return ["\(name).properties(fields, of: \(name).self)"]
    }

    private func names(inherited: ExprSyntax) -> CodeBlockItemListSyntax {
        if superclass == nil { return ["\(dictionary)"] }
        if namedFields.isEmpty { return ["\(inherited)"] }
        return CodeBlockItemListSyntax {
            "var properties = \(inherited)" as CodeBlockItemSyntax
            for field in namedFields {
                "properties[\\.\(field.name)] = \(field.literal)" as CodeBlockItemSyntax
            }
            "return properties" as CodeBlockItemSyntax
        }
    }

    private var dictionary: ExprSyntax {
        if namedFields.isEmpty { return "[:]" }
        let elements = namedFields.map { "\\.\($0.name): \($0.literal)" }
        let line = "[\(elements.joined(separator: ", "))]"
        return line.count < 80 ? "\(raw: line)" : "[\n    \(raw: elements.joined(separator: ",\n    ")),\n]"
    }

    /// The fields with a name in an object. Extras have none.
    private var namedFields: [Field] { fields.filter { $0.role != .extras } }
}
