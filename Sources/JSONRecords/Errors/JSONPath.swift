internal import ImportNames

/// The position of one value in a JSON text, such as `$[17].owner.id`.
///
/// A string literal is a path, in the notation that ``init(_:)-(String)`` reads: `let path: JSONPath = "data.items"`. A
/// literal cannot throw, and a wrong one does not end the process: the call that is given a malformed one throws
/// ``ImportError/Code/invalidPath`` before it opens its input. `JSONPath("a[")` is a literal, too, and throws nothing;
/// only a string that is not a literal is read by the throwing initialiser.
public struct JSONPath: Hashable, Sendable {
    /// One step of a path.
    public enum Component: Hashable, Sendable {
        /// The member of an object with this key.
        case key(String)

        /// The element of an array at this position, counted from 0.
        case index(Int)
    }

    /// The components, outermost first. Empty for the root.
    public let components: [Component]

    /// The literal that the path was made of, if it is malformed; then it is the only step.
    private let malformedLiteral: String?

    /// Creates a path from its components.
    public init(_ components: [Component] = []) {
        self.init(components, malformedLiteral: nil)
    }

    private init(_ components: [Component], malformedLiteral: String?) {
        self.components = components
        self.malformedLiteral = malformedLiteral
    }

    /// Reads a path from a string that is not a literal: dotted (`data.items`, `photos[0].url`), or a JSON Pointer (RFC 6901) if
    /// it begins with a slash (`/data/items`).
    ///
    /// In a dotted path `$` stands for the root, if it is all of the first step. In a pointer, `~1` stands for a slash and `~0` for
    /// a tilde; a step that is a whole number may be a key or an index, whichever the input has.
    ///
    /// - Throws: ``ImportError`` with the code ``ImportError/Code/invalidPath`` if the text is malformed.
    public init(_ text: String) throws(ImportError) {
        guard let components = PathNotation(of: text).components(of: text) else {
            throw ImportError.invalidPath(text)
        }
        self.init(components.map(Component.init))
    }

    /// Checks that a text can have a value at the path.
    ///
    /// - Throws: ``ImportError/Code/invalidPath`` if the path was made of a malformed literal, or has an index below 0.
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
    /// Does not fail: a call that is given a path made of a malformed literal throws ``ImportError/Code/invalidPath``.
    public init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            self.init([.key(text)], malformedLiteral: text)
        }
    }
}

extension JSONPath: CustomStringConvertible {
    /// The path in the dotted form, from the root: `$[17].owner.id`. A key that holds a dot, a bracket or a
    /// control character, or is empty, is written as `["a.b"]`.
    public var description: String {
        components.reduce(into: "$") { text, component in text += component.step.description }
    }
}

extension JSONPath.Component {
    fileprivate init(_ step: PathComponent) {
        self =
            switch step {
            case .key(let key): .key(key)
            case .index(let index): .index(index)
            }
    }

    fileprivate var step: PathComponent {
        switch self {
        case .key(let key): .key(key)
        case .index(let index): .index(index)
        }
    }
}

extension ImportError {
    static func invalidPath(_ text: String) -> ImportError {
        ImportError(
            .invalidPath, "the path \(text.debugDescription) is malformed",
            advice: "write it as data.items, photos[0].url or /data/items")
    }
}
