import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The expansion of `@Importable`, which adds the fields and the plan to the type, and the conformance in an extension.
///
/// The initializer of a struct is in the extension, too, so that the struct keeps its memberwise initializer.
package protocol ImportableExpansion: MemberMacro, ExtensionMacro {}

extension ImportableExpansion {
    package static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let model = Model(declaration, node, missing: protocols, in: context)
        guard model.kind != .enumeration else {
            guard let discriminator = model.discriminator, model.diagnostics.haveNoError else { return [] }
            return [model.casePlanDeclaration(discriminator.trimmed)]
        }
        guard model.reportsNoErrors(to: context) else { return [] }
        return model.isReadAsRawValue ? [] : try model.addedMembers()
    }

    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let model = Model(declaration, node, missing: protocols, in: context)
        // Only one role reports the diagnostics, so that each is reported once. This role does so for an enum, for
        // which the compiler may omit the member role; the member role does so for other types, because the compiler
        // may omit this role for a subclass.
        let isValid =
            model.kind == .enumeration ? model.reportsNoErrors(to: context) : model.diagnostics.haveNoError
        guard isValid, model.lacks("Importable") else { return [] }
        return [try model.conformance(of: type)]
    }
}

extension Model {
    /// Reports all diagnostics, and returns whether none is an error.
    fileprivate func reportsNoErrors(to context: some MacroExpansionContext) -> Bool {
        let diagnostics = diagnostics
        for diagnostic in diagnostics { context.diagnose(diagnostic) }
        return diagnostics.haveNoError
    }
}

extension [Diagnostic] {
    fileprivate var haveNoError: Bool { allSatisfy { $0.diagMessage.severity != .error } }
}

/// The expansion of the attributes of properties, which add nothing. `@Importable` reads them.
package protocol MarkerExpansion: PeerMacro {}

extension MarkerExpansion {
    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        let isOnCase = declaration.is(EnumCaseDeclSyntax.self) && node.plainName == "Key"
        let variable = declaration.as(VariableDeclSyntax.self)
        // The macro of `@Observable` copies the attributes of a property to a variable whose context is not known.
        let isCopy = variable?.attributes.attributes(named: "ObservationIgnored").isEmpty == false
        if !isOnCase, variable == nil {
            context.diagnose(Diagnostic(node: node, message: .notAProperty(node.plainName)))
        } else if !isCopy, context.lexicalContext.first?.isImportable != true {
            context.diagnose(Diagnostic(node: node, message: .notInModel(node.plainName)))
        }
        return []
    }
}

extension Syntax {
    /// Whether the declaration is marked with `@Importable`, which reads the attributes of its members.
    fileprivate var isImportable: Bool {
        let attributes = asProtocol((any WithAttributesSyntax).self)?.attributes
        return attributes?.tokens(viewMode: .sourceAccurate).contains { $0.text == "Importable" } == true
    }
}
