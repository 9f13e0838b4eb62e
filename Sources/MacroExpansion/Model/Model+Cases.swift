import ImportNames
import SwiftSyntax

/// The cases of an enum, and the arguments of `@Importable` that tell them apart.
extension Model {
    /// The cases that exist in every build.
    var cases: [EnumCase] { members.cases }

    /// Whether the type is an enum whose cases are told apart by a discriminator.
    var hasCasePlan: Bool { kind == .enumeration && discriminator != nil }

    /// The cases inside `#if`.
    var conditionalCases: [EnumCase] { members.conditionalMembers.flatMap(\.cases) }

    /// The argument `discriminator:`; `nil` without one.
    var discriminator: ExprSyntax? { attribute.argument("discriminator") }

    /// The argument `content:`; `nil` without one.
    var content: ExprSyntax? { attribute.argument("content") }

    /// The key of the member that `content:` names; `nil` without one, or for the path to a nested value.
    var contentKey: String? {
        guard let path = content.flatMap({ KeyName(expression: $0).components }), path.count == 1,
            case .key(let key) = path[0]
        else { return nil }
        return key
    }

    /// The argument `subclasses:`; `nil` without one.
    var subclasses: ExprSyntax? { attribute.argument("subclasses") }

    /// Whether the key of an object's only member is the name of its case.
    var isSelectedByKey: Bool {
        discriminator?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "key"
    }
}

extension AttributeSyntax {
    func argument(_ label: String) -> ExprSyntax? {
        argumentList.first { $0.label?.text == label }?.expression
    }
}

extension MemberBlockItemListSyntax {
    /// The cases outside of `#if`.
    var cases: [EnumCase] {
        compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(EnumCase.all)
    }
}
