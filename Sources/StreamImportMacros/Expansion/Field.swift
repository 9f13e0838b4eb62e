import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A property that takes part in an import, as lines of the expansion: the storedField that stands for it, its declaration
/// to the plan, and what is done with the value.
struct Field {
    let name: TokenSyntax
    let key: String
    let role: StoredProperty.Role
    let type: TypeSyntax
    let isLet: Bool
    /// The default that is written.
    let initialValue: ExprSyntax?
    private let attributes: PropertyAttributes
    private let dates: ExprSyntax?
    /// Where errors about the type belong that only the compiler finds.
    private let typeLocation: AbstractSourceLocation?

    /// `nil` of a property that is ignored, or lacks what the expansion needs.
    ///
    /// - Parameters:
    ///   - model: the name of the type that has the property.
    ///   - context: knows where the property is declared.
    init?(
        _ property: StoredProperty, of model: TokenSyntax, in context: any MacroExpansionContext
    ) {
        guard let name = property.name, let type = property.type, property.role != .ignored else {
            return nil
        }
        self.name = name
        key = property.key
        role = property.role
        // `Self` would be the type that declares the fields.
        self.type = type.replacingSelf(by: model)
        isLet = property.isLet
        initialValue = property.binding.initializer?.value.trimmed
        attributes = property.attributes
        dates = property.attributes.dates?.replacingSelf(by: model)
        let isKnown = property.role == .extras || self.type.isKnownImportable(in: model)
        typeLocation = isKnown ? nil : property.location(in: context)
    }

    /// `let stars: StreamImport.OptionalField<Int>`
    func storedField(access: String) -> DeclSyntax {
        "\(raw: access)let \(name): StreamImport.\(raw: storedFieldType)<\(value)>"
    }

    /// `self.stars = fields.defaulted("stars", keys: ["watchers"])`
    ///
    /// A type that is not importable is an error of this line, which is reported for the line of the property.
    var declaration: CodeBlockItemListSyntax {
        let line: CodeBlockItemSyntax =
            "self.\(name) = fields.\(raw: role.rawValue)(\(raw: arguments.joined(separator: ", ")))"
        guard let typeLocation else { return [line] }
        return """
            #sourceLocation(file: \(typeLocation.file), line: \(typeLocation.line))
            \(line)
            #sourceLocation()
            """
    }

    /// `self.stars = draft[fields.stars]`
    var assignment: CodeBlockItemSyntax {
        guard role == .defaulted else {
            return "self.\(name) = draft[fields.\(name)]\(raw: unwrapping)"
        }
        return """
            if let value = draft[fields.\(name)] {
                self.\(name) = value\(raw: unwrapping)
            }
            """
    }

    private var storedFieldType: String {
        role == .required || role == .extras ? "RequiredField" : "OptionalField"
    }

    private var arguments: [String] {
        var arguments = [literal.description]
        let keys = attributes.keys.map(\.expression.trimmedDescription)
        if !keys.isEmpty { arguments.append("keys: [\(keys.joined(separator: ", "))]") }
        if let dates { arguments.append("dates: \(dates)") }
        if attributes[.lenient] != nil { arguments.append("isLenient: true") }
        return arguments
    }

    /// The key as it is written in a source.
    var literal: StringLiteralExprSyntax { StringLiteralExprSyntax(content: key) }

    /// What follows a value of the draft to make it one of the property.
    var unwrapping: String { isDynamic ? isOptional ? "?.value" : ".value" : "" }

    /// A value of the property as one of the draft.
    func wrapped(_ value: String) -> String {
        guard let reader = core.dynamicReader else { return value }
        return isOptional ? "\(value).map(\(reader).init(value:))" : "\(reader)(value: \(value))"
    }

    /// Whether a value of the draft wraps one of the property.
    var isDynamic: Bool { core.dynamicReader != nil }

    var isOptional: Bool { type.wrapped != nil }

    /// The type without the optional around it.
    private var core: TypeSyntax { type.wrapped ?? type.bare }

    /// The type of the values in a draft.
    private var value: TypeSyntax {
        let value = core.dynamicReader ?? core
        return isOptional && role == .defaulted ? "\(value)?" : value
    }
}

extension StoredProperty {
    /// Where its type is written, or else its name.
    fileprivate func location(in context: any MacroExpansionContext) -> AbstractSourceLocation? {
        context.location(of: typeNode, at: .afterLeadingTrivia, filePathMode: .filePath)
    }
}
