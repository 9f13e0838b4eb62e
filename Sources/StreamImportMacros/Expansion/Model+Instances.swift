import SwiftSyntax
import SwiftSyntaxBuilder

/// What makes, updates and reads instances.
extension Model {
    var instanceMembers: [DeclSyntax] {
        get throws {
            let update =
                kind == .structure ? DeclSyntax(try updatingInitializer) : DeclSyntax(try updateMethod)
            let required = [DeclSyntax(try initializer), update, DeclSyntax(try decomposeMethod)]
            return required + [propertiesMethod].compactMap(\.self)
        }
    }

    private static func parameters(_ draft: String) -> String {
        "_ draft: borrowing StreamImport.\(draft), _ fields: ImportedFields"
    }

    /// The initialiser that makes an instance of what was read.
    private var initializer: InitializerDeclSyntax {
        get throws {
            let head: SyntaxNodeString =
                "\(raw: sharedAccess)nonisolated init(\(raw: Self.parameters("ImportDraft")))"
            return try InitializerDeclSyntax(head) {
                for field in fields { field.assignment }
                if superclass != nil { "super.init(draft, fields.\(inheritedFields))" as CodeBlockItemSyntax }
            }
        }
    }

    /// The initialiser that makes a struct of another one and what was read.
    ///
    /// What has a default comes last: once all else has a value, the default can be read from the instance, and
    /// need not be written in an extension that does not see what the type is nested in.
    private var updatingInitializer: InitializerDeclSyntax {
        get throws {
            let parameters = "\(Self.parameters("UpdateDraft")), updating old: Self"
            return try InitializerDeclSyntax("\(raw: sharedAccess)nonisolated init(\(raw: parameters))") {
                for field in fields where field.role != .defaulted { field.updatingAssignment }
                for field in fields where field.role == .defaulted { field.updatingAssignment }
                IgnoredProperties(members: members).copies
            }
        }
    }

    /// The method that gives an instance of a class the values that were read.
    ///
    /// Checks the constants of the whole hierarchy before it assigns anything.
    private var updateMethod: FunctionDeclSyntax {
        get throws {
            let head: SyntaxNodeString =
                "\(raw: sharedAccess)nonisolated func update(\(raw: Self.parameters("UpdateDraft"))) throws"
            return try FunctionDeclSyntax(head) {
                for field in fields where field.isLet { field.constantCheck }
                if superclass != nil {
                    "try super.update(draft, fields.\(inheritedFields))" as CodeBlockItemSyntax
                }
                for field in fields where !field.isLet { field.update }
            }
        }
    }

    /// The method that adds the values of an instance, those of the superclass first.
    private var decomposeMethod: FunctionDeclSyntax {
        get throws {
            let parameters = "_ fields: ImportedFields, to values: inout StreamImport.FieldWriter"
            let head: SyntaxNodeString = "\(raw: sharedAccess)nonisolated func decompose(\(raw: parameters))"
            return try FunctionDeclSyntax(head) {
                if superclass != nil {
                    "super.decompose(fields.\(inheritedFields), to: &values)" as CodeBlockItemSyntax
                }
                for field in fields { field.decompose }
            }
        }
    }
}
