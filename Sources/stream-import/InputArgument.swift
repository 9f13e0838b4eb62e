import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords

/// The input of a command: a file, or standard input.
enum InputArgument: Hashable, Sendable, ExpressibleByArgument {
    case standardInput
    case file(String)

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self = argument == "-" ? .standardInput : .file(argument)
    }

    static var defaultCompletionKind: CompletionKind { .file() }

    /// The name of the input in messages. For a file, this is the path that the user gave.
    var name: String {
        switch self {
        case .standardInput: "standard input"
        case .file(let path): path.printable
        }
    }

    /// The path of the file; `nil` for standard input.
    var file: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// Returns the records of the input.
    func records(at path: JSONPath, options: ReadOptions) -> RecordInput {
        RecordInput(InputOrigin(origin), at: path, options: options)
    }

    var origin: InputOrigin.Kind {
        switch self {
        case .standardInput: .handle(FileHandle.standardInput)
        case .file(let path): .file(URL(filePath: path))
        }
    }
}

extension [InputArgument] {
    /// Checks that standard input is named at most once.
    func validate() throws {
        guard filter({ $0 == .standardInput }).count < 2 else {
            throw ValidationError("Standard input can be read only once, found - more than once.")
        }
    }

    /// Returns the title of an input in the progress bar: its name, and its number if there are several inputs.
    func title(_ index: Int) -> String {
        count == 1 ? self[index].name : "\(self[index].name) (\(index + 1) of \(count))"
    }
}

extension String {
    /// The text with control characters escaped, so that a terminal displays them instead of interpreting them.
    var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isControl ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
