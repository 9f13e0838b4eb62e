import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that create, update and read instances.
extension Model {
    var instanceMembers: [DeclSyntax] {
        get throws {
            let update =
                kind == .structure ? DeclSyntax(try updatingInitializer) : DeclSyntax(try updateMethod)
            let declarations = [DeclSyntax(try initializer), update, DeclSyntax(try decomposeMethod)]
            return declarations + [propertiesMethod].compactMap(\.self)
        }
    }

    private static func parameters(_ draft: String) -> String {
        "_ draft: borrowing StreamImport.\(draft), _ fields: ImportedFields"
    }

    /// The initializer that creates an instance from a draft.
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

    /// The initializer that creates a struct from another one and a draft.
    ///
    /// It assigns properties with a default last. All other properties have values by then, so the initializer can read
    /// the default from `self`. A copy of the default might not compile in the extension, where names from around the
    /// type are not visible.
    private var updatingInitializer: InitializerDeclSyntax {
        get throws {
            let parameters = "\(Self.parameters("UpdateDraft")), updating old: Self"
            return try InitializerDeclSyntax("\(raw: sharedAccess)nonisolated init(\(raw: parameters))") {
                for field in fields where field.role != .defaulted { field.updatingAssignment }
                for field in fields where field.role == .defaulted { field.updatingAssignment }
                IgnoredProperties(members: members, codingKeys: codingKeys).copies
            }
        }
    }

    /// The method that updates an instance of a class with the values of a draft.
    ///
    /// It checks the constants of the whole class hierarchy before it assigns anything.
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
