import SwiftSyntax
import SwiftSyntaxBuilder

/// `importPlan`: stored where it can be, computed where it cannot, open to subclasses where there may be some.
struct PlanExpansion {
    private let model: Model
    private let overridesPlan: Bool
    private let access: AccessLevel

    init(_ model: Model, overridesPlan: Bool, access: AccessLevel) {
        self.model = model
        self.overridesPlan = overridesPlan
        self.access = access
    }

    var declarations: [DeclSyntax] {
        let isOverridable = overridesPlan || model.kind == .openClass
        guard isOverridable else {
            return [
                model.mayStoreItsPlan
                    ? stored("\(access.modifier)nonisolated static let importPlan") : computed
            ]
        }
        guard model.mayStoreItsPlan else { return [computed] }
        return [
            "\(raw: overridable): StreamImport.ImportPlan { storedImportPlan }",
            stored("private nonisolated static let storedImportPlan"),
        ]
    }

    private var overridable: String {
        let access = model.kind == .openClass ? access.overridable : access.modifier
        return "\(access)nonisolated \(overridesPlan ? "override " : "")class var importPlan"
    }

    private func stored(_ head: String) -> DeclSyntax {
        "\(raw: head) = \(plan)"
    }

    private var computed: DeclSyntax {
        let head =
            overridesPlan || model.kind == .openClass
            ? overridable : "\(access.modifier)nonisolated static var importPlan"
        return """
            \(raw: head): StreamImport.ImportPlan {
                \(plan)
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
