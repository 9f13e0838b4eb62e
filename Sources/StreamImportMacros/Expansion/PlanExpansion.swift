import SwiftSyntax
import SwiftSyntaxBuilder

/// `importPlan`: stored where the type may have stored static properties, else computed; open to subclasses
/// where there may be some.
struct PlanExpansion {
    let model: Model

    var declarations: [DeclSyntax] {
        let isInherited = model.kind == .openClass || model.superclass != nil
        return switch (isInherited, model.mayStoreItsPlan) {
        case (false, true):
            ["\(raw: access)nonisolated static let importPlan = \(plan)"]
        case (false, false):
            [computed("\(access)nonisolated static var importPlan", plan)]
        case (true, true):
            [
                computed(inheritable, "storedImportPlan"),
                "private nonisolated static let storedImportPlan = \(plan)",
            ]
        case (true, false):
            [computed(inheritable, plan)]
        }
    }

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
            return { draft in
                \(model.name)(draft, fields)
            }
        }
        """
    }
}
