/// A component of a path in a JSON text.
package enum PathComponent: Hashable, Sendable {
    /// The member of an object with this key.
    case key(String)

    /// The element of an array at this index, counted from 0.
    case index(Int)
}

extension PathComponent: CustomStringConvertible {
    /// The component as it follows another one in a dotted path: `.owner`, `[17]`. A key that holds a dot, a bracket or a
    /// control character, or is empty, is written as `["a.b"]`, which cannot be read back.
    package var description: String {
        switch self {
        case .index(let index): "[\(index)]"
        case .key(let key): Self.isPlain(key) ? ".\(key)" : "[\(key.debugDescription)]"
        }
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty
            && !key.unicodeScalars.contains { ".[]\"\\".unicodeScalars.contains($0) || $0.value < 0x20 }
    }
}
