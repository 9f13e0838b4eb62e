import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Importable` writes for a type.
struct ModelExpansion {
    private let model: Model
    /// The first type in the inheritance clause, if it is the superclass and can be imported.
    private let superclass: TypeSyntax?
    private let access: AccessLevel

    init(_ model: Model, isSubclass: Bool) {
        self.model = model
        superclass =
            isSubclass && model.declaration.is(ClassDeclSyntax.self)
            ? model.inheritedTypes.first?.trimmed : nil
        access = AccessLevel(of: model)
    }

    /// What goes into the body of the type.
    var members: [DeclSyntax] {
        get throws {
            let plan = PlanExpansion(model, overridesPlan: superclass != nil, access: access).declarations
            let fields = DeclSyntax(try self.fields.structure)
            guard model.declaration.is(ClassDeclSyntax.self) else { return plan + [fields] }
            let initializer = DeclSyntax(try self.initializer.declaration)
            let implicit: [DeclSyntax] = model.hasImplicitInitializer ? ["init() {}"] : []
            return plan + [fields, initializer] + implicit
        }
    }

    /// The extension that adds the conformance.
    func conformance(of type: TypeSyntax) throws -> ExtensionDeclSyntax {
        var declaration = try ExtensionDeclSyntax(
            "nonisolated extension \(type.trimmed): StreamImport.Importable"
        ) {
            if model.kind == .structure { try self.initializer.declaration }
        }
        let attributes = model.availability.map { $0.trimmed.with(\.trailingTrivia, .newline) }
        declaration.attributes = AttributeListSyntax(attributes.map { .attribute($0) })
        return declaration
    }

    private var fields: FieldsExpansion {
        FieldsExpansion(
            fields: model.fields, ignoredKeys: model.ignoredKeys, superclass: superclass,
            access: sharedAccess, tokenAccess: model.kind == .openClass ? "fileprivate " : "")
    }

    private var initializer: InitializerExpansion {
        InitializerExpansion(
            fields: model.fields, inherited: superclass.map { _ in fields.inherited },
            modifiers: sharedAccess + (model.kind == .structure ? "" : "nonisolated "))
    }

    /// The access of what subclasses call.
    private var sharedAccess: String { model.kind == .openClass ? access.modifier : "private " }
}
