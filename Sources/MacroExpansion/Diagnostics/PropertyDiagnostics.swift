import ImportNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Model {
    /// The diagnostics for the properties of a struct or a class.
    var propertyDiagnostics: [Diagnostic] {
        properties.flatMap(\.diagnostics) + typeNames + collisions + sharedKeys + keysNamingOtherProperties
            + secondExtras + conditionalAttributes + misplacedAttributes + codingKeysDiagnostics
            + keysOfElements
            + conditionalProperties.filter { $0.role != .ignored }.map {
                Diagnostic(node: $0.binding.pattern, message: .conditional($0.key))
            }
    }

    /// The diagnostics for keys of properties that are the elements of an array.
    private var keysOfElements: [Diagnostic] {
        guard isArray else { return [] }
        return properties.filter { $0.role != .ignored }.flatMap(\.attributes.all)
            .filter { [.key, .extras].contains($0.name) }
            .map { Diagnostic(removing: $0.node, .noEffect($0.name, on: "an element of an array")) }
    }

    private var typeNames: [Diagnostic] {
        properties.filter { $0.key == name.unescapedText }.map {
            Diagnostic(node: $0.binding.pattern, message: .typeName($0.key))
        }
    }

    /// The diagnostics for names that match the same keys. The elements of an array have no keys.
    private var collisions: [Diagnostic] {
        guard !isArray else { return [] }
        let named = properties.filter {
            $0.codingKey == nil && $0.role != .extras && $0.attributes.source == nil
        }
        return named.collisions(of: \.key).map { property, earlier in
            Diagnostic(
                node: property.binding.pattern, message: .collision(property.key, with: earlier.key),
                notes: [earlier.declarationNote])
        }
    }

    private var sharedKeys: [Diagnostic] {
        var owners: [[PathComponent]: StoredProperty] = [:]
        return properties.flatMap { property in
            property.attributes.keys.compactMap { key in
                guard let text = key.text, let components = key.components,
                    let owner = owners.updateValue(property, forKey: components), owner.key != property.key
                else { return nil }
                return Diagnostic(
                    node: key.expression, message: .sharedKey(text, with: owner.key),
                    notes: [owner.declarationNote])
            }
        }
    }

    /// The diagnostics for keys that are the name of another property, if that property has no other key.
    private var keysNamingOtherProperties: [Diagnostic] {
        let keyedOnlyByName = properties.filter { $0.attributes[.key] == nil && $0.isKeyedByName }
        return properties.flatMap { property in
            property.attributes.keys.compactMap { key in
                guard let owner = keyedOnlyByName.first(where: { [.key($0.nameKey)] == key.components }),
                    owner.key != property.key
                else { return nil }
                let isName = owner.codingKey == nil
                return Diagnostic(
                    node: key.expression,
                    message: isName
                        ? .keyNamesOtherProperty(owner.key) : .sharedKey(owner.nameKey, with: owner.key),
                    notes: [owner.declarationNote])
            }
        }
    }

    private var secondExtras: [Diagnostic] {
        let extras = properties.filter { $0.role == .extras }
        return extras.dropFirst().compactMap { property in
            property.attributes[.extras].map {
                Diagnostic(
                    node: $0, message: .secondExtras(extras[0].key), notes: [extras[0].declarationNote])
            }
        }
    }

    private var conditionalAttributes: [Diagnostic] {
        variables.flatMap { PropertyAttributes($0.attributes).conditional }.map {
            Diagnostic(node: $0.node, message: .conditionalAttribute($0.name))
        }
    }

    private var codingKeysDiagnostics: [Diagnostic] {
        let enums = members.conditionalMembers.compactMap { CodingKeys($0)?.declaration }
        let computed = (codingKeys?.computedKeys).map {
            Diagnostic(node: $0, message: .computedCodingKeys)
        }
        return (computed.map { [$0] } ?? [])
            + enums.map { Diagnostic(node: $0.name, message: .conditionalCodingKeys) }
            + (codingKeys?.conditionalCases ?? []).map {
                Diagnostic(node: $0.element.name, message: .conditionalCase($0.key))
            }
    }

    /// The diagnostics for attributes of variables that are not stored properties.
    private var misplacedAttributes: [Diagnostic] {
        variables.filter { StoredProperty.all(in: $0, nil).isEmpty }.flatMap { variable in
            PropertyAttributes(variable.attributes).all.filter { $0.name != .ignored }.map {
                Diagnostic(removing: $0.node, .noEffect($0.name, on: "a property that is not imported"))
            }
        }
    }
}

extension StoredProperty {
    /// Whether the name of the property is a key of its field.
    fileprivate var isKeyedByName: Bool { role != .ignored && role != .extras }

    /// A note that points to the declaration of the property.
    fileprivate var declarationNote: Note { .declaration(of: key, at: binding.pattern) }

    /// The diagnostics that do not depend on other properties.
    fileprivate var diagnostics: [Diagnostic] {
        attributeDiagnostics
            + (role == .ignored ? missingDefaultDiagnostics : typeDiagnostics + keyDiagnostics)
    }

    // MARK: - Attributes

    private var attributeDiagnostics: [Diagnostic] {
        let attributes = attributes.all
        return attributes.enumerated().compactMap { index, attribute in
            if attributes[..<index].contains(where: { $0.name == attribute.name }) {
                return Diagnostic(removing: attribute.node, .repeated(attribute.name))
            }
            guard let kind = propertyKind(ignoring: attribute.name) else { return nil }
            return Diagnostic(removing: attribute.node, .noEffect(attribute.name, on: kind))
        }
    }

    /// Returns the kind of the property if an attribute has no effect on it; otherwise `nil`.
    private func propertyKind(ignoring name: PropertyAttributes.Name) -> String? {
        if name == .ignored { return nil }
        if attributes[.ignored] != nil { return "a property with '@Ignored'" }
        if isConstant { return "a constant" }
        if role == .ignored { return "a property that 'CodingKeys' omits" }
        return name != .extras && role == .extras ? "a property with '@Extras'" : nil
    }

    private var missingDefaultDiagnostics: [Diagnostic] {
        guard !hasInitialValue else { return [] }
        let message: ErrorMessage =
            attributes[.ignored] != nil ? .ignoredWithoutDefault(key) : .omittedWithoutDefault(key)
        return [Diagnostic(node: binding.pattern, message: message, fixIt: .initialize(binding))]
    }

    // MARK: - Types

    private var typeDiagnostics: [Diagnostic] {
        let pattern = binding.pattern
        guard name != nil else { return [Diagnostic(node: pattern, message: .tuplePattern)] }
        if role == .extras { return extrasDiagnostics }
        guard let type else {
            let fixIt = FixIt.annotate(binding, "<#Type#>")
            return [Diagnostic(node: pattern, message: .needsType(key), fixIt: fixIt)]
        }
        return ownershipDiagnostics + unimportableDiagnostics(type) + leniencyDiagnostics(type)
            + dateDiagnostics(type)
    }

    private var extrasDiagnostics: [Diagnostic] {
        guard type?.isExtras != true else { return [] }
        let type = "[String: JSONValue]"
        guard let written = binding.typeAnnotation?.type else {
            let fixIt = FixIt.annotate(binding, type)
            return [Diagnostic(node: binding.pattern, message: .extrasType, fixIt: fixIt)]
        }
        let fixIt = FixIt.replace(written, by: type, "change the type to '\(type)'")
        return [Diagnostic(node: written, message: .extrasType, fixIt: fixIt)]
    }

    private var ownershipDiagnostics: [Diagnostic] {
        variable.modifiers.compactMap { modifier in
            guard [.keyword(.weak), .keyword(.unowned)].contains(modifier.name.tokenKind) else { return nil }
            return Diagnostic(
                node: modifier, message: .notRetained(key, modifier.trimmedDescription),
                fixIts: ignoringFixIts)
        }
    }

    private func unimportableDiagnostics(_ type: TypeSyntax) -> [Diagnostic] {
        let node = typeNode
        if type.isFunction {
            return [Diagnostic(node: node, message: .function(key), fixIts: ignoringFixIts)]
        }
        if type.containsTuple { return [Diagnostic(node: node, message: .tuple(key))] }
        if type.containsUnsupportedAny { return [Diagnostic(node: node, message: .unsupportedAny(key))] }
        let diagnostic =
            type.existentialOrKeyDiagnostic(at: node)
            ?? type.unsupportedType.map { unsupported in
                binding.typeAnnotation.map { unsupported.diagnostic(in: $0.type) }
                    ?? Diagnostic(
                        node: node, message: .unsupported(unsupported.name, use: unsupported.advice))
            }
        return diagnostic.map { [$0] } ?? []
    }

    /// The fix-it that marks the property as ignored; empty if the property has no initial value, which this requires.
    private var ignoringFixIts: [FixIt] { hasInitialValue ? [.ignore(variable)] : [] }

    private func leniencyDiagnostics(_ type: TypeSyntax) -> [Diagnostic] {
        guard let lenient = attributes[.lenient], !type.isArrayOrSet else { return [] }
        return [Diagnostic(removing: lenient, .lenientType)]
    }

    private func dateDiagnostics(_ type: TypeSyntax) -> [Diagnostic] {
        guard let format = attributes[.dateFormat], type.cannotHoldDate else { return [] }
        return [Diagnostic(removing: format, .notADate)]
    }

    // MARK: - Keys

    private var keyDiagnostics: [Diagnostic] {
        guard let attribute = attributes[.key] else { return [] }
        guard attributes.source == nil else { return codingKeyDiagnostics(attribute) }
        let keys = attributes.keys
        guard !keys.isEmpty else { return [Diagnostic(node: attribute, message: .noKeys)] }
        let errors: [Diagnostic] = keys.enumerated().compactMap { index, key in
            if let validationError = key.validationError { return diagnostic(validationError, of: key) }
            guard let text = key.text, keys[..<index].contains(where: { $0.components == key.components })
            else { return nil }
            return Diagnostic(node: key.expression, message: .repeatedKey(text))
        }
        return errors + codingKeyDiagnostics(attribute)
    }

    /// The warnings for names that contradict the enum `CodingKeys`.
    private func codingKeyDiagnostics(_ attribute: AttributeSyntax) -> [Diagnostic] {
        if hasNoCodingKey {
            let hasDefault = hasInitialValue
            let message = MacroExpansionWarningMessage.keyWithoutCodingKey(key, hasDefault: hasDefault)
            let fixIts = hasDefault ? [FixIt.remove(attribute)] : []
            return [Diagnostic(node: attribute, message: message, fixIts: fixIts)]
        }
        guard let key = codingKey, let last = attributes.keys.last?.expression,
            !attributes.keys.contains(where: { $0.components == [.key(key)] })
        else { return [] }
        let literal = StringLiteralExprSyntax(content: PathNotation.dottedText(of: [.key(key)]))
        let fixIt = FixIt.replace(last, by: "\(last.trimmed), \(literal)", "add \(literal) to '@Key'")
        return [Diagnostic(node: attribute, message: .keyBesideCodingKey(key), fixIt: fixIt)]
    }

    private func diagnostic(_ validationError: KeyName.ValidationError, of key: KeyName) -> Diagnostic {
        let text = key.text ?? ""
        let message: ErrorMessage =
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

extension TypeSyntax {
    /// Returns the diagnostic for the first existential in the type or, without one, for the first key of a dictionary that no
    /// key of an object becomes; `nil` without either.
    func existentialOrKeyDiagnostic(at node: some SyntaxProtocol) -> Diagnostic? {
        existential.map { Diagnostic(node: node, message: .existential($0.trimmedDescription)) }
            ?? unsupportedKey.map { Diagnostic(node: node, message: .keyType($0.trimmedDescription)) }
    }
}

extension Diagnostic {
    /// Creates a diagnostic for an attribute, with a fix-it that removes the attribute.
    init(removing attribute: AttributeSyntax, _ message: some DiagnosticMessage) {
        self.init(node: attribute, message: message, fixIt: .remove(attribute))
    }
}

extension Note {
    /// Returns a note that points to a declaration.
    static func declaration(of name: String, at node: some SyntaxProtocol) -> Note {
        Note(node: Syntax(node), message: MacroExpansionNoteMessage("'\(name)' is declared here"))
    }
}
