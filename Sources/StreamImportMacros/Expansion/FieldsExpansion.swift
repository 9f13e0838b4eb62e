import SwiftSyntax
import SwiftSyntaxBuilder

/// `ImportedFields`: a token for each field, an initialiser that declares them to the plan, and the plan itself where
/// subclasses override it.
struct FieldsExpansion {
    let model: Model

    /// The name of the superclass's fields, which no property of the model has.
    var inherited: TokenSyntax {
        var name = "inherited"
        while model.fields.contains(where: { $0.key == name }) { name += "Fields" }
        return .identifier(name)
    }

    var declaration: StructDeclSyntax {
        get throws {
            try StructDeclSyntax("\(raw: model.sharedAccess)nonisolated struct ImportedFields: Sendable") {
                if let superclass = model.superclass {
                    "\(raw: tokenAccess)let \(inherited): \(superclass).ImportedFields" as DeclSyntax
                }
                for field in model.fields { field.token(access: tokenAccess) }
                try initializer
                if let plan = PlanExpansion(model: model).stored {
                    plan.with(\.leadingTrivia, .newlines(2))
                }
            }
        }
    }

    /// Only members of the model see the tokens.
    private var tokenAccess: String { model.kind == .openClass ? "fileprivate " : "" }

    private var initializer: InitializerDeclSyntax {
        get throws {
            let access = model.kind == .openClass ? model.sharedAccess : ""
            let head: SyntaxNodeString = "\(raw: access)init(_ fields: inout StreamImport.ImportFields)"
            let isFirst = model.fields.isEmpty && model.superclass == nil
            return try InitializerDeclSyntax(head) {
                if let superclass = model.superclass {
                    "self.\(inherited) = \(superclass).ImportedFields(&fields)" as CodeBlockItemSyntax
                }
                for field in model.fields { field.declaration }
                if !model.ignoredKeys.isEmpty { ignoring }
            }
            .with(\.leadingTrivia, isFirst ? .newline : .newlines(2))
        }
    }

    private var ignoring: CodeBlockItemSyntax {
        let keys = model.ignoredKeys.map { StringLiteralExprSyntax(content: $0).description }
        return "fields.ignore(\(raw: keys.joined(separator: ", ")))"
    }
}
