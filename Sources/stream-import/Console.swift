import ArgumentParser
import JSONRecords
import SystemPackage

/// Where a command writes: results to standard output, messages to standard error.
///
/// Nothing is buffered, so that results and messages keep their order.
struct Console: Sendable {
    private let output = Terminal(.standardOutput)
    private let messages = Terminal(.standardError)

    /// Writes a line of the result.
    ///
    /// - Throws: the exit status of a failed write, after a message that says why.
    func result(_ line: String) throws {
        do {
            try output.write(line + "\n")
        } catch {
            message("standard output: cannot be written: \(error)")
            throw ExitStatus.ioFailed.code
        }
    }

    /// The part of a result that stands out.
    func bold(_ text: String) -> String { output.bold(text) }

    /// The part of a result that is not as it should be.
    func red(_ text: String) -> String { output.red(text) }

    /// Writes a message. If that fails there is nobody to tell.
    func message(_ line: String) {
        try? messages.write(line + "\n")
    }

    /// Writes what is wrong with something else than an input.
    func reportError(_ text: String) {
        message(messages.red(text.printable))
    }

    /// Writes what is wrong with an input, and where.
    func reportError(_ error: ImportError, in input: InputArgument) {
        var parts = [messages.bold(input.name)]
        if let location = error.location { parts.append("\(location)") }
        if let record = error.record { parts.append("record \(record)") }
        if let path = error.path, error.code != .pathNotFound { parts.append(path.description.printable) }
        let advice = error.adviceForCommandLine.map { "; \($0.printable)" } ?? ""
        message(parts.joined(separator: ", ") + ": " + messages.red(error.message.printable) + advice)
    }
}

extension ImportError {
    /// What to do about it, in terms of the program's options.
    fileprivate var adviceForCommandLine: String? {
        switch code {
        case .tooDeep: "raise --max-depth if that is right"
        case .tokenTooLong: "raise --max-token-bytes if that is right"
        case .tooManyRejected: "raise --limit to see more"
        case .trailingData: "give --format lines or sequence if these are several values"
        case .unexpectedEnd where location?.offset == 0: "give --format lines if no records are fine"
        default: advice
        }
    }
}
