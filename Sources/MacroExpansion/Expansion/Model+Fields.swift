import SwiftSyntax
import SwiftSyntaxBuilder

/// The struct `ImportedFields`: a stored field for each property, an initializer that declares the fields to the plan,
/// the plan itself if subclasses override it, and the list of the subclasses.
extension Model {
    /// The name of the property with the superclass's fields. No property of the model has this name.
    var inheritedFields: TokenSyntax {
        var name = "inherited"
        while fields.contains(where: { $0.key == name }) { name += "Fields" }
        return .identifier(name)
    }

    var fieldsDeclaration: StructDeclSyntax {
        get throws {
            try StructDeclSyntax("\(raw: sharedAccess)nonisolated struct ImportedFields: Sendable") {
                if let superclass {
                    "\(raw: storedFieldAccess)let \(inheritedFields): \(superclass).ImportedFields"
                        as DeclSyntax
                }
                for field in fields { field.storedField(access: storedFieldAccess) }
                try fieldsInitializer
                if let storedPlan { storedPlan.with(\.leadingTrivia, .newlines(2)) }
                if let subclassList { subclassList.with(\.leadingTrivia, .newlines(2)) }
            }
        }
    }

    /// The arguments of the attribute, which become those of `ImportFields.adjust`.
    private var adjustments: String {
        adjustingArguments.map { argument in
            // In the expansion, `Self` would be `ImportedFields`.
            let value = argument.expression.trimmed.replacingSelf(by: name)
            return argument.label.map { "\($0.text): \(value)" } ?? value.description
        }
        .joined(separator: ", ")
    }

    /// The keys that replace the names of fields, as elements of a dictionary.
    private var replacedNames: [String] {
        properties.filter { $0.role != .ignored && $0.role != .extras }.compactMap { property in
            property.codingKey.map { key in
                "\(StringLiteralExprSyntax(content: property.key)): \(StringLiteralExprSyntax(content: key))"
            }
        }
    }

    /// Where the values of fields come from that are not members of the object, as elements of a dictionary.
    private var sources: [String] {
        fields.compactMap { field in field.source.map { "\(field.literal): \($0)" } }
    }

    private var adjustingArguments: [LabeledExprSyntax] {
        attribute.argumentList.filter {
            !["asArray", "discriminator", "subclasses"].contains($0.label?.text)
        }
    }

    /// In a class that is not final, the stored fields are `fileprivate`, because subclasses see the struct.
    private var storedFieldAccess: String { kind == .openClass ? "fileprivate " : "" }

    private var fieldsInitializer: InitializerDeclSyntax {
        get throws {
            let access = kind == .openClass ? sharedAccess : ""
            let head: SyntaxNodeString = "\(raw: access)init(_ fields: inout StreamImport.ImportFields)"
            let isFirst = fields.isEmpty && superclass == nil
            return try InitializerDeclSyntax(head) {
                if let superclass {
                    "self.\(inheritedFields) = \(superclass).ImportedFields(&fields)" as CodeBlockItemSyntax
                }
                for field in fields { field.declaration }
                if !replacedNames.isEmpty {
                    let keys = replacedNames.joined(separator: ", ")
                    "fields.replaceNames([\(raw: keys)])" as CodeBlockItemSyntax
                }
                if !sources.isEmpty {
                    "fields.setSources([\(raw: sources.joined(separator: ", "))])" as CodeBlockItemSyntax
                }
                if !ignoredKeys.isEmpty {
                    let keys = ignoredKeys.map { StringLiteralExprSyntax(content: $0).description }
                    "fields.ignore(\(raw: keys.joined(separator: ", ")))" as CodeBlockItemSyntax
                }
                if !adjustingArguments.isEmpty {
                    "fields.adjust(\(raw: adjustments))" as CodeBlockItemSyntax
                }
                if isArray { "fields.replaceKeysByPositions()" as CodeBlockItemSyntax }
            }
            .with(\.leadingTrivia, isFirst ? .newline : .newlines(2))
        }
    }
}
