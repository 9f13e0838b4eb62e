/// A notation of paths.
package enum PathNotation {
    /// Keys that are separated by dots, and indices and keys in quotation marks in brackets: `photos[0].url`,
    /// `$["a.b"].owner`. `*` stands for any key or index: `items[*]`, `users.*.name`.
    case dotted
    /// A JSON Pointer (RFC 6901): `/photos/0/url`.
    case pointer

    /// Detects the notation of a text: a pointer begins with a slash.
    package init(of text: String) {
        self = text.hasPrefix("/") ? .pointer : .dotted
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
    /// - Returns: the keys and indices; `nil` if the text is malformed, has a wildcard, or is the path of the root.
    package static func componentsWithoutWildcards(of text: String) -> [PathComponent]? {
        guard let components = Self(of: text).components(of: text), !components.isEmpty,
            !components.contains(.wildcard)
        else { return nil }
        return components
    }

    /// Returns the dotted path with some components, without `$` unless another path would be read: `a.b`, `$["a.b"]`.
    package static func dottedText(of components: [PathComponent]) -> String {
        let text = components.map(\.description).joined()
        let relativeText = String(text.dropFirst())
        let isRelative =
            text.hasPrefix(".") && Self(of: relativeText).components(of: relativeText) == components
        return isRelative ? relativeText : "$" + text
    }

    // MARK: - JSON Pointer

    private static func pointerComponents(of text: String) -> [PathComponent]? {
        var components: [PathComponent] = []
        for part in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let key = unescape(part) else { return nil }
            components.append(.key(key))
        }
        return components
    }

    private static func unescape(_ part: Substring) -> String? {
        let partsAfterTildes = part.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
        guard partsAfterTildes.allSatisfy({ $0.first == "0" || $0.first == "1" }) else { return nil }
        return String(part.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
}
