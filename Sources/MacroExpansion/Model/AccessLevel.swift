import SwiftSyntax

/// The access level of a type, as far as members that implement a requirement must repeat it.
enum AccessLevel {
    case implied, package, `public`, open

    init(of declaration: any DeclGroupSyntax, lexicalContext: [Syntax]) {
        // A type in an extension has the access level of the extension, unless it declares one itself.
        let outer = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers
        self = Self(declaration.modifiers) ?? outer.flatMap(Self.init) ?? .implied
    }

    private init?(_ modifiers: DeclModifierListSyntax) {
        for modifier in modifiers where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(.open): self = .open
            case .keyword(.public): self = .public
            case .keyword(.package): self = .package
            case .keyword(.internal), .keyword(.fileprivate), .keyword(.private): self = .implied
            default: continue
            }
            return
        }
        return nil
    }

    /// The modifier of a member that a subclass may override.
    var overridableModifier: String {
        switch self {
        case .implied: ""
        case .package: "package "
        case .public: "public "
        case .open: "open "
        }
    }

    /// The modifier of any other member.
    var modifier: String { self == .open ? "public " : overridableModifier }
}
