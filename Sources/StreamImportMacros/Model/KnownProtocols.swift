import SwiftSyntax

extension TypeSyntax {
    /// Whether it is a protocol that types often conform to, hence neither a raw type nor a superclass.
    var isKnownProtocol: Bool {
        lastToken(viewMode: .sourceAccurate).map { Self.knownProtocols.contains($0.text) } ?? false
    }

    private static let knownProtocols: Set = [
        "CaseIterable", "Codable", "CodingKey", "Comparable", "CustomDebugStringConvertible",
        "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable",
        "LocalizedError", "Sendable",
    ]
}
