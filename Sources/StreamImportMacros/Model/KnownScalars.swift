import SwiftSyntax

extension TypeSyntax {
    /// Whether it is spelled as a scalar of the importer that is made of no date.
    var isKnownScalar: Bool {
        let member = `as`(MemberTypeSyntax.self).flatMap {
            ["Swift", "Foundation"].contains($0.baseType.trimmedDescription) ? $0.name : nil
        }
        let name = `as`(IdentifierTypeSyntax.self)?.name ?? member
        return name.map { Self.knownScalars.contains($0.text) } ?? false
    }

    private static let knownScalars: Set = [
        "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "UInt128", "Float", "Decimal", "Bool", "String", "URL", "UUID", "Data",
    ]
}
