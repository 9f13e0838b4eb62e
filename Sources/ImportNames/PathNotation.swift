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
