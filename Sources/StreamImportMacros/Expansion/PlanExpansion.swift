import SwiftSyntax
import SwiftSyntaxBuilder

/// `importPlan`: stored where the type may have stored static properties, else computed; open to subclasses
/// where there may be some.
///
/// What can be overridden cannot be stored. The plan of such a class is stored in its fields, as classes nested in
/// it see its members, private ones included, as those of their superclass.
struct PlanExpansion {
    let model: Model

    var declaration: DeclSyntax {
        switch (isInherited, model.mayStoreItsPlan) {
        case (false, true): "\(raw: access)nonisolated static let importPlan = \(plan)"
        case (false, false): computed("\(access)nonisolated static var importPlan", plan)
        case (true, true): computed(inheritable, "ImportedFields.plan")
        case (true, false): computed(inheritable, plan)
        }
    }

    /// What the fields store of it.
    var stored: DeclSyntax? {
        isInherited && model.mayStoreItsPlan ? "fileprivate static let plan = \(plan)" : nil
    }

    private var isInherited: Bool { model.kind == .openClass || model.superclass != nil }

    private var access: String { model.access.modifier }

    private var inheritable: String {
        let access = model.kind == .openClass ? model.access.overridableModifier : access
        return "\(access)nonisolated \(model.superclass == nil ? "" : "override ")class var importPlan"
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
        StreamImport.ImportPlan(\(model.name).self) { fields in
            let fields = ImportedFields(&fields)
            return StreamImport.ModelOperations(
                make: { draft in \(model.name)(draft, fields) },
                update: { draft, old in \(update) },
                copy: { model, values in model.copy(fields, to: &values) },
                properties: { \(PropertiesExpansion(model: model).statements) })
        }
        """
    }

    private var update: CodeBlockItemListSyntax {
        if model.kind == .structure { return ["\(model.name)(draft, fields, updating: old)"] }
        return ["try old.update(draft, fields)", "return old"]
    }
}
