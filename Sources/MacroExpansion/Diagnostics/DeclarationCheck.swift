import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The diagnostics for the declaration of the type itself.
struct DeclarationCheck {
    let model: Model

    var diagnostics: [Diagnostic] {
        if model.isLocal { return [Diagnostic(node: model.declaration.introducer, message: .localType)] }
        return switch model.kind {
        case .other:
            [Diagnostic(node: model.declaration.introducer, message: .unsupportedDeclaration(kindName))]
        case .enumeration:
            discriminatorDiagnostics
                + (model.hasCasePlan
                    ? CasesCheck(model: model).diagnostics : argumentDiagnostics + rawTypeDiagnostics)
                + conformanceDiagnostics + suppressionDiagnostics
                + accessDiagnostics + genericDiagnostics
        case .structure, .finalClass, .openClass:
            discriminatorDiagnostics + subclassesDiagnostics + arrayDiagnostics + conformanceDiagnostics
                + suppressionDiagnostics
                + isolationDiagnostics
                + accessDiagnostics
                + privatePropertyTypes
                + genericDiagnostics
        }
    }

    private var kindName: String {
        switch model.declaration.kind {
        case .protocolDecl: "protocols"
        case .actorDecl: "actors"
        default: "this declaration"
        }
    }

    private var argumentDiagnostics: [Diagnostic] {
        guard !model.attribute.argumentList.isEmpty else { return [] }
        let name = "@\(model.attribute.attributeName.trimmedDescription)"
        return [
            Diagnostic(
                node: model.attribute, message: .argumentsForEnum,
                fixIt: .replace(model.attribute, by: name, "remove the arguments"))
        ]
    }

    private var rawTypeDiagnostics: [Diagnostic] {
        if let type = model.inheritedTypes.first,
            ["Character", "Swift.Character"].contains(type.trimmedDescription)
        {
            return [
                Diagnostic(
                    node: type, message: .characterRawType,
                    fixIt: .replace(type, by: "String", "replace 'Character' with 'String'"))
            ]
        }
        guard let declaration = model.declaration.as(EnumDeclSyntax.self),
            model.inheritedTypes.allSatisfy(\.isKnownProtocol)
        else { return [] }
        if declaration.hasAssociatedValues {
            let arguments = "\(model.attribute.trimmedDescription)(discriminator: \"type\")"
            return [
                Diagnostic(
                    node: declaration.name, message: .associatedValues,
                    fixIt: .replace(model.attribute, by: arguments, "add 'discriminator: \"type\"'"))
            ]
        }
        return [
            Diagnostic(node: declaration.name, message: .noRawValues, fixIt: .giveRawType(declaration))
        ]
    }

    /// The diagnostics for elements of `subclasses:` that are not types.
    private var subclassesDiagnostics: [Diagnostic] {
        guard let subclasses = model.subclasses else { return [] }
        guard let list = subclasses.as(ArrayExprSyntax.self) else {
            return [Diagnostic(node: subclasses, message: .subclassesAreNotTypes)]
        }
        return list.elements.compactMap { element in
            let access = element.expression.as(MemberAccessExprSyntax.self)
            guard access?.declName.baseName.tokenKind != .keyword(.self) else { return nil }
            return Diagnostic(node: element.expression, message: .subclassesAreNotTypes)
        }
    }

    /// A discriminator tells the cases of an enum apart, or the subclasses of a class.
    private var discriminatorDiagnostics: [Diagnostic] {
        guard let discriminator = model.discriminator else { return [] }
        guard model.kind == .enumeration || model.kind == .openClass && model.subclasses != nil else {
            return [Diagnostic(node: discriminator, message: .discriminatorWithoutCases)]
        }
        let isLiteral = discriminator.is(StringLiteralExprSyntax.self)
        guard isLiteral, !KeyName(expression: discriminator).consistsOfKeys else { return [] }
        return [Diagnostic(node: discriminator, message: .discriminatorIsNotPath)]
    }

    /// The diagnostics for `asArray:`. In a class with subclasses or a superclass, the positions would depend on other declarations.
    private var arrayDiagnostics: [Diagnostic] {
        guard let argument = model.attribute.argument("asArray") else { return [] }
        guard argument.is(BooleanLiteralExprSyntax.self) else {
            return [Diagnostic(node: argument, message: .asArrayIsNotLiteral)]
        }
        guard model.isArray else { return [] }
        if model.kind == .openClass || model.superclass != nil {
            return [Diagnostic(node: argument, message: .arrayOfClass)]
        }
        let isEmpty =
            model.properties.allSatisfy { $0.role == .ignored } && model.conditionalProperties.isEmpty
        return isEmpty ? [Diagnostic(node: argument, message: .arrayWithoutElements)] : []
    }

    private var conformanceDiagnostics: [Diagnostic] {
        guard let clause = model.declaration.inheritanceClause else { return [] }
        return clause.inheritedTypes.compactMap { inherited in
            let name = inherited.type.trimmedDescription
            guard ["Importable", "StreamImport.Importable"].contains(name) else { return nil }
            return Diagnostic(
                node: inherited.type, message: .redundantConformance, fixIt: .remove(inherited, from: clause))
        }
    }

    private var suppressionDiagnostics: [Diagnostic] {
        guard let clause = model.declaration.inheritanceClause else { return [] }
        // `filter` would return a copy of the list, which has no position in the source.
        return clause.inheritedTypes.compactMap { inherited in
            guard inherited.type.is(SuppressedTypeSyntax.self) else { return nil }
            return Diagnostic(
                node: inherited.type, message: .suppressedConformance(inherited.type.trimmedDescription),
                fixIt: .remove(inherited, from: clause))
        }
    }

    /// Only the main thread may write to the properties of a main-actor object, and imports run on other threads.
    private var isolationDiagnostics: [Diagnostic] {
        guard model.declaration.is(ClassDeclSyntax.self) else { return [] }
        return model.declaration.attributes.attributes(named: "MainActor").map {
            Diagnostic(
                node: $0, message: .mainActorClass,
                fixIt: .replace(
                    $0, by: "nonisolated", "replace '\($0.trimmedDescription)' with 'nonisolated'"))
        }
    }

    /// An extension at file scope does not see types that are private in another type.
    private var accessDiagnostics: [Diagnostic] {
        if let outer = model.privateOuterType {
            return [Diagnostic(node: model.declaration.introducer, message: .privateOuterType(outer))]
        }
        guard let modifier = model.declaration.modifiers.first(.private), !model.lexicalContext.isEmpty else {
            return []
        }
        return [
            Diagnostic(
                node: modifier, message: .privateNestedType,
                fixIt: .replace(modifier, by: "fileprivate", "replace 'private' with 'fileprivate'"))
        ]
    }

    /// Subclasses call members that mention the types of properties. These types therefore cannot be private in the
    /// class.
    private var privatePropertyTypes: [Diagnostic] {
        guard model.kind == .openClass else { return [] }
        return model.declaration.memberBlock.members.compactMap { member in
            guard let type = member.decl.asProtocol((any NamedDeclSyntax).self),
                let modifier = member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers.first(
                    .private),
                let property = model.fields.first(where: { $0.type.mentions(type.name.unescapedText) })
            else { return nil }
            return Diagnostic(
                node: modifier, message: .privatePropertyType(type.name.text, of: property.key),
                fixIt: .replace(modifier, by: "fileprivate", "replace 'private' with 'fileprivate'"))
        }
    }

    private var genericDiagnostics: [Diagnostic] {
        (model.genericParameters ?? []).compactMap { parameter in
            let name = parameter.name.text
            guard parameter.inheritedType?.isKnownProtocol != false, !model.constrains(name),
                let member = model.importedTypes.first(where: { $0.type.holds(name) })
            else { return nil }
            return Diagnostic(
                node: parameter.name, message: .unconstrained(name, in: member.name),
                fixIt: .constrain(parameter))
        }
    }
}

extension Model {
    /// The types of the fields, or of the associated values of the cases.
    fileprivate var importedTypes: [(name: String, type: TypeSyntax)] {
        fields.map { ("the type of '\($0.key)'", $0.type) }
            + (hasCasePlan ? cases : []).flatMap { enumCase in
                enumCase.values.map { ("an associated value of '\(enumCase.key)'", $0.type) }
            }
    }

    /// Returns whether the where clause has a requirement that could make a generic parameter importable.
    fileprivate func constrains(_ parameter: String) -> Bool {
        let clause = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause
        return clause?.requirements.contains { requirement in
            requirement.tokens(viewMode: .sourceAccurate).contains { $0.text == parameter }
                && requirement.requirement.as(ConformanceRequirementSyntax.self)?.rightType.isKnownProtocol
                    != true
        } == true
    }

    /// The name of a private type around the model that hides the model from the rest of the file; `nil` if there is
    /// none. A private type at file scope does not hide the model.
    fileprivate var privateOuterType: String? {
        let outer = lexicalContext.dropLast().first {
            $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains(.private) == true
        }
        return outer?.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
}

extension EnumDeclSyntax {
    fileprivate var hasAssociatedValues: Bool {
        memberBlock.members.contains { member in
            member.decl.as(EnumCaseDeclSyntax.self)?.elements.contains { $0.parameterClause != nil } == true
        }
    }
}

extension Model {
    /// All errors that prevent the type from being imported, and the warnings, in source order.
    var diagnostics: [Diagnostic] {
        let declaration = DeclarationCheck(model: self).diagnostics
        guard kind != .other, kind != .enumeration else { return declaration }
        let properties = properties.flatMap { PropertyCheck(property: $0).diagnostics }
        return (declaration + properties + PropertiesCheck(model: self).diagnostics)
            .sorted { $0.position < $1.position }
    }
}
