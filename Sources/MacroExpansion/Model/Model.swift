import ImportNames
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
        kind == .structure && !isArray
            && inheritedTypes.contains { $0.endsWithName(in: ["OptionSet", "RawRepresentable"]) }
            && properties.contains { $0.key == "rawValue" && $0.type?.isCodableRawType == true }
    }

    /// The declarations that the type is nested in, innermost first.
    var lexicalContext: [Syntax] { context.lexicalContext }

    /// Returns whether the type does not conform to one of the macro's protocols without the macro.
    func lacks(_ conformance: String) -> Bool { missingConformances.contains(conformance) }

    /// The access level of members that only the model and its subclasses call.
    var sharedAccess: String { kind == .openClass ? access.modifier : "private " }

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
        let outer = lexicalContext.map { $0.asProtocol((any WithAttributesSyntax).self)?.attributes ?? [] }
        return ([declaration.attributes] + outer).flatMap { $0.attributes(named: "available") }
    }

    /// Whether the class has an implicit `init()`, which it loses when it gets another initializer.
    var hasImplicitInitializer: Bool {
        declaration.is(ClassDeclSyntax.self)
            && inheritedTypes.allSatisfy { $0.isKnownProtocol || $0.isHook }
            && properties.allSatisfy(\.hasInitialValue)
            && !([members] + members.conditionalMembers).joined().contains {
                $0.decl.as(InitializerDeclSyntax.self)?.modifiers.contains(.convenience) == false
            }
    }
}

extension MemberBlockItemListSyntax {
    fileprivate var variables: [VariableDeclSyntax] { compactMap { $0.decl.as(VariableDeclSyntax.self) } }

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

/// The cases of an enum, and the arguments of `@Importable` that tell them apart.
extension Model {
    /// The cases that exist in every build.
    var cases: [EnumCase] { members.cases }

    /// Whether the type is an enum whose cases are told apart by a discriminator.
    var hasCasePlan: Bool { kind == .enumeration && discriminator != nil }

    /// The cases inside `#if`.
    var conditionalCases: [EnumCase] { members.conditionalMembers.flatMap(\.cases) }

    /// The argument `discriminator:`; `nil` without one.
    var discriminator: ExprSyntax? { attribute.argument("discriminator") }

    /// The argument `content:`; `nil` without one.
    var content: ExprSyntax? { attribute.argument("content") }

    /// The key of the member that `content:` names; `nil` without one, or for the path to a nested value.
    var contentKey: String? {
        guard let path = content.flatMap({ KeyName(expression: $0).components }), path.count == 1,
            case .key(let key) = path[0]
        else { return nil }
        return key
    }

    /// The argument `subclasses:`; `nil` without one.
    var subclasses: ExprSyntax? { attribute.argument("subclasses") }

    /// Whether the key of an object's only member is the name of its case.
    var isSelectedByKey: Bool {
        discriminator?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "key"
    }
}

extension AttributeSyntax {
    func argument(_ label: String) -> ExprSyntax? {
        argumentList.first { $0.label?.text == label }?.expression
    }
}

extension MemberBlockItemListSyntax {
    /// The cases outside of `#if`.
    var cases: [EnumCase] {
        compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap { declaration in
            declaration.elements.map { EnumCase(declaration, $0) }
        }
    }
}

/// A case of an enum with a discriminator.
struct EnumCase {
    /// An associated value.
    struct Value {
        let parameter: EnumCaseParameterSyntax
        let position: Int

        /// The argument label; `nil` if the value has none.
        var label: TokenSyntax? {
            parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
        }
        var type: TypeSyntax { parameter.type.trimmed }
        var defaultValue: ExprSyntax? { parameter.defaultValue?.value.trimmed }
    }

    let declaration: EnumCaseDeclSyntax
    let element: EnumCaseElementSyntax
    let values: [Value]
    let attributes: PropertyAttributes

    init(_ declaration: EnumCaseDeclSyntax, _ element: EnumCaseElementSyntax) {
        self.declaration = declaration
        self.element = element
        attributes = PropertyAttributes(declaration.attributes)
        let parameters = element.parameterClause?.parameters ?? []
        values = parameters.enumerated().map { Value(parameter: $1, position: $0) }
    }

    var name: TokenSyntax { element.name.trimmed }
    /// The name without the backticks it may be written with.
    var key: String { name.unescapedText }
    /// The keys of `@Key`, which applies to the only case of a declaration.
    var keys: [KeyName] { declaration.elements.count == 1 ? attributes.keys : [] }
    /// The associated values without a label.
    var unlabelled: [Value] { values.filter { $0.label == nil } }

    /// Whether the case receives the objects that name no other case.
    var isUnknown: Bool {
        key == "unknown" && keys.isEmpty && values.count == 1
            && ["JSONValue", "StreamImport.JSONValue"].contains(values[0].type.description)
    }
}

/// The enum `CodingKeys` in the braces of a type, whose cases are the properties that `Codable` reads and writes.
struct CodingKeys {
    let declaration: EnumDeclSyntax
    private let cases: [String: EnumCaseElementSyntax]

    /// Creates the enum that is among the members of a type; `nil` if none of them is.
    init?(_ members: MemberBlockItemListSyntax) {
        let enums = members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
        guard let declaration = enums.first(where: { $0.name.text == "CodingKeys" }) else { return nil }
        self.declaration = declaration
        let elements = declaration.memberBlock.members.cases.map { ($0.key, $0.element) }
        cases = Dictionary(elements) { first, _ in first }
    }

    /// Returns whether a case has the name of a property.
    func contains(_ property: String) -> Bool { cases[property] != nil }

    /// Returns the key that replaces the name of a property; `nil` if the case of the property has no text as its raw value.
    func key(of property: String) -> String? {
        cases[property]?.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }

    /// The declaration of the keys as computed texts, which the macro does not see; `nil` without one.
    var computedKeys: PatternSyntax? {
        declaration.memberBlock.members.lazy.compactMap {
            $0.decl.as(VariableDeclSyntax.self)?.bindings.first?.pattern
        }
        .first { $0.trimmedDescription == "stringValue" }
    }

    /// The cases inside `#if`.
    var conditionalCases: [EnumCase] {
        declaration.memberBlock.members.conditionalMembers.flatMap(\.cases)
    }
}

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
    var overridableModifier: String { self == .implied ? "" : "\(self) " }

    /// The modifier of any other member.
    var modifier: String { self == .open ? "public " : overridableModifier }
}

extension TypeSyntax {
    /// Whether the type is a protocol that types often conform to, or a composition of such protocols, and therefore
    /// neither a raw type nor a superclass.
    var isKnownProtocol: Bool {
        if let composition = `as`(CompositionTypeSyntax.self) {
            return composition.elements.allSatisfy(\.type.isKnownProtocol)
        }
        return endsWithName(in: Self.knownProtocols)
    }

    /// Whether the type is one of this library's hook protocols, which models name in their declarations.
    var isHook: Bool { endsWithName(in: Self.hooks) }

    fileprivate func endsWithName(in names: Set<String>) -> Bool {
        lastToken(viewMode: .sourceAccurate).map { names.contains($0.text) } ?? false
    }

    private static let hooks: Set = [
        "ImportIntercepting", "ImportOrdering", "ImportUniquing", "ImportValidating",
    ]

    private static let knownProtocols: Set = [
        "CaseIterable", "Codable", "CodingKey", "Comparable", "CustomDebugStringConvertible",
        "CustomNSError", "CustomPlaygroundDisplayConvertible", "CustomReflectable", "CustomStringConvertible",
        "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "LocalizedError",
        "LosslessStringConvertible", "NSCopying", "NSMutableCopying",
        "Sendable", "SendableMetatype", "TextOutputStreamable",
    ]
}
