import SwiftSyntax

extension TypeSyntax {
    /// Whether the type is a protocol that types often conform to, or a composition of such protocols, and therefore
    /// neither a raw type nor a superclass.
    var isKnownProtocol: Bool {
        if let composition = `as`(CompositionTypeSyntax.self) {
            return composition.elements.allSatisfy(\.type.isKnownProtocol)
        }
        return lastToken(viewMode: .sourceAccurate).map { Self.knownProtocols.contains($0.text) } ?? false
    }

    /// Whether the type is one of this library's hook protocols, which models name in their declarations.
    var isHook: Bool {
        lastToken(viewMode: .sourceAccurate).map { Self.hooks.contains($0.text) } ?? false
    }

    /// Whether the type is a protocol of types with raw values.
    var declaresRawValue: Bool {
        lastToken(viewMode: .sourceAccurate).map { ["OptionSet", "RawRepresentable"].contains($0.text) }
            ?? false
    }

    private static let hooks: Set = ["ImportIntercepting", "ImportUniquing", "ImportValidating"]

    private static let knownProtocols: Set = [
        "CaseIterable", "Codable", "CodingKey", "Comparable", "CustomDebugStringConvertible",
        "CustomNSError", "CustomPlaygroundDisplayConvertible", "CustomReflectable", "CustomStringConvertible",
        "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "LocalizedError",
        "LosslessStringConvertible", "NSCopying", "NSMutableCopying",
        "Sendable", "SendableMetatype", "TextOutputStreamable",
    ]
}
