import ImportNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The diagnostics for properties that depend on other parts of the model.
struct PropertiesCheck {
    let model: Model

    var diagnostics: [Diagnostic] {
        typeNames + collisions + sharedKeys + keysNamingOtherProperties + secondExtras + conditionalProperties
            + conditionalAttributes + misplacedAttributes + codingKeysDiagnostics + keysOfElements
    }

    /// The diagnostics for keys of properties that are the elements of an array.
    private var keysOfElements: [Diagnostic] {
        guard model.isArray else { return [] }
        return model.properties.filter { $0.role != .ignored }.flatMap(\.attributes.all)
            .filter { [.key, .extras].contains($0.name) }
            .map {
                Diagnostic(
                    node: $0.node, message: .noEffect($0.name, on: "an element of an array"),
                    fixIt: .remove($0.node))
            }
    }

    private var typeNames: [Diagnostic] {
        model.properties.filter { $0.key == model.name.unescapedText }.map {
            Diagnostic(node: $0.binding.pattern, message: .typeName($0.key))
        }
    }

    private var collisions: [Diagnostic] {
        model.properties.filter { $0.codingKey == nil }.collisions(of: \.key).map { property, earlier in
            Diagnostic(
                node: property.binding.pattern, message: .collision(property.key, with: earlier.key),
                notes: [declaration(of: earlier)])
        }
    }

    private var sharedKeys: [Diagnostic] {
        var owners: [[PathComponent]: StoredProperty] = [:]
        return model.properties.flatMap { property in
            property.attributes.keys.compactMap { key in
                guard let text = key.text, let components = key.components,
                    let owner = owners.updateValue(property, forKey: components), owner.key != property.key
                else { return nil }
                return Diagnostic(
                    node: key.expression, message: .sharedKey(text, with: owner.key),
                    notes: [declaration(of: owner)])
            }
        }
    }

    /// The diagnostics for keys that are the name of another property, if that property has no other key.
    private var keysNamingOtherProperties: [Diagnostic] {
        let keyedOnlyByName = model.properties.filter { $0.attributes[.key] == nil && $0.isKeyedByName }
        return model.properties.flatMap { property in
            property.attributes.keys.compactMap { key in
                guard let owner = keyedOnlyByName.first(where: { [.key($0.nameKey)] == key.components }),
                    owner.key != property.key
                else { return nil }
                let isName = owner.codingKey == nil
                return Diagnostic(
                    node: key.expression,
                    message: isName
                        ? .keyNamesOtherProperty(owner.key) : .sharedKey(owner.nameKey, with: owner.key),
                    notes: [declaration(of: owner)])
            }
        }
    }

    private var secondExtras: [Diagnostic] {
        let extras = model.properties.filter { $0.role == .extras }
        return extras.dropFirst().compactMap { property in
            property.attributes[.extras].map {
                Diagnostic(
                    node: $0, message: .secondExtras(extras[0].key), notes: [declaration(of: extras[0])])
            }
        }
    }

    private var conditionalProperties: [Diagnostic] {
        model.conditionalProperties.filter { $0.role != .ignored }.map {
            Diagnostic(node: $0.binding.pattern, message: .conditional($0.key))
        }
    }

    private var conditionalAttributes: [Diagnostic] {
        model.variables.flatMap { PropertyAttributes($0.attributes).conditional }.map {
            Diagnostic(node: $0.node, message: .conditionalAttribute($0.name))
        }
    }

    private var codingKeysDiagnostics: [Diagnostic] {
        let enums = model.members.conditionalMembers.compactMap { CodingKeys($0)?.declaration }
        let computed = (model.codingKeys?.computedKeys).map {
            Diagnostic(node: $0, message: .computedCodingKeys)
        }
        return (computed.map { [$0] } ?? [])
            + enums.map { Diagnostic(node: $0.name, message: .conditionalCodingKeys) }
            + (model.codingKeys?.conditionalCases ?? []).map {
                Diagnostic(node: $0.element.name, message: .conditionalCase($0.key))
            }
    }

    /// The diagnostics for attributes of variables that are not stored properties.
    private var misplacedAttributes: [Diagnostic] {
        model.otherVariables.flatMap { variable in
            PropertyAttributes(variable.attributes).all.filter { $0.name != .ignored }.map { attribute in
                Diagnostic(
                    node: attribute.node,
                    message: .noEffect(attribute.name, on: "a property that is not imported"),
                    fixIt: .remove(attribute.node))
            }
        }
    }

    /// Returns a note that points to the declaration of a property.
    private func declaration(of property: StoredProperty) -> Note {
        Note(
            node: Syntax(property.binding.pattern),
            message: MacroExpansionNoteMessage("'\(property.key)' is declared here"))
    }
}

extension StoredProperty {
    /// Whether the name of the property is a key of its field.
    fileprivate var isKeyedByName: Bool { role != .ignored && role != .extras }
}

/// The diagnostics for one property that do not depend on other properties.
struct PropertyCheck {
    let property: StoredProperty

    var diagnostics: [Diagnostic] {
        attributeDiagnostics
            + (property.role == .ignored ? missingDefaultDiagnostics : typeDiagnostics + keyDiagnostics)
    }

    // MARK: - Attributes

    private var attributeDiagnostics: [Diagnostic] {
        let attributes = property.attributes.all
        return attributes.enumerated().compactMap { index, attribute in
            if attributes[..<index].contains(where: { $0.name == attribute.name }) {
                return diagnostic(removing: attribute.node, .repeated(attribute.name))
            }
            guard let kind = propertyKind(ignoring: attribute.name) else { return nil }
            return diagnostic(removing: attribute.node, .noEffect(attribute.name, on: kind))
        }
    }

    /// Returns the kind of the property if an attribute has no effect on it; otherwise `nil`.
    private func propertyKind(ignoring name: PropertyAttributes.Name) -> String? {
        if name == .ignored { return nil }
        if property.attributes[.ignored] != nil { return "a property with '@Ignored'" }
        if property.isConstant { return "a constant" }
        if property.role == .ignored { return "a property that 'CodingKeys' omits" }
        return name != .extras && property.role == .extras ? "a property with '@Extras'" : nil
    }

    private func diagnostic(
        removing attribute: AttributeSyntax, _ message: some DiagnosticMessage
    ) -> Diagnostic {
        Diagnostic(node: attribute, message: message, fixIt: .remove(attribute))
    }

    private var missingDefaultDiagnostics: [Diagnostic] {
        guard !property.hasInitialValue else { return [] }
        return [
            Diagnostic(
                node: property.binding.pattern,
                message: property.attributes[.ignored] != nil
                    ? .ignoredWithoutDefault(property.key) : .omittedWithoutDefault(property.key),
                fixIt: .initialize(property.binding))
        ]
    }

    // MARK: - Types

    private var typeDiagnostics: [Diagnostic] {
        let pattern = property.binding.pattern
        guard property.name != nil else { return [Diagnostic(node: pattern, message: .tuplePattern)] }
        if property.role == .extras { return extrasDiagnostics }
        guard let type = property.type else {
            return [
                Diagnostic(
                    node: pattern, message: .needsType(property.key),
                    fixIt: .annotate(property.binding, "<#Type#>"))
            ]
        }
        return ownershipDiagnostics + unimportableDiagnostics(type) + leniencyDiagnostics(type)
            + dateDiagnostics(type)
    }

    private var extrasDiagnostics: [Diagnostic] {
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

    private var ownershipDiagnostics: [Diagnostic] {
        property.variable.modifiers.compactMap { modifier in
            guard [.keyword(.weak), .keyword(.unowned)].contains(modifier.name.tokenKind) else { return nil }
            return Diagnostic(
                node: modifier, message: .notRetained(property.key, modifier.trimmedDescription),
                fixIts: ignoringFixIts)
        }
    }

    private func unimportableDiagnostics(_ type: TypeSyntax) -> [Diagnostic] {
        let node = property.typeNode
        if type.isFunction {
            return [Diagnostic(node: node, message: .function(property.key), fixIts: ignoringFixIts)]
        }
        if type.containsTuple { return [Diagnostic(node: node, message: .tuple(property.key))] }
        if type.containsUnsupportedAny {
            return [Diagnostic(node: node, message: .unsupportedAny(property.key))]
        }
        if let existential = type.existential {
            return [Diagnostic(node: node, message: .existential(existential.trimmedDescription))]
        }
        if let key = type.unsupportedKey {
            return [Diagnostic(node: node, message: .keyType(key.trimmedDescription))]
        }
        return unsupportedTypeDiagnostics(node)
    }

    private func unsupportedTypeDiagnostics(_ node: Syntax) -> [Diagnostic] {
        guard let unsupported = property.type?.unsupportedType else { return [] }
        guard let written = property.binding.typeAnnotation?.type else {
            return [
                Diagnostic(node: node, message: .unsupported(unsupported.name, use: unsupported.advice))
            ]
        }
        return [unsupported.diagnostic(in: written)]
    }

    /// The fix-it that marks the property as ignored; empty if the property has no initial value, which this requires.
    private var ignoringFixIts: [FixIt] { property.hasInitialValue ? [.ignore(property.variable)] : [] }

    private func leniencyDiagnostics(_ type: TypeSyntax) -> [Diagnostic] {
        guard let lenient = property.attributes[.lenient], !type.isArrayOrSet else { return [] }
        return [diagnostic(removing: lenient, .lenientType)]
    }

    private func dateDiagnostics(_ type: TypeSyntax) -> [Diagnostic] {
        guard let format = property.attributes[.dateFormat], type.cannotHoldDate else { return [] }
        return [diagnostic(removing: format, .notADate)]
    }

    // MARK: - Keys

    private var keyDiagnostics: [Diagnostic] {
        guard let attribute = property.attributes[.key] else { return [] }
        guard property.attributes.source == nil else { return codingKeyDiagnostics(attribute) }
        let keys = property.attributes.keys
        guard !keys.isEmpty else { return [Diagnostic(node: attribute, message: .noKeys)] }
        let errors: [Diagnostic] = keys.enumerated().compactMap { index, key in
            if let validationError = key.validationError { return diagnostic(validationError, of: key) }
            guard let text = key.text, keys[..<index].contains(where: { $0.components == key.components })
            else {
                return nil
            }
            return Diagnostic(node: key.expression, message: .repeatedKey(text))
        }
        return errors + codingKeyDiagnostics(attribute)
    }

    /// The warnings for names that contradict the enum `CodingKeys`.
    private func codingKeyDiagnostics(_ attribute: AttributeSyntax) -> [Diagnostic] {
        if property.hasNoCodingKey {
            let hasDefault = property.hasInitialValue
            let message = MacroExpansionWarningMessage.keyWithoutCodingKey(
                property.key, hasDefault: hasDefault)
            return [
                hasDefault
                    ? diagnostic(removing: attribute, message) : Diagnostic(node: attribute, message: message)
            ]
        }
        guard let key = property.codingKey, let last = property.attributes.keys.last?.expression,
            !property.attributes.keys.contains(where: { $0.components == [.key(key)] })
        else { return [] }
        let literal = StringLiteralExprSyntax(content: PathNotation.dottedText(of: [.key(key)]))
        let fixIt = FixIt.replace(last, by: "\(last.trimmed), \(literal)", "add \(literal) to '@Key'")
        return [Diagnostic(node: attribute, message: .keyBesideCodingKey(key), fixIt: fixIt)]
    }

    private func diagnostic(_ validationError: KeyName.ValidationError, of key: KeyName) -> Diagnostic {
        let text = key.text ?? ""
        let message: MacroExpansionErrorMessage =
            switch validationError {
            case .notLiteral: .keyIsNotLiteral
            case .empty: .emptyKey
            case .malformed: .malformedKey(text)
            case .pointer: .pointer(text)
            }
        guard validationError != .notLiteral else {
            return Diagnostic(node: key.expression, message: message)
        }
        return Diagnostic(
            node: key.expression, message: message,
            fixIt: .replace(
                key.expression, by: StringLiteralExprSyntax(content: key.validPath).description,
                "replace '\(text)' with '\(key.validPath)'"))
    }
}

extension Sequence {
    /// Returns each element whose name matches that of an earlier element, with the last such element.
    func collisions(of name: (Element) -> String) -> [(element: Element, earlier: Element)] {
        var seen: [String: Element] = [:]
        return compactMap { element in
            seen.updateValue(element, forKey: NameFolding.fold(name(element))).map { (element, $0) }
        }
    }
}

extension Note {
    /// Returns a note that points to the name of a declaration.
    static func declaration(of name: TokenSyntax) -> Note {
        Note(
            node: Syntax(name), message: MacroExpansionNoteMessage("'\(name.unescapedText)' is declared here")
        )
    }
}
