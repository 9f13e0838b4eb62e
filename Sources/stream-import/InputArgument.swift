import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords
import SystemPackage
import TableImport

/// The input of a command: a file, standard input, or a part of one of them.
indirect enum InputArgument: Hashable, Sendable, ExpressibleByArgument {
    case standardInput
    case file(FileArgument)
    /// A part. The input is the file that was divided, or another one that has the bytes of the part.
    case part(ManifestLine, in: InputArgument)

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self = argument == "-" ? .standardInput : .file(FileArgument(argument))
    }

    static var defaultCompletionKind: CompletionKind { .file() }

    /// The name of the input in messages. For a file, this is the path that the user gave.
    var name: String {
        switch self {
        case .standardInput: "standard input"
        case .file(let file): file.name.printable
        case .part(_, let input): input.name
        }
    }

    /// The name of the input in results, with the number of the part.
    var title: String {
        part.map { "\(name), part \($0.number)" } ?? name
    }

    /// The part; `nil` for a whole input.
    var part: InputPart? {
        if case .part(let line, _) = self { line.part } else { nil }
    }

    /// The schema of the table for a part; `nil` if there is none.
    var schema: TableSchema? {
        if case .part(let line, _) = self { line.schema } else { nil }
    }

    private var fileArgument: FileArgument? {
        switch self {
        case .standardInput: nil
        case .file(let file): file
        case .part(_, let input): input.fileArgument
        }
    }

    /// The path of the file; `nil` for standard input. U+FFFD stands for bytes that are not UTF-8.
    var file: String? {
        fileArgument?.name
    }

    /// The exact path of the file; `nil` for standard input.
    var path: FilePath? {
        fileArgument?.path
    }

    /// The path of the file, if other programs can open the file again by this path.
    var reopenableFile: String? {
        fileArgument.flatMap { $0.isUTF8 ? $0.name : nil }
    }

    /// Returns the origin of the bytes.
    ///
    /// - Parameter follows: whether the bytes of a file do not end while the file may grow.
    func origin(follows: Bool = false) -> InputOrigin {
        switch self {
        case .standardInput: InputOrigin(.handle(FileHandle.standardInput))
        case .file(let file):
            InputOrigin(
                !file.isUTF8
                    ? .path(file.path)
                    : follows ? .followedFile(URL(filePath: file.name)) : .file(URL(filePath: file.name)))
        case .part(let line, let input):
            line.part.origin(in: input.path.map { .path($0) } ?? .handle(FileHandle.standardInput))
        }
    }

    /// Returns the records of an origin of this input.
    ///
    /// - Parameter path: the path of the records, unless the input is a part.
    func records(of origin: InputOrigin, at path: JSONPath, _ options: ReadOptions) -> RecordInput {
        part.map { RecordInput($0, origin, options: options) }
            ?? RecordInput(origin, at: path, options: options)
    }

    /// Checks that the input is not an address.
    func validate() throws {
        if let address = file.flatMap(RemoteAddress.init) { throw address.errorAsInput }
    }
}

extension [InputArgument] {
    /// Checks that no input is an address, and that standard input is named at most once.
    func validate() throws {
        for input in self { try input.validate() }
        guard filter({ $0 == .standardInput }).count < 2 else {
            throw ValidationError("Standard input can be read only once, found - more than once.")
        }
    }

    /// Returns the title of an input in the progress bar: its name, and its number if there are several inputs.
    func title(_ index: Int) -> String {
        count == 1 ? self[index].title : "\(self[index].title) (\(index + 1) of \(count))"
    }
}
