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
        if enumCase.unlabelled.count > 1 {
            return [Diagnostic(node: node, message: .severalUnlabelledValues(enumCase.key))]
        }
        return []
    }

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
