import SwiftSyntax

extension TypeSyntax {
    /// Whether it is a protocol of the standard library that types often conform to: no raw type, no superclass.
    var isKnownProtocol: Bool {
        let name = trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
        return Self.knownProtocols.contains(name)
    }

    private static let knownProtocols: Set = [
        "CaseIterable", "Codable", "CodingKey", "Comparable", "CustomDebugStringConvertible",
        "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable",
        "LocalizedError", "Sendable",
    ]
}
