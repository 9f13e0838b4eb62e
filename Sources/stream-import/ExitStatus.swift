import ArgumentParser
import JSONRecords
import TableImport

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
