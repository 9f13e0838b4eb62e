import SwiftSyntax

/// A case of an enum with a discriminator.
struct EnumCase {
    /// An associated value.
    struct Value {
        let parameter: EnumCaseParameterSyntax
        let position: Int

        /// The argument label; `nil` if the value has none.
        var label: TokenSyntax? {
            parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
        }
        var type: TypeSyntax { parameter.type.trimmed }
        var defaultValue: ExprSyntax? { parameter.defaultValue?.value.trimmed }
    }

    let declaration: EnumCaseDeclSyntax
    let element: EnumCaseElementSyntax
    let values: [Value]
    let attributes: PropertyAttributes

    init(_ declaration: EnumCaseDeclSyntax, _ element: EnumCaseElementSyntax) {
        self.declaration = declaration
        self.element = element
        attributes = PropertyAttributes(declaration.attributes)
        let parameters = element.parameterClause?.parameters ?? []
        values = parameters.enumerated().map { Value(parameter: $1, position: $0) }
    }

    /// Returns the cases that a declaration declares.
    static func all(in declaration: EnumCaseDeclSyntax) -> [EnumCase] {
        declaration.elements.map { EnumCase(declaration, $0) }
    }

    var name: TokenSyntax { element.name.trimmed }
    /// The name without the backticks it may be written with.
    var key: String { name.unescapedText }
    /// The keys of `@Key`, which applies to the only case of a declaration.
    var keys: [KeyName] { declaration.elements.count == 1 ? attributes.keys : [] }
    /// The associated values without a label.
    var unlabelled: [Value] { values.filter { $0.label == nil } }

    /// Whether the case receives the objects that name no other case.
    var isUnknown: Bool {
        key == "unknown" && keys.isEmpty && values.count == 1
            && ["JSONValue", "StreamImport.JSONValue"].contains(values[0].type.description)
    }
}
