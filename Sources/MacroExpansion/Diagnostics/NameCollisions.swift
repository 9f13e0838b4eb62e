import ImportNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension Sequence {
    /// Returns each element whose name matches that of an earlier element, with the last such element.
    func collisions(of name: (Element) -> String) -> [(element: Element, earlier: Element)] {
        var seen: [String: Element] = [:]
        return compactMap { element in
            seen.updateValue(element, forKey: NameFolding.fold(name(element))).map { (element, $0) }
        }
    }
}

extension Note {
    /// Returns a note that points to the name of a declaration.
    static func declaration(of name: TokenSyntax) -> Note {
        Note(
            node: Syntax(name), message: MacroExpansionNoteMessage("'\(name.unescapedText)' is declared here")
        )
    }
}
