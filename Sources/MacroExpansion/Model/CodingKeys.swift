import SwiftSyntax

/// The enum `CodingKeys` in the braces of a type, whose cases are the properties that `Codable` reads and writes.
struct CodingKeys {
    let declaration: EnumDeclSyntax
    private let cases: [String: EnumCaseElementSyntax]

    /// Creates the enum that is among the members of a type; `nil` if none of them is.
    init?(_ members: MemberBlockItemListSyntax) {
        let enums = members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
        guard let declaration = enums.first(where: { $0.name.text == "CodingKeys" }) else { return nil }
        self.declaration = declaration
        let elements = declaration.memberBlock.members.cases.map { ($0.key, $0.element) }
        cases = Dictionary(elements) { first, _ in first }
    }

    /// Returns whether a case has the name of a property.
    func contains(_ property: String) -> Bool { cases[property] != nil }

    /// Returns the key that replaces the name of a property; `nil` if the case of the property has no text as its raw value.
    func key(of property: String) -> String? {
        cases[property]?.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }

    /// The declaration of the keys as computed texts, which the macro does not see; `nil` without one.
    var computedKeys: PatternSyntax? {
        declaration.memberBlock.members.lazy.compactMap {
            $0.decl.as(VariableDeclSyntax.self)?.bindings.first?.pattern
        }
        .first { $0.trimmedDescription == "stringValue" }
    }

    /// The cases inside `#if`.
    var conditionalCases: [EnumCase] {
        declaration.memberBlock.members.conditionalMembers.flatMap(\.cases)
    }
}
