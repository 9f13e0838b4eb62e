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
        guard let discriminator, let subclasses else { return "" }
        return ".withSubclasses(\(subclasses.trimmed), discriminator: \(discriminator.trimmed))"
    }

    private var update: CodeBlockItemListSyntax {
        if kind == .structure { return ["\(name)(draft, fields, updating: old)"] }
        return ["try old.update(draft, fields)", "return old"]
    }
}
