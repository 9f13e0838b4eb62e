import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The expansion of the attributes of properties, which add nothing. `@Importable` reads them.
package protocol MarkerExpansion: PeerMacro {}

extension MarkerExpansion {
    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        let isOnCase = declaration.is(EnumCaseDeclSyntax.self) && node.plainName == "Key"
        if !isOnCase, !declaration.is(VariableDeclSyntax.self) {
            context.diagnose(Diagnostic(node: node, message: .notAProperty(node.plainName)))
        } else if context.lexicalContext.first?.isImportable != true {
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
