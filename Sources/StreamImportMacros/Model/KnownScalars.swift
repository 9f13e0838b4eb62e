import SwiftSyntax

extension TypeSyntax {
    /// Whether it is spelled as a scalar of the importer that is made of no date.
    var isKnownScalar: Bool { isSpelled(as: Self.knownScalars) }

    /// Whether it is spelled as a type of the importer that keys of objects become.
    var isKnownKey: Bool { isSpelled(as: Self.knownKeys) }

    private func isSpelled(as names: Set<String>) -> Bool {
        let member = `as`(MemberTypeSyntax.self).flatMap {
            ["Swift", "Foundation"].contains($0.baseType.trimmedDescription) ? $0.name : nil
        }
        let name = `as`(IdentifierTypeSyntax.self)?.name ?? member
        return name.map { names.contains($0.text) } ?? false
    }

    private static let knownKeys: Set = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "String",
    ]

    private static let knownScalars = knownKeys.union([
        "Int128", "UInt128", "Float", "CGFloat", "Decimal", "Bool", "URL", "UUID", "Data",
    ])
}
