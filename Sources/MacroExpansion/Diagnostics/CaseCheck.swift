import ImportNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

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
