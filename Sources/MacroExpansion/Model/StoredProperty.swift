import ImportNames
import SwiftSyntax

/// A stored property of the model.
struct StoredProperty {
    /// The role of a property in an import.
    ///
    /// The raw values are the names of the functions of `ImportFields` that declare a field.
    enum Role: String {
        /// The property is not imported, and has a default or a constant value.
        case ignored = "ignore"
        /// The property receives the members without a field.
        case extras
        case required, optional, defaulted
    }

    let variable: VariableDeclSyntax
    let binding: PatternBindingSyntax
    /// The type annotation; `nil` if the property has none.
    private let annotation: TypeSyntax?
    let attributes: PropertyAttributes
    /// The coding keys of the type; `nil` if it declares none.
    private let codingKeys: CodingKeys?

    /// Returns the stored properties of a declaration, in source order.
    static func all(in variable: VariableDeclSyntax, _ codingKeys: CodingKeys?) -> [Self] {
        guard ![Keyword.static, .class, .lazy, .override].contains(where: variable.modifiers.contains) else {
            return []
        }
        // `filter` would return a copy of the list, whose bindings are not nodes of the declaration.
        return variable.bindings.compactMap { binding in
            guard binding.isStored else { return nil }
            return Self(
                variable: variable, binding: binding, annotation: variable.annotation(of: binding),
                attributes: PropertyAttributes(variable.attributes), codingKeys: codingKeys)
        }
    }

    /// The name in the source; `nil` for a tuple.
    var name: TokenSyntax? { binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed }

    /// The name without the backticks it may be written with.
    var key: String { name?.unescapedText ?? binding.pattern.trimmedDescription }

    /// The type annotation, or the type that the default value shows.
    var type: TypeSyntax? { annotation ?? binding.initializer?.value.inferredType }

    /// The node of the type annotation or, if there is none, of the name.
    var typeNode: Syntax { binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(binding.pattern) }

    var isLet: Bool { variable.bindingSpecifier.tokenKind == .keyword(.let) }

    /// Whether the property has a value before an initializer assigns one.
    var hasInitialValue: Bool {
        let isSugar =
            annotation?.is(OptionalTypeSyntax.self) == true
            || annotation?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true
        return binding.initializer != nil || !isLet && isSugar
    }

    var isConstant: Bool { isLet && binding.initializer != nil }

    /// The key that replaces the name as a key; `nil` without one.
    var codingKey: String? { codingKeys?.key(of: key) }

    /// The name as a key, or the key that replaces it.
    var nameKey: String { codingKey ?? key }

    /// Whether the type declares coding keys, and none for this property.
    var hasNoCodingKey: Bool { codingKeys?.contains(key) == false }

    var role: Role {
        if attributes[.ignored] != nil || isConstant { return .ignored }
        if attributes[.extras] != nil { return .extras }
        if hasNoCodingKey, attributes[.key] == nil { return .ignored }
        if binding.initializer != nil { return .defaulted }
        return type?.wrapped == nil ? .required : .optional
    }
}

extension VariableDeclSyntax {
    /// Returns the type annotation of a binding. In `let x, y: Double`, `x` shares the annotation of `y`.
    fileprivate func annotation(of binding: PatternBindingSyntax) -> TypeSyntax? {
        guard binding.initializer == nil else { return binding.typeAnnotation?.type.trimmed }
        let bindingAndLater = bindings.drop { $0.id != binding.id }
        return bindingAndLater.first { $0.typeAnnotation != nil }?.typeAnnotation?.type.trimmed
    }
}

extension PatternBindingSyntax {
    /// Whether the binding has no accessors except observers.
    fileprivate var isStored: Bool {
        switch accessorBlock?.accessors {
        case nil: true
        case .getter: false
        case .accessors(let accessors):
            accessors.allSatisfy {
                [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
            }
        }
    }
}

extension TokenSyntax {
    /// The text without backticks around it.
    var unescapedText: String {
        let isEscaped = text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`")
        return isEscaped ? String(text.dropFirst().dropLast()) : text
    }
}

/// The attributes of a property that `@Importable` reads.
struct PropertyAttributes {
    enum Name: String {
        case key = "Key"
        case dateFormat = "DateFormat"
        case ignored = "Ignored"
        case extras = "Extras"
        case lenient = "Lenient"
    }

    /// All attributes, in source order.
    let all: [(name: Name, node: AttributeSyntax)]
    /// The attributes inside `#if`, which are not read.
    let conditional: [(name: Name, node: AttributeSyntax)]

    /// Whether an attribute may be a property wrapper.
    let mayWrap: Bool

    init(_ attributes: AttributeListSyntax) {
        mayWrap = attributes.contains { element in
            guard case .attribute(let node) = element else { return false }
            return Name(rawValue: node.plainName) == nil && node.plainName.first?.isUppercase == true
        }
        all = Self.named(attributes)
        conditional = attributes.conditionalAttributes.flatMap(Self.named)
    }

    private static func named(_ attributes: AttributeListSyntax) -> [(Name, AttributeSyntax)] {
        attributes.compactMap { element in
            guard case .attribute(let node) = element, let name = Name(rawValue: node.plainName) else {
                return nil
            }
            return (name, node)
        }
    }

    /// The first attribute with this name.
    subscript(name: Name) -> AttributeSyntax? { all.first { $0.name == name }?.node }

    /// The names of `@Key`.
    var keys: [KeyName] { source == nil ? self[.key].map { KeyName.all(in: $0) } ?? [] : [] }

    /// The argument of `@Key(from:)`, which says where a value comes from that is not a member of the object.
    var source: ExprSyntax? {
        self[.key]?.argumentList.first { $0.label?.text == "from" }?.expression.trimmed
    }

    /// The argument of `@DateFormat`.
    var dates: ExprSyntax? { self[.dateFormat]?.argumentList.first?.expression.trimmed }
}

extension AttributeSyntax {
    /// The name without the name of the module.
    var plainName: String {
        attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    }

    var argumentList: LabeledExprListSyntax {
        arguments?.as(LabeledExprListSyntax.self) ?? []
    }
}

extension AttributeListSyntax {
    /// The attributes inside `#if`, at any depth.
    fileprivate var conditionalAttributes: [AttributeListSyntax] {
        compactMap { $0.as(IfConfigDeclSyntax.self) }.flatMap { condition in
            condition.clauses.compactMap { $0.elements?.as(AttributeListSyntax.self) }
                .flatMap { [$0] + $0.conditionalAttributes }
        }
    }

    func attributes(named name: String) -> [AttributeSyntax] {
        compactMap { $0.as(AttributeSyntax.self) }.filter { $0.plainName == name }
    }
}

/// A name in `@Key` or in an argument of `@Importable`: a key of the object, or a path to a value inside it.
struct KeyName {
    enum ValidationError { case notLiteral, empty, malformed, pointer }

    /// The argument in the source.
    let expression: ExprSyntax

    static func all(in attribute: AttributeSyntax) -> [KeyName] {
        attribute.argumentList.map { KeyName(expression: $0.expression) }
    }

    /// The text of the argument; `nil` if it is not a literal without interpolation, so that it is only known at run
    /// time.
    var text: String? { expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

    /// The keys and indices of the path; `nil` if the text is not a path, or is the path of the root.
    var components: [PathComponent]? {
        text.flatMap(PathNotation.componentsWithoutWildcards)
    }

    var validationError: ValidationError? {
        guard let text else { return .notLiteral }
        if text.isEmpty { return .empty }
        if PathNotation(of: text) == .pointer { return .pointer }
        return components == nil ? .malformed : nil
    }

    /// Whether the text is a key, or a path without indices.
    var consistsOfKeys: Bool {
        validationError == nil
            && components?.allSatisfy { if case .key = $0 { true } else { false } } == true
    }

    /// The dotted path that replaces an invalid name: the path of the same value for a JSON Pointer, with whole numbers
    /// after the first key as indices, and otherwise the path of the key with this name.
    var validPath: String {
        let text = text ?? ""
        guard PathNotation(of: text) == .pointer, let components else {
            return PathNotation.dottedText(of: [.key(text)])
        }
        let indices = components.dropFirst().map { component in
            guard case .key(let key) = component, let index = Int(key), String(index) == key, index >= 0
            else {
                return component
            }
            return PathComponent.index(index)
        }
        return PathNotation.dottedText(of: components.prefix(1) + indices)
    }
}
