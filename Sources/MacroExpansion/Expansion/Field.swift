import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A property that is imported, as lines of the expansion: the stored field that represents the property, the
/// declaration of the field, and the code that handles the value.
struct Field {
    let name: TokenSyntax
    let key: String
    let role: StoredProperty.Role
    let type: TypeSyntax
    let isLet: Bool
    /// The default value in the source.
    let initialValue: ExprSyntax?
    /// Where the value comes from if it is not a member of the object; otherwise `nil`.
    let source: ExprSyntax?
    private let attributes: PropertyAttributes
    private let dates: ExprSyntax?
    /// The location for compiler errors about the type; `nil` if the type is certainly importable.
    private let typeLocation: AbstractSourceLocation?
    /// The location for compiler errors about assignments, if the property may have a wrapper.
    private let wrapperLocation: AbstractSourceLocation?

    /// Creates a field; `nil` for a property that is ignored, or lacks what the expansion needs.
    ///
    /// - Parameters:
    ///   - model: the name of the type that has the property.
    ///   - context: provides the location of the property's declaration.
    init?(
        _ property: StoredProperty, of model: TokenSyntax, in context: any MacroExpansionContext
    ) {
        guard let name = property.name, let type = property.type, property.role != .ignored else {
            return nil
        }
        self.name = name
        key = property.key
        role = property.role
        // In the expansion, `Self` would be `ImportedFields`.
        self.type = type.replacingSelf(by: model)
        isLet = property.isLet
        initialValue = property.binding.initializer?.value.trimmed
        attributes = property.attributes
        source = property.attributes.source?.replacingSelf(by: model)
        dates = property.attributes.dates?.replacingSelf(by: model)
        let isKnown = property.role == .extras || self.type.isKnownImportable(in: model)
        typeLocation = isKnown ? nil : property.location(in: context)
        wrapperLocation = property.attributes.mayWrap ? property.location(in: context) : nil
    }

    /// `let stars: StreamImport.OptionalField<Int>`
    func storedField(access: String) -> DeclSyntax {
        "\(raw: access)let \(name): StreamImport.\(raw: storedFieldType)<\(draftType)>"
    }

    /// The declaration of the field: `self.stars = fields.defaulted("stars", keys: ["watchers"])`.
    ///
    /// If the type is not importable, this line does not compile. The compiler reports the error for the line of the
    /// property.
    var declaration: CodeBlockItemListSyntax {
        let line: CodeBlockItemSyntax =
            "self.\(name) = fields.\(raw: role.rawValue)(\(raw: arguments.joined(separator: ", ")))"
        return Self.statements([line], at: typeLocation)
    }

    /// Returns statements whose errors are reported for a location; those themselves without one.
    private static func statements(
        _ statements: CodeBlockItemListSyntax, at location: AbstractSourceLocation?
    ) -> CodeBlockItemListSyntax {
        guard let location else { return statements }
        return """
            #sourceLocation(file: \(location.file), line: \(location.line))
            \(statements)
            #sourceLocation()
            """
    }

    /// Returns a statement that assigns the property. If its wrapper has only a getter, the statement does not compile.
    func assigning(_ statement: CodeBlockItemSyntax) -> CodeBlockItemListSyntax {
        Self.statements([statement], at: wrapperLocation)
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

    /// The key as a string literal.
    var literal: StringLiteralExprSyntax { StringLiteralExprSyntax(content: key) }

    /// The suffix that converts a value of the draft to a value of the property.
    var unwrapping: String { isDynamic ? isOptional ? "?.value" : ".value" : "" }

    /// Returns the expression that converts a value of the property to a value of the draft.
    func wrapped(_ value: String) -> String {
        guard let reader = core.dynamicReader else { return value }
        return isOptional ? "\(value).map(\(reader).init(value:))" : "\(reader)(value: \(value))"
    }

    /// Whether values of the draft wrap those of the property.
    var isDynamic: Bool { core.dynamicReader != nil }

    var isOptional: Bool { type.wrapped != nil }

    /// The type without the optional around it.
    private var core: TypeSyntax { type.wrapped ?? type.bare }

    /// The type of the values in a draft.
    private var draftType: TypeSyntax {
        let type = core.dynamicReader ?? core
        return isOptional && role == .defaulted ? "\(type)?" : type
    }
}

extension StoredProperty {
    /// Returns the location of the property's type or, if it has none, of its name.
    fileprivate func location(in context: any MacroExpansionContext) -> AbstractSourceLocation? {
        context.location(of: typeNode, at: .afterLeadingTrivia, filePathMode: .filePath)
    }
}
