/// A notation of paths.
package enum PathNotation {
    /// Keys that are separated by dots, and indices and keys in quotation marks in brackets: `photos[0].url`,
    /// `$["a.b"].owner`. `*` stands for any key or index: `items[*]`, `users.*.name`.
    case dotted
    /// A JSON Pointer (RFC 6901): `/photos/0/url`.
    case pointer

    /// Detects the notation of a text: a pointer begins with a slash.
    package init(of text: String) {
        self = text.unicodeScalars.first == "/" ? .pointer : .dotted
    }

    /// Reads a path in this notation.
    ///
    /// - Returns: the components, outermost first, or an empty array for the root; `nil` if the text is malformed. All
    ///   components of a pointer are keys.
    package func components(of text: String) -> [PathComponent]? {
        guard self != .pointer else { return Self.pointerComponents(of: text) }
        var path = DottedPath(text)
        return path.components()
    }

    /// Reads a text that names one value in an object, in any notation.
    ///
    /// - Returns: the keys and indices; `nil` if the text is malformed, has a wildcard, is the path of the root, or begins
    ///   with an index, which an object does not have.
    package static func componentsWithoutWildcards(of text: String) -> [PathComponent]? {
        guard let components = Self(of: text).components(of: text), !components.isEmpty,
            !components.contains(.wildcard)
        else { return nil }
        if case .index = components[0] { return nil }
        return components
    }

    /// Returns the dotted path with some components, without `$` unless another path would be read: `a.b`, `$["a.b"]`.
    package static func dottedText(of components: [PathComponent]) -> String {
        let text = components.map(\.description).joined()
        // Scalars, because a combining scalar makes one character of a dot and itself.
        let relativeText = String(text.unicodeScalars.dropFirst())
        let isRelative =
            text.unicodeScalars.first == "."
            && Self(of: relativeText).components(of: relativeText) == components
        return isRelative ? relativeText : "$" + text
    }

    // MARK: - JSON Pointer

    // Scalars, because a combining scalar makes one character of a slash and itself.
    private static func pointerComponents(of text: String) -> [PathComponent]? {
        var components: [PathComponent] = []
        for part in text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let key = unescape(part) else { return nil }
            components.append(.key(key))
        }
        return components
    }

    private static func unescape(_ part: Substring.UnicodeScalarView) -> String? {
        var (key, rest) = (String.UnicodeScalarView(), part)
        while let scalar = rest.popFirst() {
            switch (scalar, scalar == "~" ? rest.popFirst() : nil) {
            case ("~", "0"): key.append("~")
            case ("~", "1"): key.append("/")
            case ("~", _): return nil
            default: key.append(scalar)
            }
        }
        return String(key)
    }
}

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

/// A reader of dotted paths: keys that are separated by dots, and components in brackets.
private struct DottedPath {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
        rest = text.unicodeScalars[...]
        guard remove("$") else { return }
        // Another character belongs to a key that begins with `$`.
        if !rest.isEmpty, rest.first != "[", !remove(".") { rest = text.unicodeScalars[...] }
    }

    /// Reads the path. Returns `nil` if the text is malformed.
    mutating func components() -> [PathComponent]? {
        guard !rest.isEmpty else { return [] }
        var components: [PathComponent] = []
        repeat {
            guard let part = readPart() else { return nil }
            components += part
        } while remove(".")
        return rest.isEmpty ? components : nil
    }

    /// Reads a part such as `photos[0][1]` or `[0]`: a key, if the part has one, and components in brackets.
    private mutating func readPart() -> [PathComponent]? {
        let key = rest.prefix { $0 != "." && $0 != "[" }
        guard !key.contains("]") else { return nil }
        rest = rest[key.endIndex...]
        var components: [PathComponent] = []
        if !key.isEmpty {
            components.append(key.elementsEqual(["*"]) ? .wildcard : .key(String(key)))
        }
        while remove("[") {
            guard let component = readBracketed(), remove("]") else { return nil }
            components.append(component)
        }
        return components.isEmpty ? nil : components
    }

    private mutating func readBracketed() -> PathComponent? {
        if remove("*") { return .wildcard }
        if remove("\"") { return readQuotedKey() }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest[digits.endIndex...]
        return Int(String(digits)).map { .index($0) }
    }

    private mutating func remove(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    // MARK: - Keys in quotation marks

    /// Reads a JSON string after its opening quotation mark.
    private mutating func readQuotedKey() -> PathComponent? {
        var key = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return .key(String(key))
            case "\\":
                guard let escaped = readEscaped() else { return nil }
                key.append(escaped)
            default: key.append(scalar)
            }
        }
        return nil
    }

    private mutating func readEscaped() -> Unicode.Scalar? {
        guard let letter = rest.popFirst() else { return nil }
        switch letter {
        case "\"", "\\", "/": return letter
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return readCodePoint()
        default: return nil
        }
    }

    /// Reads the hexadecimal digits of one escape, or of the two escapes of a surrogate pair.
    private mutating func readCodePoint() -> Unicode.Scalar? {
        guard let unit = readCodeUnit() else { return nil }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
        guard remove("\\"), remove("u"), let trail = readCodeUnit(), UTF16.isTrailSurrogate(trail) else {
            return nil
        }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func readCodeUnit() -> UInt16? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        rest = rest[digits.endIndex...]
        return UInt16(String(digits), radix: 16)
    }
}
