import SwiftSyntax

/// A name in `@Key`: a key of the object, or a path to a value further down.
struct KeyName {
    enum Fault {
        case notLiteral, empty, malformed
        /// A JSON Pointer, and the dotted path that means the same, if there is one.
        case pointer(dotted: String?)
    }

    /// The argument, as it is written.
    let expression: ExprSyntax

    static func all(in attribute: AttributeSyntax) -> [KeyName] {
        attribute.argumentList.map { KeyName(expression: $0.expression) }
    }

    /// The text of the argument; `nil` if only the running program knows it.
    var text: String? { expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

    /// The keys and indices that the text leads through; `nil` if it is no path.
    var steps: [String]? { text.flatMap(Self.steps) }

    var fault: Fault? {
        guard let text else { return .notLiteral }
        if text.isEmpty { return .empty }
        if text.hasPrefix("/") { return .pointer(dotted: Self.dotted(pointer: text)) }
        return Self.isPath(text) ? nil : .malformed
    }

    private static func dotted(pointer: String) -> String? {
        let steps = pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let path = steps.map { Int($0) == nil ? String($0) : "[\($0)]" }.joined(separator: ".")
            .replacing(".[", with: "[")
        return isPath(path) && !path.contains("~") ? path : nil
    }

    private static func isPath(_ text: String) -> Bool { steps(of: text) != nil }

    /// The keys and indices of a dotted path as the importer reads it, to something other than the root.
    private static func steps(of text: String) -> [String]? {
        guard text != "$" else { return nil }
        let root = ["$.", "$["].first(where: text.hasPrefix).map { $0 == "$." ? 2 : 1 } ?? 0
        var steps: [String] = []
        for part in text.dropFirst(root).split(separator: ".", omittingEmptySubsequences: false) {
            guard let more = Self.steps(ofPart: part) else { return nil }
            steps += more
        }
        return steps
    }

    /// The steps of a key, indices, or a key and its indices: `photos[0][1]`.
    private static func steps(ofPart text: Substring) -> [String]? {
        guard !text.isEmpty else { return nil }
        var rest = text.drop { $0 != "[" }
        var steps = [String(text[..<rest.startIndex])].filter { !$0.isEmpty }
        while !rest.isEmpty {
            guard rest.first == "[", let end = rest.firstIndex(of: "]"),
                let index = Int(rest[..<end].dropFirst()), index >= 0
            else { return nil }
            steps.append("[\(index)]")
            rest = rest[end...].dropFirst()
        }
        return steps
    }
}
