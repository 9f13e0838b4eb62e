import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What is wrong with properties beside each other, or where they stand.
struct PropertiesCheck {
    let model: Model

    var diagnostics: [Diagnostic] {
        collisions + sharedKeys + secondExtras + conditionalProperties + strayAttributes
    }

    private var collisions: [Diagnostic] {
        var seen: [String: StoredProperty] = [:]
        return model.properties.compactMap { property in
            guard let other = seen.updateValue(property, forKey: property.flexibleKey) else { return nil }
            return Diagnostic(
                node: property.binding.pattern, message: .collision(property.key, with: other.key),
                notes: [declaration(of: other)])
        }
    }

    private var sharedKeys: [Diagnostic] {
        var owners: [String: StoredProperty] = [:]
        return model.properties.flatMap { property in
            property.attributes.keys.compactMap { key in
                guard let text = key.text, let owner = owners.updateValue(property, forKey: text),
                    owner.key != property.key
                else { return nil }
                return Diagnostic(
                    node: key.expression, message: .sharedKey(text, with: owner.key),
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

    /// Attributes of variables that are no stored properties.
    private var strayAttributes: [Diagnostic] {
        model.otherVariables.flatMap { variable in
            PropertyAttributes(variable.attributes).all.filter { $0.name != .ignored }.map { attribute in
                Diagnostic(
                    node: attribute.node,
                    message: .meaningless(attribute.name, on: "a property that is not imported"),
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
    /// What keys are compared with where case, `_`, `-` and spaces are ignored.
    fileprivate var flexibleKey: String {
        key.lowercased().filter { !["_", "-", " "].contains($0) }
    }
}
