internal import ImportNames

/// The path of one value in a JSON text, such as `$[17].owner.id`.
///
/// A string literal is a path, in the notation that ``init(_:)-(String)`` reads: `let path: JSONPath = "data.items"`. A
/// malformed literal neither throws nor traps: an import that receives the path throws ``ImportError/Code/invalidPath``
/// before it opens the input. `JSONPath("a[")` uses the literal initializer too, and does not throw; the throwing
/// initializer reads only strings that are not literals.
public struct JSONPath: Hashable, Sendable {
    /// A component of a path. Keys are compared by their bytes.
    public enum Component: Sendable {
        /// The member of an object with this key.
        case key(String)

        /// The element of an array at this index, counted from 0.
        case index(Int)

        /// Each member of an object, or each element of an array.
        ///
        /// Only the path of records may have wildcards. The arrays that it leads to are read one after another. A
        /// wildcard at the end of a path stands for records: the elements of an array, or the values of an object.
        case wildcard
    }

    /// The components, outermost first. Empty for the root.
    public let components: [Component]

    /// The literal, if it is malformed; otherwise `nil`. A malformed literal is the only component, as a key.
    private let malformedLiteral: String?

    /// Creates a path from its components.
    public init(_ components: [Component] = []) {
        self.init(components, malformedLiteral: nil)
    }

    private init(_ components: [Component], malformedLiteral: String?) {
        self.components = components
        self.malformedLiteral = malformedLiteral
    }

    /// Reads a path from a string that is not a literal: a JSON Pointer (RFC 6901) if it begins with a slash
    /// (`/data/items`), else a dotted path (`data.items`, `photos[0].url`).
    ///
    /// In a dotted path, `$` as the whole first component stands for the root, `["a.b"]` for a key as a JSON string,
    /// and `[*]` or `*` for each element or member. In a pointer, `~1` stands for a slash and `~0` for a tilde. A
    /// component of a pointer that is a whole number is a key or an index, whichever the input has.
    ///
    /// - Throws: ``ImportError`` with the code ``ImportError/Code/invalidPath`` if the text is malformed.
    public init(_ text: String) throws(ImportError) {
        guard let components = PathNotation(of: text).components(of: text) else {
            throw ImportError.invalidPath(text)
        }
        self.init(components.map(Component.init))
    }

    /// Returns the path that a model's key spells; `nil` if the key is malformed as a path, has a wildcard, or is the
    /// path of the root.
    package static func ofKey(_ key: String) -> JSONPath? {
        PathNotation.componentsWithoutWildcards(of: key).map { JSONPath($0.map(Component.init)) }
    }

    /// Returns the path in dotted notation that is only a key: `name`, `$["a.b"]`.
    package static func text(ofKey key: String) -> String { JSONPath([.key(key)]).relativeDescription }

    /// The path in dotted notation, from an object: `owner.id`, `$["a.b"]`.
    package var relativeDescription: String { PathNotation.dottedText(of: components.map(\.pathComponent)) }

    /// The path in dotted notation, with an asterisk for the members of an object at the end: `data.items`, `users.*`.
    package var option: String {
        guard components.last == .wildcard else { return relativeDescription }
        let parent = JSONPath(components.dropLast())
        return parent.components.isEmpty ? "*" : parent.relativeDescription + ".*"
    }

    /// The path as an argument of a program in a shell: `data.items`, `'$["a.b"]'`.
    package var argument: String {
        let isPlain = option.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains($0)
        }
        // An argument that begins with a dash is taken for an option.
        let text = option.hasPrefix("-") ? description : option
        return isPlain && text == option ? text : "'\(text.replacing("'", with: #"'\''"#))'"
    }

    /// Checks that the path was not made from a malformed literal, and has no negative index.
    ///
    /// - Throws: ``ImportError/Code/invalidPath``.
    package func validate() throws(ImportError) {
        if let malformedLiteral { throw .invalidPath(malformedLiteral) }
        let hasNegativeIndex = components.contains {
            if case .index(let index) = $0 { index < 0 } else { false }
        }
        if hasNegativeIndex { throw .invalidPath(description) }
    }
}

extension JSONPath: ExpressibleByStringLiteral {
    /// Creates a path from a literal, in the notation that ``init(_:)-(String)`` reads.
    ///
    /// Does not fail: a call that receives a path from a malformed literal throws ``ImportError/Code/invalidPath``.
    public init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            self.init([.key(text)], malformedLiteral: text)
        }
    }
}

extension JSONPath: CustomStringConvertible {
    /// The path in dotted notation, from the root: `$[17].owner.id`. A key that is empty or an asterisk, or contains a
    /// dot, a bracket, a quotation mark, a backslash or a control character below U+0020, is written as `["a.b"]`.
    public var description: String {
        components.reduce(into: "$") { text, component in text += component.pathComponent.description }
    }
}

extension JSONPath.Component: Hashable {
    /// Returns whether two components are the same index, the same key, byte by byte, or both a wildcard.
    public static func == (left: Self, right: Self) -> Bool { left.pathComponent == right.pathComponent }

    /// Hashes the component.
    public func hash(into hasher: inout Hasher) { hasher.combine(pathComponent) }
}

extension JSONPath.Component {
    fileprivate init(_ component: PathComponent) {
        self =
            switch component {
            case .key(let key): .key(key)
            case .index(let index): .index(index)
            case .wildcard: .wildcard
            }
    }

    fileprivate var pathComponent: PathComponent {
        switch self {
        case .key(let key): .key(key)
        case .index(let index): .index(index)
        case .wildcard: .wildcard
        }
    }
}

extension ImportError {
    static func invalidPath(_ text: String) -> ImportError {
        ImportError(
            .invalidPath, "invalid path \(text.debugDescription)",
            advice: "use a dotted path (data.items, photos[0].url) or a JSON Pointer (/data/items)")
    }
}
