import SwiftSyntax
import SwiftSyntaxMacros

/// The attributes of properties: they expand to nothing, and are read by `@Importable`.
package enum MarkerMacro: PeerMacro {
    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        []
    }
}
