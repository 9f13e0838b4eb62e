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
        let model = Model(declaration, node, missing: protocols, in: context)
        guard model.kind != .enumeration, model.reportsNoDiagnostics(to: context) else { return [] }
        return try model.addedMembers
    }
}

extension ImportableMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let model = Model(declaration, node, missing: protocols, in: context)
        // Mistakes are reported once, by the role that the compiler never leaves out: it may not ask for the
        // members of an enum, nor for extensions of a subclass.
        let isValid =
            model.kind == .enumeration ? model.reportsNoDiagnostics(to: context) : model.diagnostics.isEmpty
        guard isValid, model.lacks("Importable") else { return [] }
        return [try model.conformance(of: type)]
    }
}

extension Model {
    /// Reports every mistake; `true` if there is none.
    fileprivate func reportsNoDiagnostics(to context: some MacroExpansionContext) -> Bool {
        let diagnostics = diagnostics
        for diagnostic in diagnostics { context.diagnose(diagnostic) }
        return diagnostics.isEmpty
    }
}
