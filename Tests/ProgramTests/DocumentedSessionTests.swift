import Foundation
import Testing

/// The terminal sessions in README.md and in the pages of the documentation: each command prints the output
/// shown.
@Suite struct DocumentedSessionTests {
    /// A command with the output that a page shows.
    private struct Command {
        var line: String
        var output: [String]

        /// Whether the next line of the page also belongs to the command.
        var continues: Bool { line.hasSuffix("\\") || !line.count { $0 == "\"" }.isMultiple(of: 2) }

        /// The lines of the output, with `TIME` for the time and the speed in the summary of an import.
        var withoutTimes: [String] {
            output.map { $0.replacing(/[0-9.]+ s(, [0-9.]+ MB\/s of JSON)?$/, with: "TIME") }
        }
    }

    /// The commands of a page, and the files that they read.
    private struct Page {
        /// The contents of the files that the page shows, by name.
        var files: [String: String] = [:]
        var commands: [Command] = []

        init(_ name: String) throws {
            let root = URL(filePath: #filePath).appending(path: "../../..").standardized
            let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
            // The parts with an odd index are the fenced blocks.
            let parts = "\n\(text)".components(separatedBy: "\n```")
            for index in stride(from: 1, to: parts.count, by: 2) where parts[index].hasPrefix("\n") {
                let (before, block) = (parts[index - 1], parts[index].dropFirst() + "\n")
                if block.hasPrefix("$ ") {
                    add(session: block)
                } else if let name = before.firstMatch(of: /file `([^`]+)`:\n$/)?.1 {
                    files[String(name)] = String(block)
                }
            }
        }

        private mutating func add(session: Substring) {
            for line in session.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
                // A line with several spaces after `$` is output: `$` is the path of the records.
                if line.contains(/^\$ \S/) {
                    commands.append(Command(line: String(line.dropFirst(2)), output: []))
                } else if commands[commands.count - 1].continues {
                    commands[commands.count - 1].line += "\n" + line
                } else {
                    commands[commands.count - 1].output.append(String(line))
                }
            }
        }
    }

    /// Runs a command in a shell whose `PATH` starts with the folder of the programs. Returns the lines of its output.
    private func run(_ line: String, in folder: TemporaryDirectory) throws -> [String] {
        let script = #"PATH="${0%/*}:$PATH"; { \#(line)\#n} 2>&1"#
        // The pages show the folder as `/data`.
        let output = try Program.run(script: script, in: folder).withoutTimes.output
            .replacing(folder.file("").resolvingSymlinksInPath().path, with: "/data")
        return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private static let referencePage = "Sources/StreamImport/StreamImport.docc/CommandLine.md"

    private static let recipesPage = "Sources/StreamImport/StreamImport.docc/ImportWhatYouHave.md"

    @Test(arguments: ["README.md", referencePage, recipesPage])
    func commandOfPageHasDocumentedOutput(name: String) throws {
        let files = try Page(Self.referencePage).files.merging(Page(Self.recipesPage).files) { $1 }
        let folder = try TemporaryDirectory(files)
        let commands = try Page(name).commands.filter { !$0.line.contains(#/^(make|swift|export) /#) }
        try #require(!commands.isEmpty)
        for command in commands {
            #expect(try run(command.line, in: folder) == command.withoutTimes, "\(command.line)")
        }
    }

    @Test(
        .enabled(if: PostgresServer.programs != nil, "no PostgreSQL server is installed"),
        .enabled(if: Program.hasPostgres, "the program was built without PostgreSQL"))
    func commandOfPostgresPageHasDocumentedOutput() throws {
        let server = try PostgresServer.shared.get()
        try server.query("CREATE DATABASE dumps")
        let page = try Page("Sources/StreamImport/StreamImport.docc/ImportIntoPostgreSQL.md")
        let folder = try TemporaryDirectory(page.files)
        #expect(page.commands.count > 5)
        for command in page.commands {
            let line = "export PGHOST='\(server.folder)' PGUSER=postgres; \(command.line)"
            #expect(try run(line, in: folder) == command.withoutTimes, "\(command.line)")
        }
    }

    /// The tutorial shows some lines of the output for a dump of 20 MB, shortened to the width of a terminal. The test
    /// does not run the tutorial's last commands, which need a terminal and a package that uses the library.
    @Test func commandOfTutorialHasDocumentedLines() throws {
        let folder = try TemporaryDirectory([String: String]())
        try FileManager.default.createDirectory(
            at: folder.file("Sources/languages"), withIntermediateDirectories: true)
        let commands = try Page("Sources/StreamImport/StreamImport.docc/TenGigabyteDump.md").commands
            .prefix { !$0.output.contains("^C") && !$0.line.hasPrefix("rm ") }
            .filter { !$0.line.contains(#/^(make|mkdir|swift|export) /#) }
        #expect(commands.count > 5)
        for command in commands {
            var printed = try run(command.line.replacing("10GB", with: "20MB"), in: folder)[...]
            for line in command.withoutTimes {
                let index = printed.firstIndex { $0.hasPrefix(line) }
                #expect(index != nil, "\(command.line) prints \(line)")
                printed = printed[(index.map { $0 + 1 } ?? printed.startIndex)...]
            }
        }
    }
}
