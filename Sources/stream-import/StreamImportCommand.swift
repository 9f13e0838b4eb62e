import ArgumentParser
import Foundation
import SystemPackage

/// The program. Its subcommands do the work.
@main
struct StreamImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stream-import",
        abstract: "Reads JSON dumps of any size, in little memory.",
        discussion: """
            An input is the path of a file, or - for standard input. gzip, zstd, bzip2, xz and lz4 are detected from the \
            first bytes. Whether the records are the elements of an array, lines (NDJSON) or a sequence is detected from \
            the text; --path names an array inside another value.

            Results go to standard output, everything else to standard error. On a terminal, a bar shows the progress. \
            Set NO_COLOR to turn colors off.

            EXAMPLES:
              stream-import import repos.json.gz --into github.db
              stream-import check --path data.items export.json.gz
              stream-import records dump.json.gz | head -n 3
              stream-import import --help-all
              stream-import --generate-completion-script zsh

            \(ExitStatus.help)
            """,
        version: "stream-import \(Version.current)",
        subcommands: [Import.self, Check.self, Records.self, Inspect.self, Model.self, Split.self])

    static func main() {
        reserveStandardDescriptors()
        // With the signals ignored, a write to a closed pipe, or beyond the limit of a file's size, returns an error instead of
        // ending the program.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        main(ArgumentBytes.arguments.map { $0 == Help.allOptions ? "--help" : $0 })
    }

    /// Opens the null device for each of the descriptors 0, 1 and 2 that is closed when the program starts. Otherwise a file
    /// opened later could get the number of the descriptor, and be read as standard input or overwritten as standard output
    /// or error.
    ///
    /// The null device is opened in the wrong mode, so that using the descriptor is an error, as with a closed
    /// descriptor.
    private static func reserveStandardDescriptors() {
        for (descriptor, wrongMode) in [
            (0, FileDescriptor.AccessMode.writeOnly), (1, .readOnly), (2, .readOnly),
        ]
        where fcntl(Int32(descriptor), F_GETFD) == -1 {
            // The system gives a file the lowest free number, which is that of the closed descriptor.
            _ = try? FileDescriptor.open("/dev/null", wrongMode)
        }
    }
}

/// The two lengths of the help of a command.
enum Help {
    /// The option for the help with all options.
    fileprivate static let allOptions = "--help-all"

    /// The sentence with which the help of a command ends.
    static let more = "\(allOptions) also lists the options for formats, limits, threads and parts."

    static let rareTitle = "Rare options"

    /// Whether options that few users need are hidden. The man page and the completions have them.
    static let rareOptions: ArgumentVisibility =
        CommandLine.arguments.contains { ["-h", "--help", "help"].contains($0) } ? .hidden : .default
}

/// The version of the program.
enum Version {
    /// The version in CHANGELOG.md: that of the newest section, or of the next release while changes are unreleased.
    static let current = "0.1.0-dev"
}
