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

    /// Whether a text is a dotted path as the importer reads it, to something other than the root.
    private static func isPath(_ text: String) -> Bool {
        var rest = Substring(text)
        if rest.first == "$" {
            rest.removeFirst()
            if rest.first == "." { rest.removeFirst() }
        }
        return rest.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isStep)
    }

    /// Whether a text is a key, indices, or a key and its indices: `photos[0][1]`.
    private static func isStep(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return false }
        var rest = text.drop { $0 != "[" }
        while !rest.isEmpty {
            guard rest.first == "[", let end = rest.firstIndex(of: "]"),
                let index = Int(rest[..<end].dropFirst()), index >= 0
            else { return false }
            rest = rest[end...].dropFirst()
        }
        return true
    }
}
