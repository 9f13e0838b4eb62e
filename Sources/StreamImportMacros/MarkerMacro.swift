public import SwiftSyntax
public import SwiftSyntaxMacros

/// The attributes of properties: they expand to nothing, and are read by `@Importable`.
public enum MarkerMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        []
    }
}
