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
    private let initialValue: ExprSyntax?
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
        typeLocation = isKnown ? nil : context.errorLocation(of: property.typeNode)
        wrapperLocation =
            property.attributes.mayWrap ? context.errorLocation(of: property.typeNode) : nil
    }

    /// `let stars: StreamImport.OptionalField<Int>`
    func storedField(access: String) -> DeclSyntax {
        let type = role == .required || role == .extras ? "RequiredField" : "OptionalField"
        return "\(raw: access)let \(name): StreamImport.\(raw: type)<\(draftType)>"
    }

    /// The declaration of the field: `self.stars = fields.defaulted("stars", keys: ["watchers"])`.
    ///
    /// If the type is not importable, this line does not compile. The compiler reports the error for the line of the
    /// property.
    var declaration: CodeBlockItemListSyntax {
        let line: CodeBlockItemListSyntax = [
            "self.\(name) = fields.\(raw: role.rawValue)(\(raw: arguments.joined(separator: ", ")))"
        ]
        return line.located(at: typeLocation)
    }

    /// Returns a statement that assigns the property. If its wrapper has only a getter, the statement does not compile.
    fileprivate func assigning(_ statement: CodeBlockItemSyntax) -> CodeBlockItemListSyntax {
        CodeBlockItemListSyntax([statement]).located(at: wrapperLocation)
    }

    /// `self.stars = draft[fields.stars]`
    fileprivate var assignment: CodeBlockItemSyntax {
        guard role == .defaulted else { return "self.\(name) = draft[fields.\(name)]\(raw: unwrapping)" }
        return """
            if let value = draft[fields.\(name)] {
                self.\(name) = value\(raw: unwrapping)
            }
            """
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
    private var unwrapping: String { isDynamic ? isOptional ? "?.value" : ".value" : "" }

    /// Returns the expression that converts a value of the property to a value of the draft.
    private func wrapped(_ value: String) -> String {
        guard let reader = core.dynamicReader else { return value }
        return isOptional ? "\(value).map(\(reader).init(value:))" : "\(reader)(value: \(value))"
    }

    /// Whether values of the draft wrap those of the property.
    private var isDynamic: Bool { core.dynamicReader != nil }

    var isOptional: Bool { type.wrapped != nil }

    /// The type without the optional around it.
    private var core: TypeSyntax { type.wrapped ?? type.bare }

    /// The type of the values in a draft.
    private var draftType: TypeSyntax {
        let type = core.dynamicReader ?? core
        return isOptional && role == .defaulted ? "\(type)?" : type
    }
}

extension MacroExpansionContext {
    /// Returns the location for compiler errors about a node.
    func errorLocation(of node: some SyntaxProtocol) -> AbstractSourceLocation? {
        location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
    }
}

extension AbstractSourceLocation {
    /// The directive with which the compiler reports errors in the lines after it for the location.
    var directive: String { "#sourceLocation(file: \(file), line: \(line))" }
}

extension CodeBlockItemListSyntax {
    /// Returns the statements with their errors reported for a location; the statements themselves without one.
    func located(at location: AbstractSourceLocation?) -> Self {
        guard let location else { return self }
        return """
            \(raw: location.directive)
            \(self)
            #sourceLocation()
            """
    }
}

/// The code that updates and reads the property of an instance.
extension Field {
    /// The assignment in the updating initializer of a struct.
    ///
    ///     self.license = draft.updated(old.license, fields.license)
    ///
    /// Before the assignment, a property with a default has its default value.
    fileprivate var updatingAssignment: CodeBlockItemSyntax {
        guard isDynamic, role == .defaulted else {
            return assignment(of: "old.\(name)", default: "self.\(name)")
        }
        return """
            if let value = draft[fields.\(name)] {
                self.\(name) = value\(raw: unwrapping)
            } else if !draft.has(fields.\(name)) {
                self.\(name) = old.\(name)
            }
            """
    }

    /// The assignment in the update method of a class.
    ///
    ///     self.license = draft.updated(self.license, fields.license)
    ///
    /// It is in an `if draft.has(fields.license)`, because an assignment of the old value would call observers.
    fileprivate var update: CodeBlockItemSyntax {
        let initialValue = initialValue?.description ?? ""
        guard isDynamic, role == .defaulted else {
            return """
                if draft.has(fields.\(name)) {
                    \(assignment(of: "self.\(name)", default: initialValue))
                }
                """
        }
        return """
            if let value = draft[fields.\(name)] {
                self.\(name) = value\(raw: unwrapping)
            } else if draft.has(fields.\(name)) {
                self.\(name) = \(raw: initialValue)
            }
            """
    }

    private func assignment(of old: String, default value: String) -> CodeBlockItemSyntax {
        var arguments = [wrapped(old), role == .extras ? "merging: fields.\(name)" : "fields.\(name)"]
        if role == .defaulted { arguments.append("default: \(value)") }
        return "self.\(name) = draft.updated(\(raw: arguments.joined(separator: ", ")))\(raw: unwrapping)"
    }

    /// `try draft.requireUnchanged(self.id, fields.id, property: "id")`
    fileprivate var constantCheck: CodeBlockItemSyntax {
        let label = role == .extras ? "merging: " : ""
        return """
            try draft.requireUnchanged(\(raw: wrapped("self.\(name)")), \(raw: label)fields.\(name), property: \(literal))
            """
    }

    /// `values.add(self.license, fields.license)`
    fileprivate var decompose: CodeBlockItemSyntax {
        "values.add(\(raw: wrapped("self.\(name)")), fields.\(name))"
    }
}

/// The members that create, update and read instances.
extension Model {
    func instanceMembers() throws -> [DeclSyntax] {
        let update =
            kind == .structure ? DeclSyntax(try updatingInitializer()) : DeclSyntax(try updateMethod())
        let reset: DeclSyntax? = superclassLocation == nil ? nil : "#sourceLocation()"
        let declarations: [DeclSyntax?] = [
            DeclSyntax(try initializer()), reset, update, DeclSyntax(try decomposeMethod()), propertiesMethod,
        ]
        return declarations.compactMap(\.self)
    }

    /// The modifiers of a member that only the model and its subclasses call.
    var memberModifiers: String { "\(deprecation)\(sharedAccess)nonisolated " }

    private static func parameters(_ draft: String) -> String {
        "_ draft: borrowing StreamImport.\(draft), _ fields: ImportedFields"
    }

    /// The initializer that creates an instance from a draft.
    private func initializer() throws -> InitializerDeclSyntax {
        try InitializerDeclSyntax("\(raw: memberModifiers)init(\(raw: Self.parameters("ImportDraft")))") {
            for field in fields { field.assigning(field.assignment) }
            if superclass != nil { "super.init(draft, fields.\(inheritedFields))" as CodeBlockItemSyntax }
            if let superclassLocation { "\(raw: superclassLocation.directive)" as CodeBlockItemSyntax }
        }
    }

    /// The location for the compiler's error about a superclass without `init()`, which the initializer calls at its end;
    /// `nil` for a type that certainly has no superclass but an importable one.
    private var superclassLocation: AbstractSourceLocation? {
        guard declaration.is(ClassDeclSyntax.self), superclass == nil, let first = inheritedTypes.first,
            !first.isKnownProtocol, !first.isHook
        else { return nil }
        return context.errorLocation(of: first)
    }

    /// The initializer that creates a struct from another one and a draft.
    ///
    /// It assigns properties with a default last. All other properties have values by then, so the initializer can read
    /// the default from `self`. A copy of the default might not compile in the extension, where names from around the
    /// type are not visible.
    private func updatingInitializer() throws -> InitializerDeclSyntax {
        let parameters = "\(Self.parameters("UpdateDraft")), updating old: Self"
        return try InitializerDeclSyntax("\(raw: memberModifiers)init(\(raw: parameters))") {
            for field in fields where field.role != .defaulted {
                field.assigning(field.updatingAssignment)
            }
            for field in fields where field.role == .defaulted {
                field.assigning(field.updatingAssignment)
            }
            members.copiesOfIgnored(codingKeys)
        }
    }

    /// The method that updates an instance of a class with the values of a draft.
    ///
    /// It checks the constants of the whole class hierarchy before it assigns anything.
    private func updateMethod() throws -> FunctionDeclSyntax {
        let head: SyntaxNodeString =
            "\(raw: memberModifiers)func update(\(raw: Self.parameters("UpdateDraft"))) throws"
        return try FunctionDeclSyntax(head) {
            for field in fields where field.isLet { field.constantCheck }
            if superclass != nil {
                "try super.update(draft, fields.\(inheritedFields))" as CodeBlockItemSyntax
            }
            for field in fields where !field.isLet { field.assigning(field.update) }
        }
    }

    /// The method that adds the values of an instance, those of the superclass first.
    private func decomposeMethod() throws -> FunctionDeclSyntax {
        let parameters = "_ fields: ImportedFields, to values: inout StreamImport.FieldWriter"
        return try FunctionDeclSyntax("\(raw: memberModifiers)func decompose(\(raw: parameters))") {
            if superclass != nil {
                "super.decompose(fields.\(inheritedFields), to: &values)" as CodeBlockItemSyntax
            }
            for field in fields { field.decompose }
        }
    }
}
