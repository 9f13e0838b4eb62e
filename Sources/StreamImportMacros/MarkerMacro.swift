import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The attributes of properties: they expand to nothing, and are read by `@Importable`.
package enum MarkerMacro: PeerMacro {
    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        if !declaration.is(VariableDeclSyntax.self) {
            context.diagnose(Diagnostic(node: node, message: .notAProperty(node.plainName)))
        } else if context.lexicalContext.first?.isImportable != true {
            context.diagnose(Diagnostic(node: node, message: .notInModel(node.plainName)))
        }
        return []
    }
}

extension Syntax {
    /// Whether `@Importable` reads the members.
    fileprivate var isImportable: Bool {
        let attributes = asProtocol((any WithAttributesSyntax).self)?.attributes
        return attributes?.tokens(viewMode: .sourceAccurate).contains { $0.text == "Importable" } == true
    }
}
