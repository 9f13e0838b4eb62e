import ArgumentParser
import JSONRecords

enum ErrorHandling: String, ExpressibleByArgument, CaseIterable {
    case fail
    case skip
    case collect
}

/// The options for rejected records.
struct RejectionOptions: ParsableArguments {
    @Option(
        help: """
            What to do with a record that is rejected, or a line that is not JSON: fail, skip, or collect (skip and report \
            it). (default: fail; collect with --rejects)
            """)
    private var onError: ErrorHandling?

    /// The name of the file for rejected records; `nil` without one.
    @Option(
        help: ArgumentHelp(
            "Append rejected records to this file, as NDJSON with their errors, locations and texts.",
            valueName: "file"), completion: .file())
    var rejects: String?

    static let standardOutput = "/dev/stdout"

    /// The path of the file for rejected records, also if it is given as `-`.
    private var file: String? { rejects == "-" ? Self.standardOutput : rejects }

    var areOnStandardOutput: Bool {
        guard let file, file != "/dev/null" else { return false }
        return FileIdentity(file) == FileIdentity(Self.standardOutput)
    }

    var handling: ErrorHandling { onError ?? (rejects == nil ? .fail : .collect) }

    /// The error policy of the reader. The policy keeps no rejected records in memory, whatever their number.
    var errorPolicy: ErrorPolicy { handling == .fail ? .fail : .skip() }

    /// Whether each rejected record is reported when it occurs.
    var areListed: Bool { handling == .collect && rejects == nil }

    func validate() throws {
        guard rejects == nil || onError == nil || onError == .collect else {
            throw ValidationError(
                "--rejects implies --on-error collect, found \(handling); remove --on-error.")
        }
    }

    /// Checks that the name of the file can be written, and is not one of other files.
    func validateFile(differsFrom others: [String], _ noun: String) throws {
        guard let file else { return }
        guard FileArgument(file).isUTF8 else {
            throw ValidationError(
                "--rejects expects a name in UTF-8, found \(FileArgument(file).name.printable); choose another name."
            )
        }
        guard !others.map(FileIdentity.init).contains(FileIdentity(file)) else {
            throw ValidationError("--rejects names the same file as \(noun); choose another file.")
        }
    }
}
