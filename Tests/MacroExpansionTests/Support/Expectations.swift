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

/// Requires `@Importable` to add this code to a source.
func expectExpansion(
    of source: String, adds expansion: Expansion, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    expectExpansion(
        of: source, adds: expansion.members, conformance: expansion.conformance,
        inherited: expansion.superclass == nil ? [] : ["Importable"], sourceLocation: sourceLocation)
}

/// Requires `@Importable` to add these members to the type with the attribute, and this extension to the file.
func expectExpansion(
    of source: String, adds members: [[String]], conformance: [String]?, inherited: [TypeSyntax] = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    guard let attribute = source.firstMatch(of: /( *)@Importable(\(.*\))?\n/) else {
        Issue.record("the source has no attribute", sourceLocation: sourceLocation)
        return
    }
    var (text, indent) = (source, String(attribute.1))
    text.removeSubrange(attribute.range)
    let lines = members.joined(separator: [""]).map { $0.isEmpty ? "" : indent + "    " + $0 }
    // The last brace with the indentation of the type closes it, unless the type has no members.
    let end = "\n" + indent + "}"
    let emptyBody = text.hasSuffix("{}") ? text.ranges(of: "{}").last : nil
    if !members.isEmpty, let brace = emptyBody ?? text.ranges(of: end).last {
        text.replaceSubrange(
            brace, with: (emptyBody == nil ? "" : "{") + "\n\n" + lines.joined(separator: "\n") + end)
    }
    let extensions = conformance.map { "\n\n" + $0.joined(separator: "\n") } ?? ""
    expectExpansion(of: source, is: text + extensions, inherited: inherited, sourceLocation: sourceLocation)
}

/// Requires `@Importable` to report exactly these diagnostics for a source, in this order, and to add no code.
///
/// - Parameters:
///   - fixIts: the messages of the fix-its to apply; `nil` for all.
///   - fixed: the source after these fix-its.
func expectDiagnostics(
    _ diagnostics: [Diagnostic], in source: String, applying fixIts: [String]? = nil, fixed: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    assertMacroExpansion(
        source, expandedSource: source.replacing(/[ ]*@Importable(\(.*\))?\n/, with: ""),
        diagnostics: diagnostics.map { $0.specification(isWarning: false) }, macroSpecs: specs(),
        applyFixIts: fixIts, fixedSource: fixed ?? source,
        failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}

/// Requires `@Importable` to report exactly these diagnostics as warnings, and to add its code.
///
/// - Parameter fixed: the source after all fix-its.
func expectWarnings(
    _ warnings: [Diagnostic], in source: String, fixed: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let expansion = expand(source).expansion
    #expect(expansion.contains("importPlan"), sourceLocation: sourceLocation)
    assertMacroExpansion(
        source, expandedSource: expansion,
        diagnostics: warnings.map { $0.specification(isWarning: true) }, macroSpecs: specs(),
        fixedSource: fixed,
        failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}

/// Requires `@Importable` to report no diagnostics for a source.
func expectNoDiagnostics(in source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(expand(source).messages.isEmpty, sourceLocation: sourceLocation)
}

private func expand(_ source: String) -> (expansion: String, messages: [String]) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
        sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "test.swift")])
    let expansion = file.expand(macroSpecs: specs()) {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    }
    return (expansion.description, context.diagnostics.map(\.message))
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

    fileprivate func specification(isWarning: Bool) -> DiagnosticSpec {
        DiagnosticSpec(
            message: message, line: line, column: column, severity: isWarning ? .warning : .error,
            notes: note.map { [NoteSpec(message: $0.message, line: $0.line, column: $0.column)] } ?? [],
            fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [])
    }
}
