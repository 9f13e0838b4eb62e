import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Importable` writes for a type.
extension Model {
    /// What goes into the body of the type.
    var addedMembers: [DeclSyntax] {
        get throws {
            let declarations = [planDeclaration, DeclSyntax(try fieldsDeclaration)]
            if kind == .structure { return declarations }
            return declarations + (try instanceMembers) + (hasImplicitInitializer ? ["init() {}"] : [])
        }
    }

    /// The extension that adds the conformance. Its members belong to the actor of the type, if it has one.
    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        let head: SyntaxNodeString = "extension \(type.trimmed): nonisolated StreamImport.Importable"
        let attributes = availability.map { $0.trimmed.with(\.trailingTrivia, .newline) }
        return try ExtensionDeclSyntax(head) {
            if kind == .structure {
                for (index, member) in try instanceMembers.enumerated() {
                    member.with(\.leadingTrivia, .newlines(index == 0 ? 1 : 2))
                }
            }
        }
        .with(\.attributes, AttributeListSyntax(attributes.map { .attribute($0) }))
    }
}
