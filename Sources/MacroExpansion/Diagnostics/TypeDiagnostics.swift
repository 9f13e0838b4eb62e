import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension Model {
    /// All errors that prevent the type from being imported, and the warnings, in source order.
    var diagnostics: [Diagnostic] {
        let hasProperties = kind != .other && kind != .enumeration
        return (declarationDiagnostics + (hasProperties ? propertyDiagnostics : []))
            .sorted { $0.position < $1.position }
    }

    /// The diagnostics for the declaration of the type itself.
    private var declarationDiagnostics: [Diagnostic] {
        if isLocal { return [Diagnostic(node: declaration.introducer, message: .localType)] }
        return switch kind {
        case .other:
            [Diagnostic(node: declaration.introducer, message: .unsupportedDeclaration(kindName))]
        case .enumeration:
            discriminatorDiagnostics
                + (hasCasePlan ? caseDiagnostics : argumentDiagnostics + rawTypeDiagnostics)
                + conformanceDiagnostics + accessDiagnostics + genericDiagnostics
        case .structure, .finalClass, .openClass:
            discriminatorDiagnostics + subclassesDiagnostics + arrayDiagnostics + conformanceDiagnostics
                + isolationDiagnostics + accessDiagnostics + privatePropertyTypes + genericDiagnostics
        }
    }

    private var kindName: String {
        switch declaration.kind {
        case .protocolDecl: "protocols"
        case .actorDecl: "actors"
        default: "this declaration"
        }
    }

    private var argumentDiagnostics: [Diagnostic] {
        guard !attribute.argumentList.isEmpty else { return [] }
        let fixIt = FixIt.replace(attribute, by: bareAttribute, "remove the arguments")
        return [Diagnostic(node: attribute, message: .argumentsForEnum, fixIt: fixIt)]
    }

    /// The attribute without its arguments.
    private var bareAttribute: String { "@\(attribute.attributeName.trimmedDescription)" }

    private var rawTypeDiagnostics: [Diagnostic] {
        if let type = inheritedTypes.first,
            ["Character", "Swift.Character"].contains(type.trimmedDescription)
        {
            let fixIt = FixIt.replace(type, by: "String", "replace 'Character' with 'String'")
            return [Diagnostic(node: type, message: .characterRawType, fixIt: fixIt)]
        }
        guard let declaration = declaration.as(EnumDeclSyntax.self),
            inheritedTypes.allSatisfy(\.isKnownProtocol)
        else { return [] }
        if cases.contains(where: { !$0.values.isEmpty }) {
            let arguments = "\(bareAttribute)(discriminator: \"type\")"
            let fixIt = FixIt.replace(attribute, by: arguments, "add 'discriminator: \"type\"'")
            return [Diagnostic(node: declaration.name, message: .associatedValues, fixIt: fixIt)]
        }
        return [Diagnostic(node: declaration.name, message: .noRawValues, fixIt: .giveRawType(declaration))]
    }

    /// The diagnostics for elements of `subclasses:` that are not types, or are the class itself.
    private var subclassesDiagnostics: [Diagnostic] {
        guard let subclasses else { return [] }
        guard let list = subclasses.as(ArrayExprSyntax.self) else {
            return [Diagnostic(node: subclasses, message: .subclassesAreNotTypes)]
        }
        return list.elements.compactMap { element in
            let access = element.expression.as(MemberAccessExprSyntax.self)
            guard access?.declName.baseName.tokenKind == .keyword(.self) else {
                return Diagnostic(node: element.expression, message: .subclassesAreNotTypes)
            }
            let isClass = [name.text, "Self"].contains(access?.base?.trimmedDescription)
            return isClass ? Diagnostic(node: element.expression, message: .subclassIsClass(name.text)) : nil
        }
    }

    /// A discriminator tells the cases of an enum apart, or the subclasses of a class.
    private var discriminatorDiagnostics: [Diagnostic] {
        guard let discriminator else { return [] }
        guard kind == .enumeration || kind == .openClass && subclasses != nil else {
            return [Diagnostic(node: discriminator, message: .discriminatorWithoutCases)]
        }
        let isLiteral = discriminator.is(StringLiteralExprSyntax.self)
        guard isLiteral, !KeyName(expression: discriminator).consistsOfKeys else { return [] }
        return [Diagnostic(node: discriminator, message: .discriminatorIsNotPath)]
    }

    /// The diagnostics for `asArray:`. In a class with subclasses or a superclass, the positions would depend on other declarations.
    private var arrayDiagnostics: [Diagnostic] {
        guard let argument = attribute.argument("asArray") else { return [] }
        guard argument.is(BooleanLiteralExprSyntax.self) else {
            return [Diagnostic(node: argument, message: .asArrayIsNotLiteral)]
        }
        guard isArray else { return [] }
        if kind == .openClass || superclass != nil {
            return [Diagnostic(node: argument, message: .arrayOfClass)]
        }
        let isEmpty =
            properties.allSatisfy { $0.role == .ignored } && conditionalProperties.isEmpty
        return isEmpty ? [Diagnostic(node: argument, message: .arrayWithoutElements)] : []
    }

    private var conformanceDiagnostics: [Diagnostic] {
        guard let clause = declaration.inheritanceClause else { return [] }
        return clause.inheritedTypes.compactMap { inherited in
            let name = inherited.type.trimmedDescription
            let isRedundant = ["Importable", "StreamImport.Importable"].contains(name)
            guard isRedundant || inherited.type.is(SuppressedTypeSyntax.self) else { return nil }
            return Diagnostic(
                node: inherited.type,
                message: isRedundant ? .redundantConformance : .suppressedConformance(name),
                fixIt: .remove(inherited, from: clause))
        }
    }

    /// Only the main thread may write to the properties of a main-actor object, and imports run on other threads.
    private var isolationDiagnostics: [Diagnostic] {
        guard declaration.is(ClassDeclSyntax.self) else { return [] }
        return declaration.attributes.attributes(named: "MainActor").map {
            Diagnostic(node: $0, message: .mainActorClass, fixIt: .replace($0, by: "nonisolated"))
        }
    }

    /// An extension at file scope does not see types that are private in another type.
    private var accessDiagnostics: [Diagnostic] {
        if let outer = privateOuterType {
            return [Diagnostic(node: declaration.introducer, message: .privateOuterType(outer))]
        }
        guard let modifier = declaration.modifiers.first(.private), !lexicalContext.isEmpty else { return [] }
        let fixIt = FixIt.replace(modifier, by: "fileprivate")
        return [Diagnostic(node: modifier, message: .privateNestedType, fixIt: fixIt)]
    }

    /// Subclasses call members that mention the types of properties. These types therefore cannot be private in the
    /// class.
    private var privatePropertyTypes: [Diagnostic] {
        guard kind == .openClass else { return [] }
        return members.compactMap { member in
            guard let type = member.decl.asProtocol((any NamedDeclSyntax).self),
                let modifier = member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers.first(
                    .private),
                let property = fields.first(where: { $0.type.mentions(type.name.unescapedText) })
            else { return nil }
            return Diagnostic(
                node: modifier, message: .privatePropertyType(type.name.text, of: property.key),
                fixIt: .replace(modifier, by: "fileprivate"))
        }
    }

    private var genericDiagnostics: [Diagnostic] {
        (genericParameters ?? []).compactMap { parameter in
            let name = parameter.name.text
            guard parameter.inheritedType?.isKnownProtocol != false, !constrains(name),
                let member = importedTypes.first(where: { $0.type.holds(name) })
            else { return nil }
            return Diagnostic(
                node: parameter.name, message: .unconstrained(name, in: member.name),
                fixIt: .constrain(parameter))
        }
    }

    /// The types of the fields, or of the associated values of the cases.
    private var importedTypes: [(name: String, type: TypeSyntax)] {
        fields.map { ("the type of '\($0.key)'", $0.type) }
            + (hasCasePlan ? cases : []).flatMap { enumCase in
                enumCase.values.map { ("an associated value of '\(enumCase.key)'", $0.type) }
            }
    }

    /// Returns whether the where clause has a requirement that could make a generic parameter importable.
    private func constrains(_ parameter: String) -> Bool {
        let clause = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause
        return clause?.requirements.contains { requirement in
            requirement.tokens(viewMode: .sourceAccurate).contains { $0.text == parameter }
                && requirement.requirement.as(ConformanceRequirementSyntax.self)?.rightType.isKnownProtocol
                    != true
        } == true
    }

    /// The name of a private type around the model that hides the model from the rest of the file; `nil` if there is
    /// none. A private type at file scope does not hide the model.
    private var privateOuterType: String? {
        let outer = lexicalContext.dropLast().first {
            $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains(.private) == true
        }
        return outer?.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
}
