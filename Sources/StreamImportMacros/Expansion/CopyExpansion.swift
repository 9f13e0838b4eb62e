import SwiftSyntax
import SwiftSyntaxBuilder

/// The method that adds the values of an instance, those of the superclass first.
struct CopyExpansion {
    let model: Model

    var declaration: DeclSyntax {
        get throws {
            let parameters = "_ fields: ImportedFields, to values: inout StreamImport.ModelValues"
            let head: SyntaxNodeString = "\(raw: model.sharedAccess)func copy(\(raw: parameters))"
            return DeclSyntax(
                try FunctionDeclSyntax(head) {
                    if model.superclass != nil { superclassCall }
                    for field in model.fields { field.copy }
                })
        }
    }

    private var superclassCall: CodeBlockItemSyntax {
        "super.copy(fields.\(FieldsExpansion(model: model).inherited), to: &values)"
    }
}
