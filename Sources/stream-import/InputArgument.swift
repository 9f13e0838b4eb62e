import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords
import SystemPackage

/// The input of a command: a file, or standard input.
enum InputArgument: Hashable, Sendable, ExpressibleByArgument {
    case standardInput
    case file(FileArgument)

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
        }
    }

    /// The path of the file; `nil` for standard input. U+FFFD stands for bytes that are not UTF-8.
    var file: String? {
        if case .file(let file) = self { file.name } else { nil }
    }

    /// The exact path of the file; `nil` for standard input.
    var path: FilePath? {
        if case .file(let file) = self { file.path } else { nil }
    }

    /// The path of the file, if other programs can open the file again by this path.
    var reopenableFile: String? {
        if case .file(let file) = self, file.isUTF8 { file.name } else { nil }
    }

    /// Returns the origin of the bytes.
    ///
    /// - Parameter follows: whether the bytes of a file do not end while the file may grow.
    func originKind(follows: Bool = false) -> InputOrigin.Kind {
        switch self {
        case .standardInput: .handle(FileHandle.standardInput)
        case .file(let file):
            !file.isUTF8
                ? .path(file.path)
                : follows ? .followedFile(URL(filePath: file.name)) : .file(URL(filePath: file.name))
        }
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
        count == 1 ? self[index].name : "\(self[index].name) (\(index + 1) of \(count))"
    }
}
