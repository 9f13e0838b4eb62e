/// A notation of paths.
package enum PathNotation {
    /// Keys that are separated by dots, and indices in brackets: `photos[0].url`, `$[17].owner`.
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
        switch self {
        case .dotted: Self.dottedComponents(of: text)
        case .pointer: Self.pointerComponents(of: text)
        }
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

    // MARK: - Dotted

    private static func dottedComponents(of text: String) -> [PathComponent]? {
        let pathFromRoot = removingRoot(text)
        guard !pathFromRoot.isEmpty else { return [] }
        var components: [PathComponent] = []
        for part in pathFromRoot.split(separator: ".", omittingEmptySubsequences: false) {
            guard let partComponents = keyAndIndices(part) else { return nil }
            components += partComponents
        }
        return components
    }

    /// Removes `$` if it is the whole first component.
    private static func removingRoot(_ text: String) -> Substring {
        if text == "$" || text.hasPrefix("$[") { return text.dropFirst() }
        return text.dropFirst(text.hasPrefix("$.") ? 2 : 0)
    }

    /// Splits a part such as `photos[0][1]` or `[0]` into its key, if it has one, and its indices. Returns `nil` if the
    /// part is malformed.
    private static func keyAndIndices(_ part: Substring) -> [PathComponent]? {
        guard !part.isEmpty else { return nil }
        var unreadIndices = part.drop { $0 != "[" }
        let key = part[..<unreadIndices.startIndex]
        var components: [PathComponent] = key.isEmpty ? [] : [.key(String(key))]
        while !unreadIndices.isEmpty {
            guard unreadIndices.first == "[", let bracket = unreadIndices.firstIndex(of: "]"),
                let index = Int(unreadIndices[..<bracket].dropFirst()), index >= 0
            else { return nil }
            components.append(.index(index))
            unreadIndices = unreadIndices[bracket...].dropFirst()
        }
        return components
    }
}
