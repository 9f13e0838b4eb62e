import MacroExpansion
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Attributes of properties in declarations that `@Importable` does not expand.
@Suite struct MarkerDiagnosticTests {
    private func expectDiagnostic(
        _ message: String?, at line: Int, _ column: Int, in source: String,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        assertMacroExpansion(
            source, expandedSource: source.replacing("@Ignored ", with: ""),
            diagnostics: message.map { [DiagnosticSpec(message: $0, line: line, column: column)] } ?? [],
            macroSpecs: ["Ignored": MacroSpec(type: MarkerMacro.self)],
            failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
    }

    @Test(arguments: ["func f() {\n    }", "struct Inner {\n    }", "case a", "typealias A = Int"])
    func attributeOnNonPropertyIsDiagnosed(member: String) {
        expectDiagnostic(
            "'@Ignored' applies only to properties; remove it", at: 3, 5,
            in: "@Importable\nenum Model {\n    @Ignored \(member)\n}")
    }

    @Test(arguments: ["struct Model", "extension Model", "@Sendable\nfunc f()"])
    func attributeOutsideImportableTypeIsDiagnosed(outer: String) {
        expectDiagnostic(
            "'@Ignored' has no effect outside a type with '@Importable'; remove it",
            at: outer.contains("\n") ? 3 : 2, 5, in: "\(outer) {\n    @Ignored var a = 1\n}")
    }

    @Test func attributeOnGlobalVariableIsDiagnosed() {
        expectDiagnostic(
            "'@Ignored' has no effect outside a type with '@Importable'; remove it", at: 1, 1,
            in: "@Ignored var a = 1")
    }

    @Test func attributeThatObservationCopiesIsAccepted() {
        expectDiagnostic(nil, at: 0, 0, in: "@Ignored @ObservationIgnored private var _a = 1")
    }

    @Test(arguments: ["@Importable", "@StreamImport.Importable", "@MainActor @Importable"])
    func attributeInImportableTypeIsAccepted(attribute: String) {
        expectDiagnostic(nil, at: 0, 0, in: "\(attribute)\nclass Model {\n    @Ignored var a = 1\n}")
    }
}
