import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension UnsupportedType {
    /// Returns the diagnostic at the name of the type, in a type that contains it.
    func diagnostic(in type: TypeSyntax) -> Diagnostic {
        let node = node(in: type)
        return Diagnostic(
            node: node, message: .unsupported(name, use: advice),
            fixIt: .replace(node, by: replacements[0], "replace '\(name)' with '\(replacements[0])'"))
    }
}
