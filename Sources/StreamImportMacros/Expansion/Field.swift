import SwiftSyntax
import SwiftSyntaxBuilder

/// A property that takes part in an import, as three lines of the expansion: the token that stands for it, its
/// declaration to the plan, and what an initialiser does with the value.
struct Field {
    let name: TokenSyntax
    let key: String
    let role: StoredProperty.Role
    let type: TypeSyntax
    private let attributes: PropertyAttributes
    private let dates: ExprSyntax?

    /// `nil` of a property that is ignored, or lacks what the expansion needs.
    ///
    /// - Parameter model: the name of the type that has the property.
    init?(_ property: StoredProperty, of model: TokenSyntax) {
        guard let name = property.name, let type = property.type, property.role != .ignored else {
            return nil
        }
        self.name = name
        key = property.key
        role = property.role
        // `Self` would be the type that declares the fields.
        self.type = type.replacingSelf(by: model)
        attributes = property.attributes
        dates = property.attributes.dates?.replacingSelf(by: model)
    }

    /// `let stars: StreamImport.OptionalField<Int>`
    func token(access: String) -> DeclSyntax {
        "\(raw: access)let \(name): StreamImport.\(raw: tokenType)<\(value)>"
    }

    /// `self.stars = fields.defaulted("stars", keys: ["watchers"])`
    var declaration: CodeBlockItemSyntax {
        "self.\(name) = fields.\(raw: role.rawValue)(\(raw: arguments.joined(separator: ", ")))"
    }

    /// `self.stars = draft[fields.stars]`
    var assignment: CodeBlockItemSyntax {
        let unwrapping = isDynamic ? isOptional ? "?.value" : ".value" : ""
        guard role == .defaulted else {
            return "self.\(name) = draft[fields.\(name)]\(raw: unwrapping)"
        }
        return """
            if let value = draft[fields.\(name)] {
                self.\(name) = value\(raw: unwrapping)
            }
            """
    }

    private var tokenType: String {
        role == .required || role == .extras ? "RequiredField" : "OptionalField"
    }

    private var arguments: [String] {
        var arguments = [StringLiteralExprSyntax(content: key).description]
        let keys = attributes.keys.map(\.expression.trimmedDescription)
        if !keys.isEmpty { arguments.append("keys: [\(keys.joined(separator: ", "))]") }
        if let dates { arguments.append("dates: \(dates)") }
        if attributes[.lenient] != nil { arguments.append("isLenient: true") }
        return arguments
    }

    private var isOptional: Bool { type.wrapped != nil }
    private var isDynamic: Bool { core.dynamicReader != nil }

    /// The type without the optional around it.
    private var core: TypeSyntax { type.wrapped ?? type.bare }

    /// The type of the values in a draft.
    private var value: TypeSyntax {
        let value = core.dynamicReader ?? core
        return isOptional && role == .defaulted ? "\(value)?" : value
    }
}
