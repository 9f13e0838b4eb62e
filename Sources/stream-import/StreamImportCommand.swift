import ArgumentParser
import Foundation

/// The program: it has commands and does nothing itself.
@main
struct StreamImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stream-import",
        abstract: "Reads JSON dumps of any size, in little memory.",
        discussion: """
            An INPUT is a path, or - for standard input. Files compressed with gzip or zstd are recognised by \
            their first bytes; an array, lines (NDJSON) and an object around the records by the text.

            Results go to standard output, everything else to standard error. On a terminal a bar shows how far \
            the command has come; NO_COLOR turns colours off.

            EXAMPLES:
              stream-import import repos.json.gz --into github.db
              stream-import check --path data.items export.json.gz
              stream-import --generate-completion-script zsh

            \(ExitStatus.help)
            """,
        subcommands: [Import.self, Check.self, Inspect.self, Model.self])

    static func main() {
        StandardDescriptors.reserve()
        // A reader that has gone is an error of writing like any other.
        signal(SIGPIPE, SIG_IGN)
        main(nil)
    }
}
