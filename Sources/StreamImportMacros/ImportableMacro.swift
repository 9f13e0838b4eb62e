import SwiftSyntax
import SwiftSyntaxMacros

/// `@Importable`: the fields and the plan go into the type, the conformance into an extension.
///
/// The initialiser of a struct goes into the extension as well, so that the struct keeps its memberwise one.
package enum ImportableMacro {
    private static func model(
        _ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext
    ) -> Model {
        Model(declaration, lexicalContext: context.lexicalContext)
    }
}

extension ImportableMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let model = model(declaration, context)
        let diagnostics = model.diagnostics
        // Both roles meet the same mistakes; this one reports them.
        for diagnostic in diagnostics { context.diagnose(diagnostic) }
        guard diagnostics.isEmpty, model.kind != .enumeration else { return [] }
        // A conformance that is there already is the superclass's.
        let expansion = ModelExpansion(model, isSubclass: protocols.isEmpty)
        return try expansion.members
    }
}

extension ImportableMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let model = model(declaration, context)
        guard !protocols.isEmpty, model.diagnostics.isEmpty else { return [] }
        return [try ModelExpansion(model, isSubclass: false).conformance(of: TypeSyntax(type))]
    }
}
