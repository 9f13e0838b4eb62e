import ImportNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The diagnostics for the cases of an enum with a discriminator.
struct CasesCheck {
    let model: Model

    var diagnostics: [Diagnostic] {
        let all =
            contentDiagnostics + subclassesDiagnostics + emptyDiagnostics
            + model.cases.flatMap(valueDiagnostics)
            + model.cases.flatMap(keyDiagnostics) + attributeDiagnostics + collisions + sharedNames
            + conditionalCases
        return all.sorted { $0.position < $1.position }
    }

    private var contentDiagnostics: [Diagnostic] {
        guard let content = model.content else { return [] }
        if content.as(StringLiteralExprSyntax.self)?.representedLiteralValue == nil {
            return [Diagnostic(node: content, message: .contentIsNotLiteral)]
        }
        let isMember = model.discriminator?.is(MemberAccessExprSyntax.self) != true
        return isMember ? [] : [Diagnostic(node: content, message: .contentWithoutMember)]
    }

    private var subclassesDiagnostics: [Diagnostic] {
        model.subclasses.map { [Diagnostic(node: $0, message: .subclassesOfEnum)] } ?? []
    }

    private var emptyDiagnostics: [Diagnostic] {
        guard model.cases.isEmpty, model.conditionalCases.isEmpty else { return [] }
        return [Diagnostic(node: model.declaration.introducer, message: .noCases)]
    }

    // MARK: - One case

    private func valueDiagnostics(_ enumCase: EnumCase) -> [Diagnostic] {
        let node = enumCase.element.name
        if enumCase.key == "unknown", enumCase.keys.isEmpty, !enumCase.isUnknown {
            return [Diagnostic(node: node, message: .unknownCaseValue)]
        }
        if model.isSelectedByKey, enumCase.values.count > 1 {
            return [Diagnostic(node: node, message: .severalValues(enumCase.key))]
        }
        if enumCase.unlabelled.count > 1 {
            return [Diagnostic(node: node, message: .severalUnlabelledValues(enumCase.key))]
        }
        return []
    }

    private func keyDiagnostics(_ enumCase: EnumCase) -> [Diagnostic] {
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

    // MARK: - Several cases

    /// The cases that a discriminator can name: all but the case for unknown names.
    private var namedCases: [EnumCase] { model.cases.filter { !$0.isUnknown } }

    private var collisions: [Diagnostic] {
        var seen: [String: EnumCase] = [:]
        return namedCases.compactMap { enumCase in
            guard let earlier = seen.updateValue(enumCase, forKey: NameFolding.fold(enumCase.key)) else {
                return nil
            }
            return Diagnostic(
                node: enumCase.element.name, message: .caseCollision(enumCase.key, with: earlier.key),
                notes: [note(on: earlier)])
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
                    notes: [note(on: owner)])
            }
        }
    }

    private var conditionalCases: [Diagnostic] {
        model.conditionalCases.map {
            Diagnostic(node: $0.element.name, message: .conditionalCase($0.key))
        }
    }

    private func note(on enumCase: EnumCase) -> Note {
        Note(
            node: Syntax(enumCase.element.name),
            message: MacroExpansionNoteMessage("'\(enumCase.key)' is declared here"))
    }
}
