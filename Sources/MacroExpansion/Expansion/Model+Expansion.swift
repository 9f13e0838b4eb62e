import SwiftSyntax
import SwiftSyntaxBuilder

/// The code that `@Importable` adds.
extension Model {
    /// The members that are added to the body of the type.
    var addedMembers: [DeclSyntax] {
        get throws {
            let declarations = [planDeclaration, DeclSyntax(try fieldsDeclaration)]
            if kind == .structure { return declarations }
            return declarations + (try instanceMembers) + inheritableInitializers + (try codingMembers)
        }
    }

    /// Returns the extension that adds the conformance. Its members are isolated to no actor, whatever the isolation of
    /// the type, because importing threads call them.
    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        let head: SyntaxNodeString = "extension \(type.trimmed): nonisolated StreamImport.Importable"
        let attributes = availability.map { $0.trimmed.with(\.trailingTrivia, .newline) }
        return try ExtensionDeclSyntax(head) {
            if kind == .structure, !isReadAsRawValue {
                for (index, member) in try instanceMembers.enumerated() {
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
