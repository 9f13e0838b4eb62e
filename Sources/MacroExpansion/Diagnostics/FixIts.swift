import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension FixIt {
    // MARK: - Changes of text

    private static func change(
        _ range: Range<AbsolutePosition>, of node: some SyntaxProtocol, to text: String, _ message: String
    ) -> FixIt {
        FixIt(
            message: MacroExpansionFixItMessage(message),
            changes: [.replaceText(range: range, with: text, in: Syntax(node))])
    }

    /// Replaces a node with text. The default message names both.
    static func replace(_ node: some SyntaxProtocol, by text: String, _ message: String? = nil) -> FixIt {
        change(
            node.trimmedRange, of: node, to: text,
            message ?? "replace '\(node.trimmedDescription)' with '\(text)'")
    }

    private static func insert(_ text: String, after node: some SyntaxProtocol, _ message: String) -> FixIt {
        change(node.trimmedRange.upperBound..<node.trimmedRange.upperBound, of: node, to: text, message)
    }

    private static func insert(_ text: String, before node: some SyntaxProtocol, _ message: String) -> FixIt {
        change(node.trimmedRange.lowerBound..<node.trimmedRange.lowerBound, of: node, to: text, message)
    }

    // MARK: - Properties

    /// Removes an attribute, and the white space up to the next token.
    static func remove(_ attribute: AttributeSyntax) -> FixIt {
        let next = attribute.nextToken(viewMode: .sourceAccurate)?.trimmedRange.lowerBound
        let start = attribute.trimmedRange.lowerBound
        return change(
            start..<(next ?? attribute.endPosition), of: attribute, to: "",
            "remove '\(attribute.trimmedDescription)'")
    }

    /// Marks a property as ignored.
    static func ignore(_ variable: VariableDeclSyntax) -> FixIt {
        insert("@Ignored ", before: variable, "add '@Ignored'")
    }

    /// Inserts a type after the name of a property.
    static func annotate(_ binding: PatternBindingSyntax, _ type: String) -> FixIt {
        insert(": \(type)", after: binding.pattern, "add a type annotation")
    }

    /// Adds a default value to a property.
    static func initialize(_ binding: PatternBindingSyntax) -> FixIt {
        insert(
            " = <#value#>", after: binding.typeAnnotation.map { Syntax($0) } ?? Syntax(binding.pattern),
            "add a default value")
    }

    // MARK: - Types

    /// Makes a generic parameter importable.
    static func constrain(_ parameter: GenericParameterSyntax) -> FixIt {
        guard let constraint = parameter.inheritedType else {
            return insert(": Importable", after: parameter.name, "add ': Importable'")
        }
        return insert(" & Importable", after: constraint, "add '& Importable'")
    }

    /// Adds the raw type `String` to an enum.
    static func giveRawType(_ declaration: EnumDeclSyntax) -> FixIt {
        let message = "add the raw type 'String'"
        guard let first = declaration.inheritanceClause?.inheritedTypes.first else {
            let head = declaration.genericParameterClause.map { Syntax($0) } ?? Syntax(declaration.name)
            return insert(": String", after: head, message)
        }
        return insert("String, ", before: first, message)
    }

    static func remove(_ inherited: InheritedTypeSyntax, from clause: InheritanceClauseSyntax) -> FixIt {
        let types = Array(clause.inheritedTypes)
        let message = "remove '\(inherited.type.trimmedDescription)'"
        let range = inherited.trimmedRange
        guard types.count > 1, let index = types.firstIndex(of: inherited) else {
            return change(clause.trimmedRange, of: clause, to: "", message)
        }
        guard index > 0 else {
            return change(range.lowerBound..<types[1].trimmedRange.lowerBound, of: clause, to: "", message)
        }
        let start = types[index - 1].type.trimmedRange.upperBound
        return change(start..<inherited.type.trimmedRange.upperBound, of: clause, to: "", message)
    }
}
