import SwiftSyntax
import SwiftSyntaxBuilder

/// The code that `@Importable` adds.
extension Model {
    /// The members that are added to the body of the type.
    func addedMembers() throws -> [DeclSyntax] {
        let declarations = [planDeclaration, DeclSyntax(try fieldsDeclaration())]
        if kind == .structure { return declarations }
        return declarations + (try instanceMembers()) + inheritableInitializers + (try codingMembers())
    }

    /// Returns the extension that adds the conformance. Its members are isolated to no actor, whatever the isolation of
    /// the type, because importing threads call them.
    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        let head: SyntaxNodeString = "extension \(type.trimmed): nonisolated StreamImport.Importable"
        let attributes = availability.map { $0.trimmed.with(\.trailingTrivia, .newline) }
        return try ExtensionDeclSyntax(head) {
            if kind == .structure, !isReadAsRawValue {
                for (index, member) in try instanceMembers().enumerated() {
                    member.with(\.leadingTrivia, .newlines(index == 0 ? 1 : 2))
                }
            }
        }
        .with(\.attributes, AttributeListSyntax(attributes.map { .attribute($0) }))
    }

    /// The initializers that a class loses when it gets another one, or that its subclasses must override.
    private var inheritableInitializers: [DeclSyntax] {
        (hasImplicitInitializer ? ["init() {}"] : []) + [requiredInitializer].compactMap(\.self)
    }

    /// The initializer with which calls on a metatype, such as those in a static function of a superclass, create an
    /// instance of the metatype's class.
    private var requiredInitializer: DeclSyntax? {
        guard isInherited else { return nil }
        return """
            \(raw: access.modifier)required convenience init(importing source: StreamImport.ImportSource) throws(StreamImport.ImportError) {
                try self.init(instanceOf: source)
            }
            """
    }
}

/// The property `importPlan`: stored if the type may have stored static properties, or else computed; overridable if
/// the type may have subclasses.
///
/// An overridable property cannot be stored. The plan of a class with such a property is stored in `ImportedFields`,
/// not in a private member of the class: a subclass that is nested in the class would see the private member, and
/// inherit it.
extension Model {
    private var planDeclaration: DeclSyntax {
        switch (isInherited, mayStoreItsPlan) {
        case (false, true): "\(raw: modifiers)static let importPlan = \(plan)"
        case (false, false): computed("\(modifiers)static var importPlan", plan)
        case (true, true): computed(overridableHead, "ImportedFields.plan")
        case (true, false): computed(overridableHead, plan)
        }
    }

    private var modifiers: String { "\(deprecation)\(access.modifier)nonisolated " }

    /// The plan that `ImportedFields` stores.
    private var storedPlan: DeclSyntax? {
        isInherited && mayStoreItsPlan ? "\(raw: deprecation)fileprivate static let plan = \(plan)" : nil
    }

    /// Whether the type is a class that may have subclasses, or is a subclass.
    private var isInherited: Bool { kind == .openClass || superclass != nil }

    private var overridableHead: String {
        let access = kind == .openClass ? access.overridableModifier : access.modifier
        let override = superclass == nil ? "" : "override "
        return "\(deprecation)\(access)nonisolated \(override)class var importPlan"
    }

    private func computed(_ head: String, _ value: ExprSyntax) -> DeclSyntax {
        """
        \(raw: head): StreamImport.ImportPlan {
            \(value)
        }
        """
    }

    private var plan: ExprSyntax {
        """
        StreamImport.ImportPlan(\(name).self) { fields in
            let fields = ImportedFields(&fields)
            return StreamImport.ModelOperations(
                make: { draft in \(name)(draft, fields) },
                update: { draft, old in \(update) },
                decompose: { model, values in model.decompose(fields, to: &values) },
                properties: { \(propertiesStatements) })
        }\(raw: subclassSelection)
        """
    }

    /// The call that adds the subclasses to the plan; empty without subclasses.
    private var subclassSelection: String {
        guard let discriminator, subclasses != nil else { return "" }
        return ".withSubclasses(ImportedFields.subclasses, discriminator: \(discriminator.trimmed))"
    }

    /// The list of the subclasses. An element that is not a subclass is an error in its line.
    private var subclassList: DeclSyntax? {
        guard let list = subclasses?.as(ArrayExprSyntax.self) else { return nil }
        var lines: [String] = []
        var found: Set<String> = []
        for element in list.elements {
            guard let base = element.expression.as(MemberAccessExprSyntax.self)?.base else { continue }
            // In the expansion, `Self` would be `ImportedFields`.
            let type = base.trimmed.replacingSelf(by: name).description
            if found.insert(type).inserted {
                let message = "'\(type)' is not a subclass of '\(name)'; list subclasses with '@Importable'"
                lines.append("@available(*, unavailable, message: \"\(message)\")")
                lines.append("func add(_ type: \(type).Type) {}")
            }
            let call = "add(\(type).self)"
            lines += [context.errorLocation(of: element)?.directive, call].compactMap(\.self)
            lines.append("#sourceLocation()")
        }
        // A subclass of a generic class is a subclass of only one specialization.
        let type = mayStoreItsPlan ? "\(name).Type" : "any StreamImport.Importable.Type"
        return """
            fileprivate static var subclasses: [any StreamImport.Importable.Type] {
                var subclasses: [any StreamImport.Importable.Type] = []
                func add(_ type: \(raw: type)) { subclasses.append(type) }
                \(raw: lines.joined(separator: "\n    "))
                return subclasses
            }
            """
    }

    private var update: CodeBlockItemListSyntax {
        if kind == .structure { return ["\(name)(draft, fields, updating: old)"] }
        return ["try old.update(draft, fields)", "return old"]
    }
}

/// The names of the imported properties by their key paths.
///
/// Two key paths to one property differ if their roots are a class and its subclass. A class that may have subclasses
/// therefore has a method that creates the key paths of a subclass, which is a generic parameter of the method. The
/// subclass itself could not name the private properties of its superclass.
extension Model {
    /// The method that returns the names; `nil` for a type without subclasses, whose plan contains the names.
    var propertiesMethod: DeclSyntax? {
        guard kind == .openClass else { return nil }
        return """
            \(raw: memberModifiers)static func properties<ImportedSubclass: \(name)>(
                _ fields: ImportedFields, of type: ImportedSubclass.Type
            ) -> [PartialKeyPath<ImportedSubclass>: String] {
                \(names(inherited: "super.properties(fields.\(inheritedFields), of: type)"))
            }
            """
    }

    /// The statements in the plan that return the names.
    private var propertiesStatements: CodeBlockItemListSyntax {
        guard kind == .openClass else {
            return names(inherited: "\(name).properties(fields.\(inheritedFields), of: \(name).self)")
        }
        return ["\(name).properties(fields, of: \(name).self)"]
    }

    private func names(inherited: ExprSyntax) -> CodeBlockItemListSyntax {
        if superclass == nil { return ["\(dictionary)"] }
        if namedFields.isEmpty { return ["\(inherited)"] }
        return CodeBlockItemListSyntax {
            "var properties = \(inherited)" as CodeBlockItemSyntax
            for field in namedFields {
                "properties[\\.\(field.name)] = \(field.literal)" as CodeBlockItemSyntax
            }
            "return properties" as CodeBlockItemSyntax
        }
    }

    private var dictionary: ExprSyntax {
        if namedFields.isEmpty { return "[:]" }
        let elements = namedFields.map { "\\.\($0.name): \($0.literal)" }
        let line = "[\(elements.joined(separator: ", "))]"
        return line.count < 80 ? "\(raw: line)" : "[\n    \(raw: elements.joined(separator: ",\n    ")),\n]"
    }

    /// The fields with a name in an object. Extras have none.
    private var namedFields: [Field] { fields.filter { $0.role != .extras } }
}

/// The struct `ImportedFields`: a stored field for each property, an initializer that declares the fields to the plan,
/// the plan itself if subclasses override it, and the list of the subclasses.
extension Model {
    /// The name of the property with the superclass's fields. No property of the model has this name.
    var inheritedFields: TokenSyntax {
        var name = "inherited"
        while fields.contains(where: { $0.key == name }) { name += "Fields" }
        return .identifier(name)
    }

    private func fieldsDeclaration() throws -> StructDeclSyntax {
        try StructDeclSyntax("\(raw: sharedAccess)nonisolated struct ImportedFields: Sendable") {
            if let superclass {
                "\(raw: storedFieldAccess)let \(inheritedFields): \(superclass).ImportedFields"
                    as DeclSyntax
            }
            for field in fields { field.storedField(access: storedFieldAccess) }
            try fieldsInitializer()
            if let storedPlan { storedPlan.with(\.leadingTrivia, .newlines(2)) }
            if let subclassList { subclassList.with(\.leadingTrivia, .newlines(2)) }
        }
    }

    /// The arguments of the attribute, which become those of `ImportFields.adjust`.
    private var adjustments: String {
        adjustingArguments.map { argument in
            // In the expansion, `Self` would be `ImportedFields`.
            let value = argument.expression.trimmed.replacingSelf(by: name)
            return argument.label.map { "\($0.text): \(value)" } ?? value.description
        }
        .joined(separator: ", ")
    }

    /// The keys that replace the names of fields, as elements of a dictionary.
    private var replacedNames: [String] {
        properties.filter { $0.role != .ignored && $0.role != .extras }.compactMap { property in
            property.codingKey.map { key in
                "\(StringLiteralExprSyntax(content: property.key)): \(StringLiteralExprSyntax(content: key))"
            }
        }
    }

    /// Where the values of fields come from that are not members of the object, as elements of a dictionary.
    private var sources: [String] {
        fields.compactMap { field in field.source.map { "\(field.literal): \($0)" } }
    }

    private var adjustingArguments: [LabeledExprSyntax] {
        attribute.argumentList.filter {
            !["asArray", "discriminator", "subclasses"].contains($0.label?.text)
        }
    }

    /// In a class that is not final, the stored fields are `fileprivate`, because subclasses see the struct.
    private var storedFieldAccess: String { kind == .openClass ? "fileprivate " : "" }

    private func fieldsInitializer() throws -> InitializerDeclSyntax {
        let access = kind == .openClass ? sharedAccess : ""
        let head: SyntaxNodeString = "\(raw: access)init(_ fields: inout StreamImport.ImportFields)"
        let isFirst = fields.isEmpty && superclass == nil
        return try InitializerDeclSyntax(head) {
            if let superclass {
                "self.\(inheritedFields) = \(superclass).ImportedFields(&fields)" as CodeBlockItemSyntax
            }
            for field in fields { field.declaration }
            if !replacedNames.isEmpty {
                let keys = replacedNames.joined(separator: ", ")
                "fields.replaceNames([\(raw: keys)])" as CodeBlockItemSyntax
            }
            if !sources.isEmpty {
                "fields.setSources([\(raw: sources.joined(separator: ", "))])" as CodeBlockItemSyntax
            }
            if !ignoredKeys.isEmpty {
                let keys = ignoredKeys.map { StringLiteralExprSyntax(content: $0).description }
                "fields.ignore(\(raw: keys.joined(separator: ", ")))" as CodeBlockItemSyntax
            }
            if !adjustingArguments.isEmpty {
                "fields.adjust(\(raw: adjustments))" as CodeBlockItemSyntax
            }
            if isArray { "fields.replaceKeysByPositions()" as CodeBlockItemSyntax }
        }
        .with(\.leadingTrivia, isFirst ? .newline : .newlines(2))
    }
}

extension SyntaxProtocol {
    /// Returns the syntax with `Self` replaced by the name of a type.
    func replacingSelf(by name: TokenSyntax) -> Self {
        SelfReplacement(name: name).rewrite(self).as(Self.self) ?? self
    }
}

private final class SelfReplacement: SyntaxRewriter {
    private let name: TokenSyntax

    init(name: TokenSyntax) {
        self.name = name
        super.init()
    }

    override func visit(_ token: TokenSyntax) -> TokenSyntax {
        token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, name.tokenKind) : token
    }
}

extension MemberBlockItemListSyntax {
    /// Returns assignments such as `self.note = old.note`, for the variables of a struct that are not imported, but that an
    /// updated instance must copy from the old instance.
    func copiesOfIgnored(_ codingKeys: CodingKeys?) -> CodeBlockItemListSyntax {
        CodeBlockItemListSyntax {
            for member in self {
                if let variable = member.decl.as(VariableDeclSyntax.self) {
                    let ignored = StoredProperty.all(in: variable, codingKeys)
                        .filter { $0.role == .ignored && !$0.isLet }
                    for name in ignored.flatMap(\.binding.pattern.names) {
                        "self.\(name) = old.\(name)" as CodeBlockItemSyntax
                    }
                } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                    condition.copiesOfIgnored(codingKeys)
                }
            }
        }
    }
}

extension IfConfigDeclSyntax {
    /// Returns the assignments in the clauses of `#if`, under the same conditions; nothing if no clause has any.
    fileprivate func copiesOfIgnored(_ codingKeys: CodingKeys?) -> CodeBlockItemListSyntax {
        let clauses = clauses.map { clause in
            let members = clause.elements?.as(MemberBlockItemListSyntax.self) ?? []
            return clause.trimmed.with(\.leadingTrivia, .newline)
                .with(\.elements, .statements(members.copiesOfIgnored(codingKeys)))
        }
        guard clauses.contains(where: { !$0.elements.isEmpty }) else { return [] }
        let conditionalCopies = IfConfigDeclSyntax(
            clauses: IfConfigClauseListSyntax(clauses), poundEndif: .poundEndifToken(leadingTrivia: .newline))
        return [CodeBlockItemSyntax(item: .decl(DeclSyntax(conditionalCopies)))]
    }
}

extension PatternSyntax {
    /// The names of the variables. A tuple has several.
    fileprivate var names: [TokenSyntax] {
        switch `as`(PatternSyntaxEnum.self) {
        case .identifierPattern(let pattern): [pattern.identifier.trimmed]
        case .tuplePattern(let pattern): pattern.elements.flatMap(\.pattern.names)
        default: []
        }
    }
}

extension IfConfigClauseSyntax.Elements? {
    fileprivate var isEmpty: Bool { self?.as(CodeBlockItemListSyntax.self)?.isEmpty ?? true }
}

/// The attribute of the members that name deprecated properties or cases. Code that is deprecated itself may use deprecated
/// declarations without a warning.
extension Model {
    /// The attributes with which the properties or cases are deprecated, and a space; empty if none is.
    var deprecation: String {
        let attributed =
            properties.map(\.variable.attributes) + conditionalProperties.map(\.variable.attributes)
            + cases.map(\.declaration.attributes)
        var attributes: [String] = []
        for attribute in attributed.flatMap({ $0.attributes(named: "available") }) {
            guard let deprecation = attribute.deprecation, !attributes.contains(deprecation) else { continue }
            attributes.append(deprecation)
        }
        return attributes.map { "\($0) " }.joined()
    }
}

extension AttributeSyntax {
    /// The attribute with only its platform and its deprecation; `nil` if it deprecates nothing.
    fileprivate var deprecation: String? {
        guard let arguments = arguments?.as(AvailabilityArgumentListSyntax.self),
            let platform = arguments.first?.argument.trimmedDescription.split(separator: " ").first,
            let deprecated = arguments.first(where: {
                $0.argument.firstToken(viewMode: .sourceAccurate)?.text == "deprecated"
            })
        else { return nil }
        return "@available(\(platform), \(deprecated.argument.trimmedDescription))"
    }
}
