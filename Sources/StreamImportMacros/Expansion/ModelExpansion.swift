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
            let implicitInitializer: [DeclSyntax] = model.hasImplicitInitializer ? ["init() {}"] : []
            return [plan, fields] + (try instanceMembers) + implicitInitializer
        }
    }

    /// What makes, updates and reads instances.
    private var instanceMembers: [DeclSyntax] {
        get throws {
            let required = [
                DeclSyntax(try InitializerExpansion(model: model).declaration),
                try UpdateExpansion(model: model).declaration,
                try CopyExpansion(model: model).declaration,
            ]
            return required + [PropertiesExpansion(model: model).declaration].compactMap(\.self)
        }
    }

    /// The extension that adds the conformance. Its members belong to the actor of the type, if it has one.
    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        let head: SyntaxNodeString = "extension \(type.trimmed): nonisolated StreamImport.Importable"
        let attributes = model.availability.map { $0.trimmed.with(\.trailingTrivia, .newline) }
        return try ExtensionDeclSyntax(head) {
            if model.kind == .structure {
                for (index, member) in try instanceMembers.enumerated() {
                    member.with(\.leadingTrivia, .newlines(index == 0 ? 1 : 2))
                }
            }
        }
        .with(\.attributes, AttributeListSyntax(attributes.map { .attribute($0) }))
    }
}
