/// A component of a path in a JSON text. Keys are compared by their bytes.
package enum PathComponent: Sendable {
    /// The member of an object with this key.
    case key(String)

    /// The element of an array at this index, counted from 0.
    case index(Int)

    /// Each member of an object, or each element of an array.
    case wildcard
}

extension PathComponent: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.key(let left), .key(let right)): left.utf8.elementsEqual(right.utf8)
        case (.index(let left), .index(let right)): left == right
        case (.wildcard, .wildcard): true
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        // Equal bytes are equal strings, which have equal hashes.
        case .key(let key): hasher.combine(key)
        case .index(let index): hasher.combine(index)
        case .wildcard: break
        }
    }
}

extension PathComponent: CustomStringConvertible {
    /// The component after another one in a dotted path: `.owner`, `[17]`, `[*]`. A key that is empty or an asterisk,
    /// or contains a dot, a bracket, a quotation mark, a backslash or a control character below U+0020, is written as
    /// `["a.b"]`.
    package var description: String {
        switch self {
        case .index(let index): "[\(index)]"
        case .key(let key): Self.hasDottedForm(key) ? ".\(key)" : "[\(Self.quoted(key))]"
        case .wildcard: "[*]"
        }
    }

    private static func hasDottedForm(_ key: String) -> Bool {
        !key.isEmpty && key != "*"
            && !key.unicodeScalars.contains { ".[]\"\\".unicodeScalars.contains($0) || $0.value < 0x20 }
    }

    /// Returns a key as a JSON string.
    private static func quoted(_ key: String) -> String {
        let contents = key.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case ..<" ": text += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(contents)\""
    }
}
