import SwiftSyntax
import SwiftSyntaxBuilder

/// `ImportedFields`: a token for each field, and an initialiser that declares them to the plan.
struct FieldsExpansion {
    let fields: [Field]
    let ignoredKeys: [String]
    /// The class whose fields come first.
    let superclass: TypeSyntax?
    let access: String
    let tokenAccess: String

    /// The name of the superclass's fields, which no property of the model has.
    var inherited: TokenSyntax {
        var name = "inherited"
        while fields.contains(where: { $0.key == name }) { name += "Fields" }
        return .identifier(name)
    }

    var structure: StructDeclSyntax {
        get throws {
            try StructDeclSyntax("\(raw: access)nonisolated struct ImportedFields: Sendable") {
                if let superclass {
                    "\(raw: tokenAccess)let \(inherited): \(superclass).ImportedFields" as DeclSyntax
                }
                for field in fields { field.token(access: tokenAccess) }
                try initializer
            }
        }
    }

    private var initializer: InitializerDeclSyntax {
        get throws {
            let access = access == "private " ? "" : access
            let head: SyntaxNodeString = "\(raw: access)init(_ fields: inout StreamImport.ImportFields)"
            let declaration = try InitializerDeclSyntax(head) {
                if let superclass {
                    "self.\(inherited) = \(superclass).ImportedFields(&fields)" as CodeBlockItemSyntax
                }
                for field in fields { field.declaration }
                if !ignoredKeys.isEmpty { ignoring }
            }
            let isFirst = fields.isEmpty && superclass == nil
            return declaration.with(\.leadingTrivia, isFirst ? .newline : .newlines(2))
        }
    }

    private var ignoring: CodeBlockItemSyntax {
        let keys = ignoredKeys.map { StringLiteralExprSyntax(content: $0).description }
        return "fields.ignore(\(raw: keys.joined(separator: ", ")))"
    }
}
