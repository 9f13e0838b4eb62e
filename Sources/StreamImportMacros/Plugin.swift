import MacroExpansion
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [ImportableMacro.self, MarkerMacro.self]
}

// The compiler looks for the types of the macros in the module of the plugin.
enum ImportableMacro: ImportableExpansion {}
enum MarkerMacro: MarkerExpansion {}
