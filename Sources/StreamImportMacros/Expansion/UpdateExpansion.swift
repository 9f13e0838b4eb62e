import SwiftSyntax
import SwiftSyntaxBuilder

/// What gives an instance the values that were read: of a struct an initialiser that makes another one, of a class a
/// method.
struct UpdateExpansion {
    let model: Model

    var declaration: DeclSyntax {
        get throws { DeclSyntax(fromProtocol: model.kind == .structure ? try initializer : try method) }
    }

    // MARK: - Structs

    /// What has a default comes last: once all else has a value, the default can be read from the instance, and
    /// need not be written in an extension that does not see what the type is nested in.
    private var initializer: any DeclSyntaxProtocol {
        get throws {
            let parameters = "\(InitializerExpansion.parameters), updating old: Self"
            return try InitializerDeclSyntax("\(raw: model.sharedAccess)init(\(raw: parameters))") {
                for field in model.fields where field.role != .defaulted { field.renewal }
                for field in model.fields where field.role == .defaulted { field.renewal }
                IgnoredProperties(members: model.members).copies
            }
        }
    }

    // MARK: - Classes

    /// Checks the constants of the whole hierarchy before it assigns anything.
    private var method: any DeclSyntaxProtocol {
        get throws {
            let head: SyntaxNodeString =
                "\(raw: model.sharedAccess)func update(\(raw: InitializerExpansion.parameters)) throws"
            return try FunctionDeclSyntax(head) {
                for field in model.fields where field.isLet { field.check }
                if model.superclass != nil { superclassCall }
                for field in model.fields where !field.isLet { field.update }
            }
        }
    }

    private var superclassCall: CodeBlockItemSyntax {
        "try super.update(draft, fields.\(FieldsExpansion(model: model).inherited))"
    }
}
