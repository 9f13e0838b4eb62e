import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The members that create, update and read instances.
extension Model {
    var instanceMembers: [DeclSyntax] {
        get throws {
            let update =
                kind == .structure ? DeclSyntax(try updatingInitializer) : DeclSyntax(try updateMethod)
            let reset: DeclSyntax? = superclassLocation == nil ? nil : "#sourceLocation()"
            let declarations: [DeclSyntax?] = [
                DeclSyntax(try initializer), reset, update, DeclSyntax(try decomposeMethod), propertiesMethod,
            ]
            return declarations.compactMap(\.self)
        }
    }

    private static func parameters(_ draft: String) -> String {
        "_ draft: borrowing StreamImport.\(draft), _ fields: ImportedFields"
    }

    /// The initializer that creates an instance from a draft.
    private var initializer: InitializerDeclSyntax {
        get throws {
            let head: SyntaxNodeString =
                "\(raw: deprecation)\(raw: sharedAccess)nonisolated init(\(raw: Self.parameters("ImportDraft")))"
            return try InitializerDeclSyntax(head) {
                for field in fields { field.assigning(field.assignment) }
                if superclass != nil { "super.init(draft, fields.\(inheritedFields))" as CodeBlockItemSyntax }
                if let superclassLocation {
                    "#sourceLocation(file: \(superclassLocation.file), line: \(superclassLocation.line))"
                        as CodeBlockItemSyntax
                }
            }
        }
    }

    /// The location for the compiler's error about a superclass without `init()`, which the initializer calls at its end;
    /// `nil` for a type that certainly has no superclass but an importable one.
    private var superclassLocation: AbstractSourceLocation? {
        guard declaration.is(ClassDeclSyntax.self), superclass == nil, let first = inheritedTypes.first,
            !first.isKnownProtocol, !first.isHook
        else { return nil }
        return context.location(of: first, at: .afterLeadingTrivia, filePathMode: .filePath)
    }

    /// The initializer that creates a struct from another one and a draft.
    ///
    /// It assigns properties with a default last. All other properties have values by then, so the initializer can read
    /// the default from `self`. A copy of the default might not compile in the extension, where names from around the
    /// type are not visible.
    private var updatingInitializer: InitializerDeclSyntax {
        get throws {
            let parameters = "\(Self.parameters("UpdateDraft")), updating old: Self"
            let head: SyntaxNodeString =
                "\(raw: deprecation)\(raw: sharedAccess)nonisolated init(\(raw: parameters))"
            return try InitializerDeclSyntax(head) {
                for field in fields where field.role != .defaulted {
                    field.assigning(field.updatingAssignment)
                }
                for field in fields where field.role == .defaulted {
                    field.assigning(field.updatingAssignment)
                }
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
                "\(raw: deprecation)\(raw: sharedAccess)nonisolated func update(\(raw: Self.parameters("UpdateDraft"))) throws"
            return try FunctionDeclSyntax(head) {
                for field in fields where field.isLet { field.constantCheck }
                if superclass != nil {
                    "try super.update(draft, fields.\(inheritedFields))" as CodeBlockItemSyntax
                }
                for field in fields where !field.isLet { field.assigning(field.update) }
            }
        }
    }

    /// The method that adds the values of an instance, those of the superclass first.
    private var decomposeMethod: FunctionDeclSyntax {
        get throws {
            let parameters = "_ fields: ImportedFields, to values: inout StreamImport.FieldWriter"
            let head: SyntaxNodeString =
                "\(raw: deprecation)\(raw: sharedAccess)nonisolated func decompose(\(raw: parameters))"
            return try FunctionDeclSyntax(head) {
                if superclass != nil {
                    "super.decompose(fields.\(inheritedFields), to: &values)" as CodeBlockItemSyntax
                }
                for field in fields { field.decompose }
            }
        }
    }
}
