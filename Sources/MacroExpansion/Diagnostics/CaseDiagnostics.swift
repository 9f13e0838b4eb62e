import ImportNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension Model {
    /// The diagnostics for an enum with a discriminator.
    var caseDiagnostics: [Diagnostic] {
        contentDiagnostics + subclassesDiagnostics + rawTypeDiagnostics + emptyDiagnostics
            + cases.flatMap { $0.valueDiagnostics(in: self) + $0.keyDiagnostics }
            + attributeDiagnostics + codingKeysDiagnostics + collisions + sharedNames
            + conditionalCases.map { Diagnostic(node: $0.element.name, message: .conditionalCase($0.key)) }
    }

    private var contentDiagnostics: [Diagnostic] {
        guard let content else { return [] }
        let name = KeyName(expression: content)
        if name.text == nil { return [Diagnostic(node: content, message: .contentIsNotLiteral)] }
        if name.validationError != nil { return [Diagnostic(node: content, message: .contentIsNotPath)] }
        let isMember = discriminator?.is(MemberAccessExprSyntax.self) != true
        return isMember ? [] : [Diagnostic(node: content, message: .contentWithoutMember)]
    }

    private var subclassesDiagnostics: [Diagnostic] {
        subclasses.map { [Diagnostic(node: $0, message: .subclassesOfEnum)] } ?? []
    }

    /// An export would write the raw value, which the import does not read.
    private var rawTypeDiagnostics: [Diagnostic] {
        guard let clause = declaration.inheritanceClause, let first = clause.inheritedTypes.first,
            first.type.isKnownRawType
        else { return [] }
        let fixIt = FixIt.remove(first, from: clause)
        return [Diagnostic(node: first.type, message: .rawTypeWithDiscriminator, fixIt: fixIt)]
    }

    private var emptyDiagnostics: [Diagnostic] {
        guard cases.isEmpty, conditionalCases.isEmpty else { return [] }
        return [Diagnostic(node: declaration.introducer, message: .noCases)]
    }

    private var attributeDiagnostics: [Diagnostic] {
        let declarations = members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
        return declarations.flatMap { declaration in
            PropertyAttributes(declaration.attributes).all.compactMap { attribute in
                if attribute.name != .key {
                    return Diagnostic(removing: attribute.node, .notOnCase(attribute.name))
                }
                guard declaration.elements.count > 1 else { return nil }
                return Diagnostic(node: attribute.node, message: .severalCases(attribute.name))
            }
        }
    }

    private var codingKeysDiagnostics: [Diagnostic] {
        CodingKeys(members).map { [Diagnostic(node: $0.declaration.name, message: .codingKeysOfCases)] }
            ?? []
    }

    // MARK: - Several cases

    /// The cases that a discriminator can name: all but the case for unknown names.
    private var namedCases: [EnumCase] { cases.filter { !$0.isUnknown } }

    private var collisions: [Diagnostic] {
        namedCases.collisions(of: \.key).map { enumCase, earlier in
            Diagnostic(
                node: enumCase.element.name, message: .caseCollision(enumCase.key, with: earlier.key),
                notes: [.declaration(of: earlier.key, at: earlier.element.name)])
        }
    }

    private var sharedNames: [Diagnostic] {
        var owners: [String: EnumCase] = [:]
        for enumCase in namedCases where enumCase.keys.isEmpty { owners[enumCase.key] = enumCase }
        return cases.flatMap { enumCase in
            enumCase.keys.compactMap { key in
                guard let text = key.text, let owner = owners.updateValue(enumCase, forKey: text),
                    owner.key != enumCase.key
                else { return nil }
                return Diagnostic(
                    node: key.expression, message: .sharedCaseName(text, with: owner.key),
                    notes: [.declaration(of: owner.key, at: owner.element.name)])
            }
        }
    }
}

extension EnumCase {
    fileprivate func valueDiagnostics(in model: Model) -> [Diagnostic] {
        let node = element.name
        if key == "unknown", keys.isEmpty, !isUnknown {
            return [Diagnostic(node: node, message: .unknownCaseValue)]
        }
        if model.isSelectedByKey, values.count > 1 {
            return [Diagnostic(node: node, message: .severalValues(key))]
        }
        if model.content == nil, values.count > 1, let value = unlabelled.first {
            return [Diagnostic(node: value.parameter, message: .unlabelledValueBesideOthers(key))]
        }
        if unlabelled.count > 1 {
            return [Diagnostic(node: node, message: .severalUnlabelledValues(key))]
        }
        return values.flatMap(typeDiagnostics) + labelCollisions + contentLabels(in: model)
    }

    private func typeDiagnostics(_ value: EnumCase.Value) -> [Diagnostic] {
        let type = value.parameter.type
        if type.isFunction { return [Diagnostic(node: type, message: .functionValue(of: key))] }
        if type.containsTuple { return [Diagnostic(node: type, message: .tupleValue(of: key))] }
        if type.mentions("Any") { return [Diagnostic(node: type, message: .anyValue(of: key))] }
        let diagnostic =
            type.existentialOrKeyDiagnostic(at: type) ?? type.unsupportedType?.withoutAny.diagnostic(in: type)
        return diagnostic.map { [$0] } ?? []
    }

    // MARK: - Labels

    private var labels: [TokenSyntax] { values.compactMap(\.label) }

    private var labelCollisions: [Diagnostic] {
        labels.collisions(of: \.unescapedText).map { label, earlier in
            Diagnostic(
                node: label, message: .collision(label.unescapedText, with: earlier.unescapedText),
                notes: [.declaration(of: earlier.unescapedText, at: earlier)])
        }
    }

    /// Returns the diagnostics for labels that have the key of the value without a label.
    private func contentLabels(in model: Model) -> [Diagnostic] {
        guard let key = model.contentKey.map(NameFolding.fold), !unlabelled.isEmpty else { return [] }
        return labels.filter { NameFolding.fold($0.unescapedText) == key }.map {
            Diagnostic(node: $0, message: .labelOfContent($0.unescapedText))
        }
    }

    // MARK: - Names

    fileprivate var keyDiagnostics: [Diagnostic] {
        guard let attribute = attributes[.key], declaration.elements.count == 1 else { return [] }
        guard !keys.isEmpty else { return [Diagnostic(node: attribute, message: .noKeys)] }
        return keys.compactMap { key in
            guard let text = key.text else {
                return Diagnostic(node: key.expression, message: .keyIsNotLiteral)
            }
            return text.isEmpty ? Diagnostic(node: key.expression, message: .emptyKey) : nil
        }
    }
}
