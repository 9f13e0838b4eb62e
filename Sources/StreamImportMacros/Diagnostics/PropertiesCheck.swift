import ImportNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The diagnostics for properties that depend on other properties, or on their position.
struct PropertiesCheck {
    let model: Model

    var diagnostics: [Diagnostic] {
        typeNames + collisions + sharedKeys + keysNamingOtherProperties + secondExtras + conditionalProperties
            + conditionalAttributes + misplacedAttributes
    }

    private var typeNames: [Diagnostic] {
        model.properties.filter { $0.key == model.name.unescapedText }.map {
            Diagnostic(node: $0.binding.pattern, message: .typeName($0.key))
        }
    }

    private var collisions: [Diagnostic] {
        var seen: [String: StoredProperty] = [:]
        return model.properties.compactMap { property in
            guard let other = seen.updateValue(property, forKey: NameFolding.fold(property.key)) else {
                return nil
            }
            return Diagnostic(
                node: property.binding.pattern, message: .collision(property.key, with: other.key),
                notes: [declaration(of: other)])
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

    /// Keys that would take the values of properties whose only key is their name.
    private var keysNamingOtherProperties: [Diagnostic] {
        let named = model.properties.filter { $0.attributes[.key] == nil && $0.isKeyedByName }
        return model.properties.flatMap { property in
            property.attributes.keys.compactMap { key in
                guard let other = named.first(where: { $0.key == key.text }), other.key != property.key else {
                    return nil
                }
                return Diagnostic(
                    node: key.expression, message: .keyNamesOtherProperty(other.key),
                    notes: [declaration(of: other)])
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

    /// Attributes of variables that are not stored properties.
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

    private func declaration(of property: StoredProperty) -> Note {
        Note(
            node: Syntax(property.binding.pattern),
            message: MacroExpansionNoteMessage("'\(property.key)' is declared here"))
    }
}

extension StoredProperty {
    /// Whether its name is a key of an object.
    fileprivate var isKeyedByName: Bool { role != .ignored && role != .extras }
}
