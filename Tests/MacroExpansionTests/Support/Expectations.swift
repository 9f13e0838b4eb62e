import MacroExpansion
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Requires a source with `@Importable` to have this expansion.
///
/// - Parameter inherited: the protocols to which the type conforms through a superclass.
func expectExpansion(
    of source: String, is expansion: String, inherited: [TypeSyntax] = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    assertMacroExpansion(
        source, expandedSource: expansion, macroSpecs: specs(inherited: inherited),
        failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}

/// Requires `@Importable` to report exactly these diagnostics for a source, in this order, and to add no code.
///
/// - Parameter fixed: the source after all fix-its.
func expectDiagnostics(
    _ diagnostics: [Diagnostic], in source: String, fixed: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    assertMacroExpansion(
        source, expandedSource: source.replacing(/[ ]*@Importable(\(.*\))?\n/, with: ""),
        diagnostics: diagnostics.map(\.specification), macroSpecs: specs(),
        fixedSource: fixed ?? source,
        failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}

/// Requires `@Importable` to report no diagnostics for a source.
func expectNoDiagnostics(in source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
        sourceFiles: [file: .init(moduleName: "Models", fullFilePath: "Model.swift")])
    _ = file.expand(macroSpecs: specs()) {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    }
    #expect(context.diagnostics.map(\.message).isEmpty, sourceLocation: sourceLocation)
}

enum ImportableMacro: ImportableExpansion {}
enum MarkerMacro: MarkerExpansion {}

private func specs(inherited: [TypeSyntax] = []) -> [String: MacroSpec] {
    let missing = (["Importable", "Decodable", "Encodable"] as [TypeSyntax]).filter { type in
        !inherited.contains { $0.description == type.description }
    }
    return ["Importable": MacroSpec(type: ImportableMacro.self, conformances: missing)]
}

/// An expected diagnostic.
struct Diagnostic: Sendable {
    let line: Int
    let column: Int
    let message: String
    var note: (line: Int, column: Int, message: String)?
    var fixIt: String?

    init(
        _ line: Int, _ column: Int, _ message: String, note: (line: Int, column: Int, message: String)? = nil,
        fixIt: String? = nil
    ) {
        self.line = line
        self.column = column
        self.message = message
        self.note = note
        self.fixIt = fixIt
    }

    fileprivate var specification: DiagnosticSpec {
        DiagnosticSpec(
            message: message, line: line, column: column,
            notes: note.map { [NoteSpec(message: $0.message, line: $0.line, column: $0.column)] } ?? [],
            fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [])
    }
}
