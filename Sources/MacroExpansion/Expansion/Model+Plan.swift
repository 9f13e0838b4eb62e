import SwiftSyntax
import SwiftSyntaxBuilder

/// The property `importPlan`: stored if the type may have stored static properties, or else computed; overridable if
/// the type may have subclasses.
///
/// An overridable property cannot be stored. The plan of a class with such a property is stored in `ImportedFields`,
/// not in a private member of the class: a subclass that is nested in the class would see the private member, and
/// inherit it.
extension Model {
    var planDeclaration: DeclSyntax {
        switch (isInherited, mayStoreItsPlan) {
        case (false, true): "\(raw: modifiers)static let importPlan = \(plan)"
        case (false, false): computed("\(modifiers)static var importPlan", plan)
        case (true, true): computed(overridableHead, "ImportedFields.plan")
        case (true, false): computed(overridableHead, plan)
        }
    }

    private var modifiers: String { "\(deprecation)\(access.modifier)nonisolated " }

    /// The plan that `ImportedFields` stores.
    var storedPlan: DeclSyntax? {
        isInherited && mayStoreItsPlan ? "\(raw: deprecation)fileprivate static let plan = \(plan)" : nil
    }

    /// Whether the type is a class that may have subclasses, or is a subclass.
    var isInherited: Bool { kind == .openClass || superclass != nil }

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
    var subclassList: DeclSyntax? {
        guard let list = subclasses?.as(ArrayExprSyntax.self) else { return nil }
        var lines: [String] = []
        var found: Set<String> = []
        for element in list.elements {
            guard let base = element.expression.as(MemberAccessExprSyntax.self)?.base else { continue }
            let location = context.location(of: element, at: .afterLeadingTrivia, filePathMode: .filePath)
            // In the expansion, `Self` would be `ImportedFields`.
            let type = base.trimmed.replacingSelf(by: name).description
            if found.insert(type).inserted {
                let message = "'\(type)' is not a subclass of '\(name)'; list subclasses with '@Importable'"
                lines.append("@available(*, unavailable, message: \"\(message)\")")
                lines.append("func add(_ type: \(type).Type) {}")
            }
            let call = "add(\(type).self)"
            lines += location.map { ["#sourceLocation(file: \($0.file), line: \($0.line))", call] } ?? [call]
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
