import SwiftSyntax
import SwiftSyntaxBuilder

/// The variables of a struct that are not imported, but that an updated instance must copy from the old instance.
struct IgnoredProperties {
    let members: MemberBlockItemListSyntax
    let codingKeys: CodingKeys?

    /// The assignments that copy the variables, such as `self.note = old.note`.
    var copies: CodeBlockItemListSyntax {
        CodeBlockItemListSyntax {
            for member in members {
                if let variable = member.decl.as(VariableDeclSyntax.self) {
                    for name in names(in: variable) { "self.\(name) = old.\(name)" as CodeBlockItemSyntax }
                } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                    copies(in: condition)
                }
            }
        }
    }

    private func names(in variable: VariableDeclSyntax) -> [TokenSyntax] {
        StoredProperty.all(in: variable, codingKeys).filter { $0.role == .ignored && !$0.isLet }
            .flatMap(\.binding.pattern.names)
    }

    /// Returns the assignments in the clauses of `#if`, under the same conditions; nothing if no clause has any.
    private func copies(in condition: IfConfigDeclSyntax) -> CodeBlockItemListSyntax {
        let clauses = condition.clauses.map { clause in
            let members = clause.elements?.as(MemberBlockItemListSyntax.self) ?? []
            return clause.trimmed.with(\.leadingTrivia, .newline)
                .with(
                    \.elements,
                    .statements(IgnoredProperties(members: members, codingKeys: codingKeys).copies))
        }
        guard clauses.contains(where: { !$0.elements.isEmpty }) else { return [] }
        let conditionalCopies = IfConfigDeclSyntax(
            clauses: IfConfigClauseListSyntax(clauses), poundEndif: .poundEndifToken(leadingTrivia: .newline))
        return [CodeBlockItemSyntax(item: .decl(DeclSyntax(conditionalCopies)))]
    }
}

extension PatternSyntax {
    /// The names of the variables. A tuple has several.
    fileprivate var names: [TokenSyntax] {
        switch `as`(PatternSyntaxEnum.self) {
        case .identifierPattern(let pattern): [pattern.identifier.trimmed]
        case .tuplePattern(let pattern): pattern.elements.flatMap(\.pattern.names)
        default: []
        }
    }
}

extension IfConfigClauseSyntax.Elements? {
    fileprivate var isEmpty: Bool { self?.as(CodeBlockItemListSyntax.self)?.isEmpty ?? true }
}
