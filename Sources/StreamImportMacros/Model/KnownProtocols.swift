import SwiftSyntax

extension TypeSyntax {
    /// Whether it is a protocol that types often conform to, or several, hence neither a raw type nor a superclass.
    var isKnownProtocol: Bool {
        if let composition = `as`(CompositionTypeSyntax.self) {
            return composition.elements.allSatisfy(\.type.isKnownProtocol)
        }
        return lastToken(viewMode: .sourceAccurate).map { Self.knownProtocols.contains($0.text) } ?? false
    }

    /// Whether it is a protocol of this library's hooks, which models name in their declarations.
    var isHook: Bool {
        lastToken(viewMode: .sourceAccurate).map { Self.hooks.contains($0.text) } ?? false
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
