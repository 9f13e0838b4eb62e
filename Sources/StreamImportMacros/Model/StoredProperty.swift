import SwiftSyntax

/// A property that takes room in an instance of the model.
struct StoredProperty {
    /// What becomes of a property in an import.
    ///
    /// The raw values are the functions of `ImportFields` that declare a field.
    enum Role: String {
        /// It has a value of its own.
        case ignored = "ignore"
        /// It receives what no other property does.
        case extras
        case required, optional, defaulted
    }

    let variable: VariableDeclSyntax
    let binding: PatternBindingSyntax
    /// The type that is written, if there is one.
    let annotation: TypeSyntax?
    let attributes: PropertyAttributes

    /// The stored properties of a declaration, in their order.
    static func all(in variable: VariableDeclSyntax) -> [Self] {
        guard variable.mayBeStored else { return [] }
        // `filter` would make a copy of the list, whose bindings are not those of the declaration.
        return variable.bindings.compactMap { binding in
            guard binding.isStored else { return nil }
            return Self(
                variable: variable, binding: binding, annotation: variable.annotation(of: binding),
                attributes: PropertyAttributes(variable.attributes))
        }
    }

    /// The name as it is written; `nil` of a tuple.
    var name: TokenSyntax? { binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed }

    /// The name without the backticks it may be written with.
    var key: String { name?.unescapedText ?? binding.pattern.trimmedDescription }

    /// The type that is written, or that the default shows.
    var type: TypeSyntax? { annotation ?? binding.initializer?.value.inferredType }

    /// Where the type is written, or else the name.
    var typeNode: Syntax { binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(binding.pattern) }

    var isLet: Bool { variable.bindingSpecifier.tokenKind == .keyword(.let) }

    /// Whether it has a value before an initialiser gives it one.
    var hasInitialValue: Bool {
        let isSugar =
            annotation?.is(OptionalTypeSyntax.self) == true
            || annotation?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true
        return binding.initializer != nil || !isLet && isSugar
    }

    var isConstant: Bool { isLet && binding.initializer != nil }

    var role: Role {
        if attributes[.ignored] != nil || isConstant { return .ignored }
        if attributes[.extras] != nil { return .extras }
        if binding.initializer != nil { return .defaulted }
        return type?.wrapped == nil ? .required : .optional
    }
}

extension VariableDeclSyntax {
    /// Whether it is neither static, nor lazy, nor the superclass's.
    var mayBeStored: Bool {
        ![Keyword.static, .class, .lazy, .override].contains(where: modifiers.contains)
    }

    /// The type that is written for a binding. `x` and `y` share that of `let x, y: Double`.
    func annotation(of binding: PatternBindingSyntax) -> TypeSyntax? {
        guard binding.initializer == nil else { return binding.typeAnnotation?.type.trimmed }
        let rest = bindings.drop { $0.id != binding.id }
        return rest.first { $0.typeAnnotation != nil }?.typeAnnotation?.type.trimmed
    }
}

extension PatternBindingSyntax {
    /// Whether its accessors, if any, only observe it.
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
