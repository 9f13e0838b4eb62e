import ImportNames
import SwiftSyntax

/// A name in `@Key` or in an argument of `@Importable`: a key of the object, or a path to a value inside it.
struct KeyName {
    enum ValidationError { case notLiteral, empty, malformed, pointer }

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
        text.flatMap(PathNotation.componentsWithoutWildcards)
    }

    var validationError: ValidationError? {
        guard let text else { return .notLiteral }
        if text.isEmpty { return .empty }
        if PathNotation(of: text) == .pointer { return .pointer }
        return components == nil ? .malformed : nil
    }

    /// Whether the text is a key, or a path without indices.
    var consistsOfKeys: Bool {
        validationError == nil
            && components?.allSatisfy { if case .key = $0 { true } else { false } } == true
    }

    /// The dotted path that replaces an invalid name: the path of the same value for a JSON Pointer, with whole numbers
    /// after the first key as indices, and otherwise the path of the key with this name.
    var validPath: String {
        let text = text ?? ""
        guard PathNotation(of: text) == .pointer, let components else {
            return PathNotation.dottedText(of: [.key(text)])
        }
        let indices = components.dropFirst().map { component in
            guard case .key(let key) = component, let index = Int(key), String(index) == key, index >= 0
            else {
                return component
            }
            return PathComponent.index(index)
        }
        return PathNotation.dottedText(of: components.prefix(1) + indices)
    }
}
