import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What is wrong with one property, whatever the others are.
struct PropertyCheck {
    let property: StoredProperty

    var diagnostics: [Diagnostic] {
        attributeProblems + (property.role == .ignored ? missingDefault : typeProblems + keyProblems)
    }

    // MARK: - Attributes

    private var attributeProblems: [Diagnostic] {
        let attributes = property.attributes.all
        return attributes.enumerated().compactMap { index, attribute in
            if attributes[..<index].contains(where: { $0.name == attribute.name }) {
                return removal(of: attribute.node, .repeated(attribute.name))
            }
            guard let reason = reasonAgainst(attribute.name) else { return nil }
            return removal(of: attribute.node, .meaningless(attribute.name, on: reason))
        }
    }

    private func reasonAgainst(_ name: PropertyAttributes.Name) -> String? {
        if name == .ignored { return nil }
        if property.attributes[.ignored] != nil { return "a property with '@Ignored'" }
        if property.isConstant { return "a constant" }
        return name != .extras && property.role == .extras ? "a property with '@Extras'" : nil
    }

    private func removal(of attribute: AttributeSyntax, _ message: some DiagnosticMessage) -> Diagnostic {
        Diagnostic(node: attribute, message: message, fixIt: .remove(attribute))
    }

    private var missingDefault: [Diagnostic] {
        guard !property.hasInitialValue else { return [] }
        return [
            Diagnostic(
                node: property.binding.pattern, message: .ignoredWithoutDefault(property.key),
                fixIt: .initialize(property.binding))
        ]
    }

    // MARK: - Types

    private var typeProblems: [Diagnostic] {
        let pattern = property.binding.pattern
        guard property.name != nil else { return [Diagnostic(node: pattern, message: .tuplePattern)] }
        if property.role == .extras { return extrasProblems }
        guard let type = property.type else {
            return [
                Diagnostic(
                    node: pattern, message: .needsType(property.key),
                    fixIt: .annotate(property.binding, "<#Type#>"))
            ]
        }
        return ownershipProblems + unimportableProblems(type) + leniencyProblems(type) + dateProblems(type)
    }

    private var extrasProblems: [Diagnostic] {
        guard property.type?.isExtras != true else { return [] }
        let type = "[String: JSONValue]"
        guard let written = property.binding.typeAnnotation?.type else {
            return [
                Diagnostic(
                    node: property.binding.pattern, message: .extrasType,
                    fixIt: .annotate(property.binding, type))
            ]
        }
        let fixIt = FixIt.replace(written, by: type, "change the type to '\(type)'")
        return [Diagnostic(node: written, message: .extrasType, fixIt: fixIt)]
    }

    private var ownershipProblems: [Diagnostic] {
        property.variable.modifiers.compactMap { modifier in
            guard [.keyword(.weak), .keyword(.unowned)].contains(modifier.name.tokenKind) else { return nil }
            return Diagnostic(
                node: modifier, message: .unheld(property.key, modifier.trimmedDescription),
                fixIts: ignoringFixIts)
        }
    }

    private func unimportableProblems(_ type: TypeSyntax) -> [Diagnostic] {
        let node = property.typeNode
        if type.isFunction {
            return [Diagnostic(node: node, message: .function(property.key), fixIts: ignoringFixIts)]
        }
        if type.isTuple { return [Diagnostic(node: node, message: .tuple(property.key))] }
        if type.hidesAny { return [Diagnostic(node: node, message: .hiddenAny(property.key))] }
        return foreignTypeProblems(node)
    }

    private func foreignTypeProblems(_ node: Syntax) -> [Diagnostic] {
        guard let foreign = property.type?.foreignType else { return [] }
        let message = MacroExpansionErrorMessage.foreign(foreign.name, use: foreign.advice)
        guard let written = property.binding.typeAnnotation?.type else {
            return [Diagnostic(node: node, message: message)]
        }
        let (old, new) = (foreign.node(in: written), foreign.replacements[0])
        return [
            Diagnostic(
                node: old, message: message,
                fixIt: .replace(old, by: new, "replace '\(foreign.name)' with '\(new)'"))
        ]
    }

    /// A property can be ignored as it is if it has a value.
    private var ignoringFixIts: [FixIt] { property.hasInitialValue ? [.ignore(property.variable)] : [] }

    private func leniencyProblems(_ type: TypeSyntax) -> [Diagnostic] {
        guard let lenient = property.attributes[.lenient], !type.isArrayOrSet else { return [] }
        return [removal(of: lenient, .lenientType)]
    }

    private func dateProblems(_ type: TypeSyntax) -> [Diagnostic] {
        guard let format = property.attributes[.dateFormat], type.holdsNoDate else { return [] }
        return [removal(of: format, .noDate)]
    }

    // MARK: - Keys

    private var keyProblems: [Diagnostic] {
        guard let attribute = property.attributes[.key] else { return [] }
        let keys = property.attributes.keys
        guard !keys.isEmpty else { return [Diagnostic(node: attribute, message: .noKeys)] }
        return keys.enumerated().compactMap { index, key in
            if let fault = key.fault { return diagnostic(fault, of: key) }
            guard let text = key.text, keys[..<index].contains(where: { $0.steps == key.steps }) else {
                return nil
            }
            return Diagnostic(node: key.expression, message: .repeatedKey(text))
        }
    }

    private func diagnostic(_ fault: KeyName.Fault, of key: KeyName) -> Diagnostic {
        let node = key.expression
        let text = key.text ?? ""
        return switch fault {
        case .notLiteral: Diagnostic(node: node, message: .keyIsNoLiteral)
        case .empty: Diagnostic(node: node, message: .emptyKey)
        case .malformed: Diagnostic(node: node, message: .malformedKey(text))
        case .pointer(let dotted):
            Diagnostic(
                node: node, message: .pointer(text),
                fixIts: dotted.map { path in
                    [
                        .replace(
                            node, by: StringLiteralExprSyntax(content: path).description, "write '\(path)'")
                    ]
                } ?? [])
        }
    }
}
