import ArgumentParser
import Foundation
import JSONRecords
import SystemPackage
import TableImport

/// The option for messages that are not errors.
struct OutputOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong, help: "Print no summary, no notes and no progress bar.")
    var quiet = false
}

/// The output of a command: results to standard output, messages to standard error.
///
/// Nothing is buffered, so results and messages keep their order.
struct Console: Sendable {
    private let output: Terminal
    private let messages = Terminal(.standardError)

    /// - Parameter writesResults: whether results go to standard output. Otherwise, they are messages.
    init(writesResults: Bool = true) {
        output = Terminal(writesResults ? .standardOutput : .standardError)
    }

    /// Writes a line of the result.
    ///
    /// - Throws: the exit status of a failed write, after a message with the error.
    func result(_ line: String) throws { try text(line + "\n") }

    /// Writes a part of the result.
    ///
    /// - Throws: the exit status of a failed write, after a message with the error.
    func text(_ text: String) throws {
        do {
            try output.write(text)
        } catch {
            message("standard output: cannot be written: \(error)")
            throw ExitStatus.ioFailed.code
        }
    }

    /// Returns a text to emphasize in a result, in bold if standard output has colors.
    func bold(_ text: String) -> String { output.bold(text) }

    /// Returns a text about an error in a result, in red if standard output has colors.
    func red(_ text: String) -> String { output.red(text) }

    /// Writes a message. Ignores errors, because they could not be reported.
    func message(_ line: String) {
        try? messages.write(line + "\n")
    }

    /// Writes an error in the arguments that is found while the command runs.
    func wrongUsage(_ text: String) -> ExitCode {
        reportError(text)
        return ExitStatus.wrongUsage.code
    }

    /// Calls a closure that checks the arguments while the command runs.
    ///
    /// - Throws: the exit status of a `ValidationError`, after its message. The error itself would print the usage of the
    ///   program, and not that of the command.
    func reportingWrongUsage(_ validate: () throws -> Void) throws {
        do {
            try validate()
        } catch let error as ValidationError {
            throw wrongUsage(error.message)
        }
    }

    /// Writes an error that is not about an input.
    func reportError(_ text: String) {
        message(messages.red(text.printable))
    }

    /// Calls a closure that writes a file.
    ///
    /// - Throws: the exit status of an error, after a message with the error.
    func reportingErrors<Result>(of path: String, _ write: () throws -> Result) throws -> Result {
        try reportingErrors(write) { error in
            let advice = error.advice.map { "; \($0)" } ?? ""
            message(messages.bold(path.printable) + ": " + messages.red(error.message.printable) + advice)
        }
    }

    /// Calls a closure that reads an input.
    ///
    /// - Throws: the exit status of an error in the input, after a message with the error.
    func reportingErrors<Result>(in input: InputArgument, _ read: () throws -> Result) throws -> Result {
        try reportingErrors(read) { reportError($0, in: input) }
    }

    private func reportingErrors<Result>(
        _ body: () throws -> Result, _ report: (ImportError) -> Void
    ) throws -> Result {
        do {
            return try body()
        } catch let error as ImportError {
            report(error)
            throw ExitStatus(error).code
        }
    }

    /// Writes an error about an input, with its location.
    func reportError(_ error: ImportError, in input: InputArgument) {
        var parts = [messages.bold(input.name)]
        if let location = error.location { parts.append("\(location)") }
        if let record = error.record { parts.append("record \(record)") }
        if let path = error.path, error.code != .pathNotFound { parts.append(path.description.printable) }
        let advice = error.advice(for: input).map { "; \($0.printable)" } ?? ""
        message(parts.joined(separator: ", ") + ": " + messages.red(error.message.printable) + advice)
    }
}

extension ImportError {
    private static var adviceForLines: String {
        let options = "--format lines --on-error skip"
        return ["import", "records"].contains(CommandLine.arguments.dropFirst().first)
            ? "use \(options)" : "write the records with stream-import records \(options)"
    }

    /// Advice for the user about the error, in terms of the program's options.
    fileprivate func advice(for input: InputArgument) -> String? {
        if let conversion, let file = input.reopenableFile {
            let command = conversion.command(for: ShellCommand.quoted(file))
            return "\(conversion.purpose) first: \(ShellCommand.piping(command, for: file))"
        }
        return switch code {
        case .tooDeep: "if the input is correct, raise --max-depth"
        case .tokenTooLong: "if the input is correct, raise --max-token-bytes"
        case .tooManyRejected: "raise --limit to report more"
        case .unpairedSurrogate: "to read it as U+FFFD, use --unpaired-surrogates replace"
        default:
            advice?.replacing(
                "set the format to lines, and errorPolicy to .skip()", with: Self.adviceForLines
            )
            .replacing("set the format to", with: "use --format")
            .replacing("set maximumWindowBytes to", with: "use --max-window")
            .replacing("set relaxedJSON", with: "use --relaxed")
        }
    }
}

/// A file descriptor that may be a terminal, with the terminal's width and styles.
struct Terminal: Sendable {
    let isTerminal: Bool
    private let descriptor: FileDescriptor
    private let hasColors: Bool

    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor.rawValue) == 1 && Self.environment["TERM"] != "dumb"
        hasColors = isTerminal && (Self.environment["NO_COLOR"] ?? "").isEmpty
    }

    private static let environment = ProcessInfo.processInfo.environment

    /// The width of the terminal in characters; 80 if unknown.
    var width: Int {
        var size = winsize()
        // SAFETY: The system writes one `winsize`, and only during the call.
        let status = unsafe ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &size)
        return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    func write(_ text: String) throws {
        _ = try descriptor.writeAll(text.utf8)
    }

    func bold(_ text: String) -> String { styled(text, "1") }
    func red(_ text: String) -> String { styled(text, "31") }
    func green(_ text: String) -> String { styled(text, "32") }

    private func styled(_ text: String, _ code: String) -> String {
        hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// The exit status of the program. A worse outcome has a greater status.
enum ExitStatus: Int32, CaseIterable, Comparable {
    case success = 0
    case recordsRejected = 2
    case wrongUsage = 64
    case badData = 65
    case cannotOpen = 66
    case ioFailed = 74
    case interrupted = 130

    /// Creates the status of an import that ended with an error.
    init(_ error: ImportError) {
        switch error.category {
        case .syntax, .limit: self = .badData
        case .data: self = error.code == .invalidPath ? .wrongUsage : .badData
        case .io:
            switch error.code {
            case .cannotOpen, .inputChanged: self = .cannotOpen
            // Reading the file succeeded, but what it contains is not what was expected.
            case .corruptCompression, .invalidPart: self = .badData
            default: self = .ioFailed
            }
        }
    }

    /// Creates the status of an import into a table that ended with an error.
    init(_ error: TableImportError) {
        self =
            switch error.cause {
            case .usage: .wrongUsage
            case .data: .badData
            case .database: .ioFailed
            }
    }

    var code: ExitCode { ExitCode(rawValue) }

    /// The table of all statuses, for the help.
    static var help: String {
        let rows = allCases.map { status in
            let number = String(status.rawValue)
            return "  " + String(repeating: " ", count: max(3 - number.count, 0)) + number + "  "
                + status.meaning
        }
        return "EXIT STATUS:\n" + rows.joined(separator: "\n")
    }

    private var meaning: String {
        switch self {
        case .success: "success"
        case .recordsRejected: "finished; some records were rejected"
        case .wrongUsage: "wrong usage"
        case .badData: "invalid data ended the run"
        case .cannotOpen: "an input cannot be opened"
        case .ioFailed: "reading or writing failed"
        case .interrupted: "interrupted"
        }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
