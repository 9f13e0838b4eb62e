import SwiftSyntax
import SwiftSyntaxMacros

/// `@Importable`: the fields and the plan go into the type, the conformance into an extension.
///
/// The initialiser of a struct goes into the extension as well, so that the struct keeps its memberwise one.
package enum ImportableMacro {}

extension ImportableMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // A class that conforms already does so through its superclass.
        let model = Model(
            declaration, lexicalContext: context.lexicalContext, conformsAlready: protocols.isEmpty)
        let diagnostics = model.diagnostics
        // Both roles meet the same mistakes; this one reports them.
        for diagnostic in diagnostics { context.diagnose(diagnostic) }
        return diagnostics.isEmpty ? try ModelExpansion(model: model).members : []
    }
}

extension ImportableMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let model = Model(
            declaration, lexicalContext: context.lexicalContext, conformsAlready: protocols.isEmpty)
        guard !protocols.isEmpty, model.diagnostics.isEmpty else { return [] }
        return [try ModelExpansion(model: model).conformance(of: type)]
    }
}
