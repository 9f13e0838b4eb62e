import ImportNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The diagnostics for an enum with a discriminator that do not concern one case alone.
struct CasesCheck {
    let model: Model

    var diagnostics: [Diagnostic] {
        let all =
            contentDiagnostics + subclassesDiagnostics + rawTypeDiagnostics + emptyDiagnostics
            + model.cases.flatMap { CaseCheck(enumCase: $0, model: model).diagnostics }
            + attributeDiagnostics + codingKeysDiagnostics + collisions + sharedNames + conditionalCases
        return all.sorted { $0.position < $1.position }
    }

    private var contentDiagnostics: [Diagnostic] {
        guard let content = model.content else { return [] }
        let name = KeyName(expression: content)
        if name.text == nil { return [Diagnostic(node: content, message: .contentIsNotLiteral)] }
        if name.validationError != nil { return [Diagnostic(node: content, message: .contentIsNotPath)] }
        let isMember = model.discriminator?.is(MemberAccessExprSyntax.self) != true
        return isMember ? [] : [Diagnostic(node: content, message: .contentWithoutMember)]
    }

    private var subclassesDiagnostics: [Diagnostic] {
        model.subclasses.map { [Diagnostic(node: $0, message: .subclassesOfEnum)] } ?? []
    }

    /// An export would write the raw value, which the import does not read.
    private var rawTypeDiagnostics: [Diagnostic] {
        guard let clause = model.declaration.inheritanceClause, let first = clause.inheritedTypes.first,
            first.type.isKnownRawType
        else { return [] }
        return [
            Diagnostic(
                node: first.type, message: .rawTypeWithDiscriminator, fixIt: .remove(first, from: clause))
        ]
    }

    private var emptyDiagnostics: [Diagnostic] {
        guard model.cases.isEmpty, model.conditionalCases.isEmpty else { return [] }
        return [Diagnostic(node: model.declaration.introducer, message: .noCases)]
    }

    private var attributeDiagnostics: [Diagnostic] {
        let declarations = model.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
        return declarations.flatMap { declaration in
            PropertyAttributes(declaration.attributes).all.compactMap { attribute in
                if attribute.name != .key {
                    return Diagnostic(
                        node: attribute.node, message: .notOnCase(attribute.name),
                        fixIt: .remove(attribute.node))
                }
                guard declaration.elements.count > 1 else { return nil }
                return Diagnostic(node: attribute.node, message: .severalCases(attribute.name))
            }
        }
    }

    private var codingKeysDiagnostics: [Diagnostic] {
        CodingKeys(model.members).map { [Diagnostic(node: $0.declaration.name, message: .codingKeysOfCases)] }
            ?? []
    }

    // MARK: - Several cases

    /// The cases that a discriminator can name: all but the case for unknown names.
    private var namedCases: [EnumCase] { model.cases.filter { !$0.isUnknown } }

    private var collisions: [Diagnostic] {
        namedCases.collisions(of: \.key).map { enumCase, earlier in
            Diagnostic(
                node: enumCase.element.name, message: .caseCollision(enumCase.key, with: earlier.key),
                notes: [.declaration(of: earlier.element.name)])
        }
    }

    private var sharedNames: [Diagnostic] {
        var owners: [String: EnumCase] = [:]
        for enumCase in namedCases where enumCase.keys.isEmpty { owners[enumCase.key] = enumCase }
        return model.cases.flatMap { enumCase in
            enumCase.keys.compactMap { key in
                guard let text = key.text, let owner = owners.updateValue(enumCase, forKey: text),
                    owner.key != enumCase.key
                else { return nil }
                return Diagnostic(
                    node: key.expression, message: .sharedCaseName(text, with: owner.key),
                    notes: [.declaration(of: owner.element.name)])
            }
        }
    }

    private var conditionalCases: [Diagnostic] {
        model.conditionalCases.map {
            Diagnostic(node: $0.element.name, message: .conditionalCase($0.key))
        }
    }
}

/// The diagnostics for one case of an enum with a discriminator that do not depend on other cases.
struct CaseCheck {
    let enumCase: EnumCase
    let model: Model

    var diagnostics: [Diagnostic] { valueDiagnostics + keyDiagnostics }

    private var valueDiagnostics: [Diagnostic] {
        let node = enumCase.element.name
        if enumCase.key == "unknown", enumCase.keys.isEmpty, !enumCase.isUnknown {
            return [Diagnostic(node: node, message: .unknownCaseValue)]
        }
        if model.isSelectedByKey, enumCase.values.count > 1 {
            return [Diagnostic(node: node, message: .severalValues(enumCase.key))]
        }
        if model.content == nil, enumCase.values.count > 1, let value = enumCase.unlabelled.first {
            return [Diagnostic(node: value.parameter, message: .unlabelledValueBesideOthers(enumCase.key))]
        }
        if enumCase.unlabelled.count > 1 {
            return [Diagnostic(node: node, message: .severalUnlabelledValues(enumCase.key))]
        }
        return enumCase.values.flatMap(typeDiagnostics) + labelCollisions + contentLabels
    }

    private func typeDiagnostics(_ value: EnumCase.Value) -> [Diagnostic] {
        let type = value.parameter.type
        if type.isFunction { return [Diagnostic(node: type, message: .functionValue(of: enumCase.key))] }
        if type.containsTuple { return [Diagnostic(node: type, message: .tupleValue(of: enumCase.key))] }
        if type.mentions("Any") { return [Diagnostic(node: type, message: .anyValue(of: enumCase.key))] }
        if let existential = type.existential {
            return [Diagnostic(node: type, message: .existential(existential.trimmedDescription))]
        }
        if let key = type.unsupportedKey {
            return [Diagnostic(node: type, message: .keyType(key.trimmedDescription))]
        }
        return type.unsupportedType.map { [$0.withoutAny.diagnostic(in: type)] } ?? []
    }

    // MARK: - Labels

    private var labels: [TokenSyntax] { enumCase.values.compactMap(\.label) }

    private var labelCollisions: [Diagnostic] {
        labels.collisions(of: \.unescapedText).map { label, earlier in
            Diagnostic(
                node: label, message: .collision(label.unescapedText, with: earlier.unescapedText),
                notes: [.declaration(of: earlier)])
        }
    }

    /// The diagnostics for labels that have the key of the value without a label.
    private var contentLabels: [Diagnostic] {
        guard let key = model.contentKey.map(NameFolding.fold), !enumCase.unlabelled.isEmpty else {
            return []
        }
        return labels.filter { NameFolding.fold($0.unescapedText) == key }.map {
            Diagnostic(node: $0, message: .labelOfContent($0.unescapedText))
        }
    }

    // MARK: - Names

    private var keyDiagnostics: [Diagnostic] {
        guard let attribute = enumCase.attributes[.key], enumCase.declaration.elements.count == 1 else {
            return []
        }
        guard !enumCase.keys.isEmpty else { return [Diagnostic(node: attribute, message: .noKeys)] }
        return enumCase.keys.compactMap { key in
            guard let text = key.text else {
                return Diagnostic(node: key.expression, message: .keyIsNotLiteral)
            }
            return text.isEmpty ? Diagnostic(node: key.expression, message: .emptyKey) : nil
        }
    }
}
