import SwiftSyntax

extension SyntaxProtocol {
    /// The same with the name of a type in the place of `Self`.
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
