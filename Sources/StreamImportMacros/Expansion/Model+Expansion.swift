import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Importable` writes for a type.
extension Model {
    /// What goes into the body of the type.
    var addedMembers: [DeclSyntax] {
        get throws {
            let declarations = [planDeclaration, DeclSyntax(try fieldsDeclaration)]
            if kind == .structure { return declarations }
            return declarations + (try instanceMembers) + inheritableInitializers + (try codingMembers)
        }
    }

    /// The extension that adds the conformance. Its members belong to no actor, whatever the type belongs to: importing
    /// threads call them.
    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        let head: SyntaxNodeString = "extension \(type.trimmed): nonisolated StreamImport.Importable"
        let attributes = availability.map { $0.trimmed.with(\.trailingTrivia, .newline) }
        return try ExtensionDeclSyntax(head) {
            if kind == .structure {
                for (index, member) in try instanceMembers.enumerated() {
                    member.with(\.leadingTrivia, .newlines(index == 0 ? 1 : 2))
                }
            }
        }
        .with(\.attributes, AttributeListSyntax(attributes.map { .attribute($0) }))
    }

    /// The initialisers that a class loses once it has another one, or has to require of its subclasses.
    private var inheritableInitializers: [DeclSyntax] {
        (hasImplicitInitializer ? ["init() {}"] : []) + [requiredInitializer].compactMap(\.self)
    }

    /// Has calls with a metatype, as those of a static function of a superclass are, make an instance of its class.
    private var requiredInitializer: DeclSyntax? {
        guard isInherited else { return nil }
        return """
            \(raw: access.modifier)required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                try self.init(instanceOf: source)
            }
            """
    }
}
