/// A notation of paths.
package enum PathNotation {
    /// Keys that are separated by dots, and indices in brackets: `photos[0].url`, `$[17].owner`.
    case dotted
    /// The dotted notation, in which also a key in quotation marks is in brackets, and `*` stands for any key or index:
    /// `$["a.b"].items[*]`, `users.*.name`.
    case extended
    /// A JSON Pointer (RFC 6901): `/photos/0/url`.
    case pointer

    /// Detects the notation of a text: a pointer begins with a slash.
    ///
    /// - Parameter isExtended: whether a path that is not a pointer is extended.
    package init(of text: String, isExtended: Bool = false) {
        self = text.hasPrefix("/") ? .pointer : isExtended ? .extended : .dotted
    }

    /// Reads a path in this notation.
    ///
    /// - Returns: the components, outermost first, or an empty array for the root; `nil` if the text is malformed. All
    ///   components of a pointer are keys.
    package func components(of text: String) -> [PathComponent]? {
        guard self != .pointer else { return Self.pointerComponents(of: text) }
        var path = DottedPath(text, isExtended: self == .extended)
        return path.components()
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

    /// Returns the JSON Pointer whose only component is a key.
    package static func pointer(to key: String) -> String {
        "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func unescape(_ part: Substring) -> String? {
        let partsAfterTildes = part.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
        guard partsAfterTildes.allSatisfy({ $0.first == "0" || $0.first == "1" }) else { return nil }
        return String(part.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
}
