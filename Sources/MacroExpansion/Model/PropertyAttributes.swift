import SwiftSyntax

/// The attributes of a property that `@Importable` reads.
struct PropertyAttributes {
    enum Name: String, CaseIterable {
        case key = "Key"
        case dateFormat = "DateFormat"
        case ignored = "Ignored"
        case extras = "Extras"
        case lenient = "Lenient"
    }

    /// All attributes, in source order.
    let all: [(name: Name, node: AttributeSyntax)]
    /// The attributes inside `#if`, which are not read.
    let conditional: [(name: Name, node: AttributeSyntax)]

    /// Whether an attribute may be a property wrapper.
    let mayWrap: Bool

    init(_ attributes: AttributeListSyntax) {
        mayWrap = attributes.contains { element in
            guard case .attribute(let node) = element else { return false }
            return Name(rawValue: node.plainName) == nil && node.plainName.first?.isUppercase == true
        }
        all = Self.named(attributes)
        conditional = attributes.conditionalAttributes.flatMap(Self.named)
    }

    private static func named(_ attributes: AttributeListSyntax) -> [(Name, AttributeSyntax)] {
        attributes.compactMap { element in
            guard case .attribute(let node) = element, let name = Name(rawValue: node.plainName) else {
                return nil
            }
            return (name, node)
        }
    }

    /// The first attribute with this name.
    subscript(name: Name) -> AttributeSyntax? { all.first { $0.name == name }?.node }

    /// The names of `@Key`.
    var keys: [KeyName] { source == nil ? self[.key].map { KeyName.all(in: $0) } ?? [] : [] }

    /// The argument of `@Key(from:)`, which says where a value comes from that is not a member of the object.
    var source: ExprSyntax? {
        self[.key]?.argumentList.first { $0.label?.text == "from" }?.expression.trimmed
    }

    /// The argument of `@DateFormat`.
    var dates: ExprSyntax? { self[.dateFormat]?.argumentList.first?.expression.trimmed }
}

extension AttributeSyntax {
    /// The name without the name of the module.
    var plainName: String {
        attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    }

    var argumentList: LabeledExprListSyntax {
        arguments?.as(LabeledExprListSyntax.self) ?? []
    }
}

extension AttributeListSyntax {
    /// The attributes inside `#if`, at any depth.
    fileprivate var conditionalAttributes: [AttributeListSyntax] {
        compactMap { $0.as(IfConfigDeclSyntax.self) }.flatMap { condition in
            condition.clauses.compactMap { $0.elements?.as(AttributeListSyntax.self) }
                .flatMap { [$0] + $0.conditionalAttributes }
        }
    }

    func attributes(named name: String) -> [AttributeSyntax] {
        compactMap { $0.as(AttributeSyntax.self) }.filter { $0.plainName == name }
    }
}
