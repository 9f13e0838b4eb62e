import SwiftSyntax
import SwiftSyntaxMacros

/// The type `@Importable` is attached to, as far as its expansion depends on it.
struct Model {
    enum Kind {
        case structure, finalClass, openClass, enumeration
        /// Something that cannot be imported.
        case other
    }

    let declaration: any DeclGroupSyntax
    /// The attribute that asks for the expansion.
    let attribute: AttributeSyntax
    let context: any MacroExpansionContext
    /// The names of those protocols of the macro's that the type does not conform to without it.
    private let missingConformances: [String]
    let kind: Kind
    let access: AccessLevel
    /// The superclass, if it can be imported.
    let superclass: TypeSyntax?
    /// The stored properties that every build has.
    let properties: [StoredProperty]
    /// Those inside `#if`.
    let conditionalProperties: [StoredProperty]

    /// - Parameter protocols: those of the macro's role that the type does not conform to without it. A class that
    ///   conforms already does so through its superclass.
    init(
        _ declaration: any DeclGroupSyntax, _ attribute: AttributeSyntax, missing protocols: [TypeSyntax],
        in context: any MacroExpansionContext
    ) {
        self.declaration = declaration
        self.attribute = attribute
        self.context = context
        missingConformances = protocols.compactMap { $0.lastToken(viewMode: .sourceAccurate)?.text }
        kind = Self.kind(of: declaration)
        access = AccessLevel(of: declaration, lexicalContext: context.lexicalContext)
        let isSubclass =
            !missingConformances.contains("Importable") && declaration.is(ClassDeclSyntax.self)
        superclass = isSubclass ? declaration.inheritanceClause?.inheritedTypes.first?.type.trimmed : nil
        let members = declaration.memberBlock.members
        properties = members.variables.flatMap(StoredProperty.all)
        conditionalProperties = members.conditionalMembers.flatMap(\.variables).flatMap(StoredProperty.all)
    }

    private static func kind(of declaration: any DeclGroupSyntax) -> Kind {
        switch declaration.kind {
        case .structDecl: .structure
        case .enumDecl: .enumeration
        case .classDecl: declaration.modifiers.contains(.final) ? .finalClass : .openClass
        default: .other
        }
    }

    /// What the type is nested in, innermost first.
    var lexicalContext: [Syntax] { context.lexicalContext }

    /// Whether the type does not conform to a protocol of the macro's without it.
    func lacks(_ conformance: String) -> Bool { missingConformances.contains(conformance) }

    var name: TokenSyntax {
        (declaration.asProtocol((any NamedDeclSyntax).self)?.name ?? "Self").trimmed
    }

    /// The access of what subclasses call; nothing else does.
    var sharedAccess: String { kind == .openClass ? access.modifier : "private " }

    /// The variables that are computed, static, lazy or the superclass's.
    var otherVariables: [VariableDeclSyntax] { variables.filter { StoredProperty.all(in: $0).isEmpty } }

    var variables: [VariableDeclSyntax] { members.variables }

    /// The properties that take part in an import, in the order of their declaration.
    var fields: [Field] { properties.compactMap { Field($0, of: name, in: context) } }

    /// The keys of the properties that do not.
    var ignoredKeys: [String] { properties.filter { $0.role == .ignored }.map(\.key) }

    var members: MemberBlockItemListSyntax { declaration.memberBlock.members }

    var inheritedTypes: [TypeSyntax] {
        declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    }

    var genericParameters: GenericParameterListSyntax? {
        declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
    }

    /// Whether it is declared in a function, a closure or an accessor.
    var isLocal: Bool { lexicalContext.contains { !$0.isProtocol((any DeclGroupSyntax).self) } }

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
        declaration.is(ClassDeclSyntax.self)
            && inheritedTypes.allSatisfy { $0.isKnownProtocol || $0.isHook }
            && properties.allSatisfy(\.hasInitialValue)
            && !([members] + members.conditionalMembers).contains(where: \.haveDesignatedInitializer)
    }
}

extension Syntax {
    fileprivate var attributes: AttributeListSyntax {
        asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
    }
}

extension MemberBlockItemListSyntax {
    fileprivate var variables: [VariableDeclSyntax] { compactMap { $0.decl.as(VariableDeclSyntax.self) } }

    fileprivate var haveDesignatedInitializer: Bool {
        contains { $0.decl.as(InitializerDeclSyntax.self)?.modifiers.contains(.convenience) == false }
    }

    /// What is inside `#if`, to any depth.
    fileprivate var conditionalMembers: [MemberBlockItemListSyntax] {
        compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.flatMap { condition in
            condition.clauses.compactMap { $0.elements?.as(MemberBlockItemListSyntax.self) }
                .flatMap { [$0] + $0.conditionalMembers }
        }
    }
}

extension DeclModifierListSyntax {
    /// The modifier of that name.
    func first(_ keyword: Keyword) -> DeclModifierSyntax? {
        first { $0.name.tokenKind == .keyword(keyword) }
    }

    func contains(_ keyword: Keyword) -> Bool { first(keyword) != nil }
}
