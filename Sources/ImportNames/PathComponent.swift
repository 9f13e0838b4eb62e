/// A component of a path in a JSON text.
package enum PathComponent: Hashable, Sendable {
    /// The member of an object with this key.
    case key(String)

    /// The element of an array at this index, counted from 0.
    case index(Int)
}

extension PathComponent: CustomStringConvertible {
    /// The component after another one in a dotted path: `.owner`, `[17]`. A key that is empty, or contains a dot, a
    /// bracket, a quotation mark, a backslash or a control character below U+0020, is written as `["a.b"]`, which
    /// ``PathNotation/dotted`` does not read.
    package var description: String {
        switch self {
        case .index(let index): "[\(index)]"
        case .key(let key): Self.hasDottedForm(key) ? ".\(key)" : "[\(key.debugDescription)]"
        }
    }

    private static func hasDottedForm(_ key: String) -> Bool {
        !key.isEmpty
            && !key.unicodeScalars.contains { ".[]\"\\".unicodeScalars.contains($0) || $0.value < 0x20 }
    }
}
