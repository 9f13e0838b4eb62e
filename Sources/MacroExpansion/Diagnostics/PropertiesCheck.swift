import ImportNames
import SwiftDiagnostics
import SwiftSyntax
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
