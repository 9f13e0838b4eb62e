import ImportNames
import SwiftSyntax

/// A name in `@Key` or in an argument of `@Importable`: a key of the object, or a path to a value inside it.
struct KeyName {
    enum ValidationError {
        case notLiteral, empty, malformed
        /// A JSON Pointer, and the dotted path that means the same, if there is one.
        case pointer(dotted: String?)
    }

    /// The argument in the source.
    let expression: ExprSyntax

    static func all(in attribute: AttributeSyntax) -> [KeyName] {
        attribute.argumentList.map { KeyName(expression: $0.expression) }
    }

    /// The text of the argument; `nil` if it is not a literal without interpolation, so that it is only known at run
    /// time.
    var text: String? { expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

    /// The keys and indices of the path; `nil` if the text is not a path, or is the path of the root.
    var components: [PathComponent]? {
        guard let components = text.flatMap(PathNotation.dotted.components), !components.isEmpty else {
            return nil
        }
        return components
    }

    var validationError: ValidationError? {
        guard let text else { return .notLiteral }
        if text.isEmpty { return .empty }
        return switch PathNotation(of: text) {
        case .pointer: .pointer(dotted: Self.dotted(pointer: text))
        case .dotted, .extended: components == nil ? .malformed : nil
        }
    }

    /// Whether the text is a key, or a path without indices.
    var consistsOfKeys: Bool {
        validationError == nil
            && components?.allSatisfy { if case .key = $0 { true } else { false } } == true
    }

    /// Returns the dotted path to the same value, with whole numbers as indices; `nil` if a dotted path cannot
    /// represent a component.
    private static func dotted(pointer: String) -> String? {
        guard let written = PathNotation.pointer.components(of: pointer) else { return nil }
        let components = written.map { part in
            if case .key(let key) = part, let index = Int(key) { PathComponent.index(index) } else { part }
        }
        let text = components.map(\.description).joined()
        let path = text.hasPrefix(".") ? String(text.dropFirst()) : text
        guard PathNotation(of: path) == .dotted, PathNotation.dotted.components(of: path) == components else {
            return nil
        }
        return path
    }
}
