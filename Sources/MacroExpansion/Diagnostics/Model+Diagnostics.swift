import SwiftDiagnostics

extension Model {
    /// All errors that prevent the type from being imported, and the warnings, in source order.
    var diagnostics: [Diagnostic] {
        let declaration = DeclarationCheck(model: self).diagnostics
        guard kind != .other, kind != .enumeration else { return declaration }
        let properties = properties.flatMap { PropertyCheck(property: $0).diagnostics }
        return (declaration + properties + PropertiesCheck(model: self).diagnostics)
            .sorted { $0.position < $1.position }
    }
}
