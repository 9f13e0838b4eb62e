import SwiftSyntax
import SwiftSyntaxBuilder

/// `ImportedFields`: a storedField for each field, an initialiser that declares them to the plan, and the plan itself where
/// subclasses override it.
extension Model {
    /// The name of the superclass's fields, which no property of the model has.
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
            }
        }
    }

    /// The arguments of the attribute, which are those of `ImportFields.adjust`.
    private var adjustments: String {
        attribute.argumentList.map { argument in
            // `Self` would be the type that declares the fields.
            let value = argument.expression.trimmed.replacingSelf(by: name)
            return argument.label.map { "\($0.text): \(value)" } ?? value.description
        }
        .joined(separator: ", ")
    }

    /// Only members of the model see the tokens.
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
                if !ignoredKeys.isEmpty {
                    let keys = ignoredKeys.map { StringLiteralExprSyntax(content: $0).description }
                    "fields.ignore(\(raw: keys.joined(separator: ", ")))" as CodeBlockItemSyntax
                }
                if !attribute.argumentList.isEmpty {
                    "fields.adjust(\(raw: adjustments))" as CodeBlockItemSyntax
                }
            }
            .with(\.leadingTrivia, isFirst ? .newline : .newlines(2))
        }
    }
}
