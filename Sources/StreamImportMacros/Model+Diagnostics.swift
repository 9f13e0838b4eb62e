import SwiftDiagnostics
extension Model { var diagnostics: [Diagnostic] { [] } }
extension TypeSyntax { var isKnownProtocol: Bool { false } }
import SwiftSyntax
