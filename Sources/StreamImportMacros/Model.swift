import SwiftSyntax

/// The type `@Importable` is attached to, as far as its expansion depends on it.
struct Model {
    enum Kind {
        case structure, finalClass, openClass, enumeration
        /// Something that cannot be imported.
        case other
    }

    let declaration: any DeclGroupSyntax
    /// What the type is nested in, innermost first.
    let lexicalContext: [Syntax]
    let kind: Kind
    let properties: [StoredProperty]

    init(_ declaration: any DeclGroupSyntax, lexicalContext: [Syntax]) {
        self.declaration = declaration
        self.lexicalContext = lexicalContext
        kind = Self.kind(of: declaration)
        properties = StoredProperty.all(in: declaration.memberBlock.members)
    }

    private static func kind(of declaration: any DeclGroupSyntax) -> Kind {
        switch declaration.kind {
        case .structDecl: .structure
        case .enumDecl: .enumeration
        case .classDecl: declaration.modifiers.contains(.final) ? .finalClass : .openClass
        default: .other
        }
    }

    var name: TokenSyntax {
        (declaration.asProtocol((any NamedDeclSyntax).self)?.name ?? "Self").trimmed
    }

    /// The properties that take part in an import, in the order of their declaration.
    var fields: [Field] { properties.compactMap(Field.init) }

    /// The keys of the properties that do not.
    var ignoredKeys: [String] { properties.filter { $0.role == .ignored }.map(\.key) }

    var inheritedTypes: [TypeSyntax] {
        declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    }

    var genericParameters: GenericParameterListSyntax? {
        declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
    }

    /// Whether the type may have stored static properties.
    ///
    /// What an extension extends is not seen from here: it might be generic.
    var mayStoreItsPlan: Bool {
        genericParameters == nil
            && lexicalContext.allSatisfy { outer in
                outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause == nil
                    && !outer.is(ExtensionDeclSyntax.self)
            }
    }

    /// The attributes an extension needs in order to be available where the type is.
    var availability: [AttributeSyntax] {
        let attributed = [declaration.attributes] + lexicalContext.map(\.attributes)
        return attributed.flatMap { $0.attributes(named: "available") }
    }

    /// Whether the class has an `init()` that it loses once it has another initialiser.
    var hasImplicitInitializer: Bool {
        declaration.is(ClassDeclSyntax.self) && inheritedTypes.allSatisfy(\.isKnownProtocol)
            && properties.allSatisfy(\.hasInitialValue)
            && !declaration.memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) }
    }
}

extension Syntax {
    fileprivate var attributes: AttributeListSyntax {
        asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
    }
}

extension DeclModifierListSyntax {
    /// The modifier of that name.
    func first(_ keyword: Keyword) -> DeclModifierSyntax? {
        first { $0.name.tokenKind == .keyword(keyword) }
    }

    func contains(_ keyword: Keyword) -> Bool { first(keyword) != nil }
}
