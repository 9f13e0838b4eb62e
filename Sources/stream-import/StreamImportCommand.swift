import ArgumentParser
import Foundation
import SystemPackage

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

/// The descriptors 0, 1 and 2, which the program may be started without.
private enum StandardDescriptors {
    /// Keeps what is opened later from taking the place of one that is closed, where it would be read or
    /// overwritten in its stead.
    ///
    /// The null device is opened the wrong way around, so that using it is the error it ought to be.
    static func reserve() {
        for (descriptor, wrongMode) in [
            (0, FileDescriptor.AccessMode.writeOnly), (1, .readOnly), (2, .readOnly),
        ]
        where fcntl(Int32(descriptor), F_GETFD) == -1 {
            // The lowest number that is free is the one that is missing.
            _ = try? FileDescriptor.open("/dev/null", wrongMode)
        }
    }
}
