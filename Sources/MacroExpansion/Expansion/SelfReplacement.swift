import SwiftSyntax

extension SyntaxProtocol {
    /// Returns the syntax with `Self` replaced by the name of a type.
    func replacingSelf(by name: TokenSyntax) -> Self {
        SelfReplacement(name: name).rewrite(self).as(Self.self) ?? self
    }
}

private final class SelfReplacement: SyntaxRewriter {
    private let name: TokenSyntax

    init(name: TokenSyntax) {
        self.name = name
        super.init()
    }

    override func visit(_ token: TokenSyntax) -> TokenSyntax {
        token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, name.tokenKind) : token
    }
}
