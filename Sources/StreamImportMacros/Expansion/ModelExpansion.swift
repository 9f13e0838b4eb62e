import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Importable` writes for a type.
struct ModelExpansion {
    let model: Model

    /// What goes into the body of the type.
    var members: [DeclSyntax] {
        get throws {
            let plan = PlanExpansion(model: model).declaration
            let fields = DeclSyntax(try FieldsExpansion(model: model).declaration)
            if model.kind == .structure { return [plan, fields] }
            let initializer = DeclSyntax(try InitializerExpansion(model: model).declaration)
            return [plan, fields, initializer] + (model.hasImplicitInitializer ? ["init() {}"] : [])
        }
    }

    /// The extension that adds the conformance.
    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        let head: SyntaxNodeString = "nonisolated extension \(type.trimmed): StreamImport.Importable"
        let attributes = model.availability.map { $0.trimmed.with(\.trailingTrivia, .newline) }
        return try ExtensionDeclSyntax(head) {
            if model.kind == .structure { try InitializerExpansion(model: model).declaration }
        }
        .with(\.attributes, AttributeListSyntax(attributes.map { .attribute($0) }))
    }
}
