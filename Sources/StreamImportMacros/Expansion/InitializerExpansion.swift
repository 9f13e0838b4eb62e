import SwiftSyntax
import SwiftSyntaxBuilder

/// The initialiser that makes an instance of what was read.
struct InitializerExpansion {
    let model: Model

    var declaration: InitializerDeclSyntax {
        get throws {
            let parameters = "_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields"
            return try InitializerDeclSyntax("\(raw: modifiers)init(\(raw: parameters))") {
                for field in model.fields { field.assignment }
                if model.superclass != nil { superclassCall }
            }
        }
    }

    private var modifiers: String {
        model.kind == .structure ? model.sharedAccess : model.sharedAccess + "nonisolated "
    }

    private var superclassCall: CodeBlockItemSyntax {
        "super.init(draft, fields.\(FieldsExpansion(model: model).inherited))"
    }
}
