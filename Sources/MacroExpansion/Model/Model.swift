import SwiftSyntax
import SwiftSyntaxMacros

/// The type that `@Importable` is attached to, as far as its expansion depends on it.
struct Model {
    enum Kind {
        case structure, finalClass, openClass, enumeration
        /// A declaration that cannot be imported.
        case other
    }

    let declaration: any DeclGroupSyntax
    /// The attribute `@Importable` of the declaration.
    let attribute: AttributeSyntax
    let context: any MacroExpansionContext
    /// The names of the macro's protocols that the type does not conform to without the macro.
    private let missingConformances: [String]
    let name: TokenSyntax
    let kind: Kind
    let access: AccessLevel
    /// The superclass, if it is importable.
    let superclass: TypeSyntax?
    /// The enum `CodingKeys` of the type.
    let codingKeys: CodingKeys?
    /// The stored properties that exist in every build.
    let properties: [StoredProperty]
    /// The stored properties inside `#if`.
    let conditionalProperties: [StoredProperty]
    /// The properties that take part in an import, in the order of their declaration.
    let fields: [Field]

    /// - Parameter protocols: the protocols of the macro's role that the type does not conform to without the macro. A
    ///   class that already conforms to one does so through its superclass.
    init(
        _ declaration: any DeclGroupSyntax, _ attribute: AttributeSyntax, missing protocols: [TypeSyntax],
        in context: any MacroExpansionContext
    ) {
        self.declaration = declaration
        self.attribute = attribute
        self.context = context
        missingConformances = protocols.compactMap { $0.lastToken(viewMode: .sourceAccurate)?.text }
        let name = (declaration.asProtocol((any NamedDeclSyntax).self)?.name ?? "Self").trimmed
        self.name = name
        kind = Self.kind(of: declaration)
        access = AccessLevel(of: declaration, lexicalContext: context.lexicalContext)
        let isSubclass =
            !missingConformances.contains("Importable") && declaration.is(ClassDeclSyntax.self)
        superclass = isSubclass ? declaration.inheritanceClause?.inheritedTypes.first?.type.trimmed : nil
        let members = declaration.memberBlock.members
        let codingKeys = CodingKeys(members)
        self.codingKeys = codingKeys
        properties = members.variables.flatMap { StoredProperty.all(in: $0, codingKeys) }
        conditionalProperties = members.conditionalMembers.flatMap(\.variables)
            .flatMap { StoredProperty.all(in: $0, codingKeys) }
        fields = properties.compactMap { Field($0, of: name, in: context) }
    }

    private static func kind(of declaration: any DeclGroupSyntax) -> Kind {
        switch declaration.kind {
        case .structDecl: .structure
        case .enumDecl: .enumeration
        case .classDecl: declaration.modifiers.contains(.final) ? .finalClass : .openClass
        default: .other
        }
    }

    /// Whether the properties are the elements of an array, by position.
    var isArray: Bool { attribute.argument("asArray")?.trimmedDescription == "true" }

    /// Whether the type is a struct that `Codable` reads as its raw value.
    var isReadAsRawValue: Bool {
        kind == .structure && !isArray && inheritedTypes.contains(where: \.declaresRawValue)
            && properties.contains { $0.key == "rawValue" && $0.type?.isCodableRawType == true }
    }

    /// The declarations that the type is nested in, innermost first.
    var lexicalContext: [Syntax] { context.lexicalContext }

    /// Returns whether the type does not conform to one of the macro's protocols without the macro.
    func lacks(_ conformance: String) -> Bool { missingConformances.contains(conformance) }

    /// The access level of members that only the model and its subclasses call.
    var sharedAccess: String { kind == .openClass ? access.modifier : "private " }

    /// The variables that are computed, static, lazy or overriding.
    var otherVariables: [VariableDeclSyntax] { variables.filter { StoredProperty.all(in: $0, nil).isEmpty } }

    var variables: [VariableDeclSyntax] { members.variables }

    /// The keys of the properties that are ignored.
    var ignoredKeys: [String] { properties.filter { $0.role == .ignored }.map(\.key) }

    var members: MemberBlockItemListSyntax { declaration.memberBlock.members }

    var inheritedTypes: [TypeSyntax] {
        declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    }

    var genericParameters: GenericParameterListSyntax? {
        declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
    }

    /// Whether the type is declared in a function, a closure or an accessor.
    var isLocal: Bool { lexicalContext.contains { !$0.isProtocol((any DeclGroupSyntax).self) } }

    /// Whether the type may have stored static properties.
    ///
    /// A type in an extension may not: the macro does not see whether the extended type is generic.
    var mayStoreItsPlan: Bool {
        genericParameters == nil
            && lexicalContext.allSatisfy { outer in
                outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause == nil
                    && !outer.is(ExtensionDeclSyntax.self)
            }
    }

    /// The availability attributes that an extension needs to be available where the type is.
    var availability: [AttributeSyntax] {
        let attributed = [declaration.attributes] + lexicalContext.map(\.attributes)
        return attributed.flatMap { $0.attributes(named: "available") }
    }

    /// Whether the class has an implicit `init()`, which it loses when it gets another initializer.
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

    /// The members inside `#if`, at any depth.
    var conditionalMembers: [MemberBlockItemListSyntax] {
        compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.flatMap { condition in
            condition.clauses.compactMap { $0.elements?.as(MemberBlockItemListSyntax.self) }
                .flatMap { [$0] + $0.conditionalMembers }
        }
    }
}

extension DeclModifierListSyntax {
    /// Returns the modifier for a keyword; `nil` if the list has none.
    func first(_ keyword: Keyword) -> DeclModifierSyntax? {
        first { $0.name.tokenKind == .keyword(keyword) }
    }

    func contains(_ keyword: Keyword) -> Bool { first(keyword) != nil }
}
