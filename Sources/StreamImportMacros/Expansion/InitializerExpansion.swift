import SwiftSyntax
import SwiftSyntaxBuilder

/// The initialiser that makes an instance of what was read.
struct InitializerExpansion {
    let fields: [Field]
    /// The name of the superclass's fields, if there are some.
    let inherited: TokenSyntax?
    let modifiers: String

    var declaration: InitializerDeclSyntax {
        get throws {
            let parameters = "_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields"
            return try InitializerDeclSyntax("\(raw: modifiers)init(\(raw: parameters))") {
                for field in fields { field.assignment }
                if let inherited { "super.init(draft, fields.\(inherited))" as CodeBlockItemSyntax }
            }
        }
    }
}
