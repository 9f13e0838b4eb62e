import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords

/// The destination of the page of a profile: a file, or standard output.
enum PageOutput: Hashable, ExpressibleByArgument {
    case standardOutput
    case file(String)

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self = argument == "-" ? .standardOutput : .file(argument)
    }

    static var defaultCompletionKind: CompletionKind { .file() }

    /// Creates the temporary file of the page.
    ///
    /// - Throws: the exit status, after a message, if the file cannot be written.
    func open(_ console: Console) throws -> PageWriter {
        guard case .file(let path) = self else { return .standardOutput(console) }
        let sink = try console.reportingErrors(of: path) { try FileSink(URL(filePath: path)) }
        return .file(path, sink, console)
    }
}

/// An open destination of a page.
enum PageWriter {
    case standardOutput(Console)
    case file(String, FileSink, Console)

    /// The path of the temporary file; `nil` without one.
    var temporaryPath: String? {
        if case .file(_, let sink, _) = self { sink.temporaryPath } else { nil }
    }

    /// Writes the page, and moves it to its path.
    ///
    /// - Throws: the exit status, after a message, if the page cannot be written.
    func write(_ page: ProfilePage) throws {
        switch self {
        case .standardOutput(let console):
            try page.write { try console.text($0) }
        case .file(let path, let sink, let console):
            try console.reportingErrors(of: path) {
                try page.write { part in
                    try sink.write(Array(part.utf8).span)
                }
                try sink.finish()
            }
        }
    }
}
