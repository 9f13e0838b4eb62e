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
    let annotation: TypeSyntax?
    let attributes: PropertyAttributes
    /// The coding keys of the type; `nil` if it declares none.
    let codingKeys: CodingKeys?

    /// Returns the stored properties of a declaration, in source order.
    static func all(in variable: VariableDeclSyntax, _ codingKeys: CodingKeys?) -> [Self] {
        guard variable.mayBeStored else { return [] }
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
    /// Whether the variable is neither static, lazy, nor overriding.
    var mayBeStored: Bool {
        ![Keyword.static, .class, .lazy, .override].contains(where: modifiers.contains)
    }

    /// Returns the type annotation of a binding. In `let x, y: Double`, `x` shares the annotation of `y`.
    func annotation(of binding: PatternBindingSyntax) -> TypeSyntax? {
        guard binding.initializer == nil else { return binding.typeAnnotation?.type.trimmed }
        let bindingAndLater = bindings.drop { $0.id != binding.id }
        return bindingAndLater.first { $0.typeAnnotation != nil }?.typeAnnotation?.type.trimmed
    }
}

extension PatternBindingSyntax {
    /// Whether the binding has no accessors except observers.
    var isStored: Bool {
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
