import SwiftSyntax
import SwiftSyntaxBuilder

/// The initialiser that makes an instance of what was read.
struct InitializerExpansion {
    let model: Model

    static let parameters = "_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields"

    var declaration: InitializerDeclSyntax {
        get throws {
            let head: SyntaxNodeString =
                "\(raw: model.sharedAccess)nonisolated init(\(raw: Self.parameters))"
            return try InitializerDeclSyntax(head) {
                for field in model.fields { field.assignment }
                if model.superclass != nil { superclassCall }
            }
        }
    }

    private var superclassCall: CodeBlockItemSyntax {
        "super.init(draft, fields.\(FieldsExpansion(model: model).inherited))"
    }
}
