import ArgumentParser

/// A program that measures what is the same on every run: allocations, peak memory, and the instructions of imports.
@main
struct ImportGauge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-gauge",
        abstract: "Measures imports by what is repeatable, never by time.",
        subcommands: [
            Allocations.self, Cases.self, Memory.self, Empty.self, Read.self, Emit.self, BaselineCommand.self,
            ImportCommand.self, Build.self,
        ])
}

struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints how the program was built.")

    func run() throws {
        #if DEBUG
            try report(["isOptimized": false])
        #else
            try report(["isOptimized": true])
        #endif
    }
}
