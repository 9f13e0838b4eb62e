import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords
import SystemPackage
import TableImport

/// The input of a command: a file, standard input, or a part of one of them.
struct InputArgument: Hashable, Sendable, ExpressibleByArgument {
    /// `nil` for standard input.
    private var fileArgument: FileArgument?

    /// The line of the manifest that describes the part; `nil` for a whole input.
    private var line: ManifestLine?

    /// The maximum size of the window of compressed data.
    var maximumWindowBytes = CompressionDetectingSource.defaultWindowBytes

    /// The treatment of numbers that are not finite, if the text may be nearly JSON; `nil` if it must be JSON.
    var relaxedJSON: RelaxedJSON?

    /// Creates a whole input.
    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        fileArgument = argument == "-" ? nil : FileArgument(argument)
        line = nil
    }

    /// Creates a part in the file that was divided.
    init(_ line: ManifestLine) {
        fileArgument = FileArgument(ArgumentBytes.escaping(Array(line.part.input.utf8)))
        self.line = line
    }

    static var defaultCompletionKind: CompletionKind { .file() }

    /// Returns the part in another input, which has its bytes. The time of a file is not compared: a copy has a time of its own.
    func replacingFile(with input: InputArgument) -> InputArgument {
        var copy = self
        copy.fileArgument = input.fileArgument
        copy.line?.part.fingerprint.modified = nil
        return copy
    }

    /// The name of the input in messages. For a file, this is the path that the user gave.
    var name: String { fullName.printable }

    /// The name of the input in rows: the path as the user gave it, also with characters that messages escape.
    var fullName: String { fileArgument?.name ?? "standard input" }

    /// The name of the input in results, with the number of the part.
    var title: String {
        part.map { "\(name), part \($0.number)" } ?? name
    }

    /// The part; `nil` for a whole input.
    var part: InputPart? { line?.part }

    /// The schema of the table for a part; `nil` if there is none.
    var schema: TableSchema? { line?.schema }

    /// Whether the bytes are those of standard input.
    var isStandardInput: Bool { fileArgument == nil }

    /// The path of the file; `nil` for standard input. U+FFFD stands for bytes that are not UTF-8.
    var file: String? {
        fileArgument?.name
    }

    /// The exact path of the file; `nil` for standard input.
    var path: FilePath? {
        fileArgument?.path
    }

    /// Whether the bytes are those of a regular file, which can be read again.
    var isRegularFile: Bool { path.flatMap { try? Stat($0) }?.type == .regular }

    /// Whether the bytes are those of a regular file of at most 1 MiB, which is read in no time.
    var isSmallFile: Bool {
        path.flatMap { try? Stat($0) }.map { $0.type == .regular && $0.size <= 1 << 20 } ?? false
    }

    /// The path of the file, if other programs can open the file again by this path.
    var reopenableFile: String? {
        fileArgument.flatMap { $0.isUTF8 ? $0.name : nil }
    }

    /// Returns the origin of the bytes.
    ///
    /// - Parameter follows: whether the bytes of a file do not end while the file may grow.
    func origin(follows: Bool = false) -> InputOrigin {
        if let part {
            return part.origin(
                in: path.map { .path($0) } ?? .handle(FileHandle.standardInput),
                maximumWindowBytes: maximumWindowBytes)
        }
        let kind: InputOrigin.Kind =
            switch fileArgument {
            case nil: .handle(FileHandle.standardInput)
            case let file? where !file.isUTF8: .path(file.path)
            case let file? where follows: .followedFile(URL(filePath: file.name))
            case let file?: .file(URL(filePath: file.name))
            }
        return InputOrigin(kind, maximumWindowBytes: maximumWindowBytes, relaxedJSON: relaxedJSON)
    }

    /// Returns the records, by a rule that other inputs of the same table share.
    ///
    /// - Parameter follows: whether the records do not end while the file may grow. Nothing is then searched for.
    func records(by rule: inout RecordRule, follows: Bool = false) -> InputRecords {
        guard !follows else { return rule.recordsWithoutSearch(of: origin(follows: true)) }
        return rule.records(of: origin(), name: name, part: part)
    }

    /// Returns the records of the only input of a table.
    ///
    /// - Parameter path: the path of the records, unless the input is a part; `nil` if it is to be found.
    func records(at path: JSONPath?, format: ImportFormat) -> InputRecords {
        var rule = RecordRule(at: path, format: format)
        return records(by: &rule)
    }

    /// Checks that the input is not an address.
    func validate() throws {
        if let address = file.flatMap(RemoteAddress.init) { throw address.errorAsInput }
    }
}

extension [InputArgument] {
    /// Returns the rule by which the inputs are read alike.
    ///
    /// - Parameter path: the path of the records; `nil` if it is to be found.
    /// - Throws: the exit status, after a message, if they cannot be read alike.
    func rule(
        at path: JSONPath?, format: ImportFormat, for use: RecordRule.Use = .init(), _ console: Console
    ) throws -> RecordRule {
        let files = filter { $0.part == nil && $0.isRegularFile }
        let rule = RecordRule(
            at: path, format: format, of: files.map { .init($0.name, $0.origin()) }, inputCount: count,
            for: use)
        try files.reportingErrors(console, rule.validate)
        return rule
    }

    /// Checks files that have tables of their own, before a row is written.
    ///
    /// - Throws: the exit status of an error, after a message.
    func check(for use: RecordRule.Use, _ console: Console) throws {
        let files = filter { $0.part == nil && $0.isRegularFile }
        try files.reportingErrors(console) { () throws(ImportError) in
            try RecordRule.check(files.map { .init($0.name, $0.origin()) }, for: use)
        }
    }

    private func reportingErrors(_ console: Console, _ body: () throws(ImportError) -> Void) throws {
        do {
            try body()
        } catch {
            console.reportError(error, in: first { $0.name == error.input } ?? self[0])
            throw ExitStatus(error).code
        }
    }

    /// Prints two lines about the records of the inputs, which are read alike.
    func explain(by rule: RecordRule, _ console: Console) throws {
        var rule = rule
        guard let first else { return }
        let records = first.records(by: &rule)
        try console.reportingErrors(in: first) { try records.checkPath() }
        let others = count == 1 ? "" : " and \((count - 1).counted("more input"))"
        let lines = records.explanation
        try console.result("\(first.title)\(others): \(lines[0].printable)")
        try console.result("  \(lines[1].printable)")
    }

    /// Checks that no input is an address, and that standard input is named at most once.
    func validate() throws {
        for input in self { try input.validate() }
        guard filter(\.isStandardInput).count < 2 else {
            throw ValidationError("Standard input can be read only once, found - more than once.")
        }
    }

    /// Returns the inputs, with the files of JSON in place of each folder: those in the folder and in the folders in it, by name.
    /// Hidden files and folders are skipped.
    ///
    /// - Throws: the exit status, after a message, if a folder has no such files.
    func searchingFolders() throws -> [InputArgument] {
        try flatMap { input in
            guard let folder = input.path, (try? Stat(folder))?.type == .directory else { return [input] }
            let files = Self.files(in: folder, isIncluded: Self.isJSON)
            guard files.isEmpty else { return files.compactMap { InputArgument(argument: $0.string) } }
            let others = Self.files(in: folder) { _ in true }
            let example = others.first { $0.extension == "js" } ?? others.first
            let pattern = example.map { file in
                let files = file.extension.map { "*.\($0)" } ?? file.lastComponent?.string ?? ""
                return file.removingLastComponent().appending(files).string
            }
            Console().reportError(
                "\(input.name): cannot be opened: the folder has no files of JSON (.json, .jsonl, .ndjson)"
                    + (pattern.map {
                        "; name other files: \($0.printable)\($0.hasSuffix(".js") ? " --relaxed" : "")"
                    } ?? ""))
            throw ExitStatus.cannotOpen.code
        }
    }

    private static func files(in folder: FilePath, isIncluded: (String) -> Bool) -> [FilePath] {
        let enumerator = FileManager.default.enumerator(atPath: folder.string)
        var paths: [String] = []
        while let path = enumerator?.nextObject() as? String {
            if path.split(separator: "/").last?.hasPrefix(".") == true {
                enumerator?.skipDescendants()
            } else if isIncluded(path.lowercased()) {
                paths.append(path)
            }
        }
        // Reading reports a file that has no type, such as a link to a file that does not exist.
        return paths.sorted().map { folder.appending($0) }.filter {
            ((try? Stat($0))?.type ?? .regular) == .regular
        }
    }

    /// Returns whether the name of a file, in lower case, is one of JSON, which may be compressed.
    private static func isJSON(_ path: String) -> Bool {
        let ending = [".gz", ".zst", ".bz2", ".xz", ".lz4"].first(where: path.hasSuffix) ?? ""
        return [".json", ".jsonl", ".ndjson"].contains(where: path.dropLast(ending.count).hasSuffix)
    }

    /// A name for the table of all inputs: that of the folder that contains them, and that begins with a letter.
    var commonName: String {
        let folders: [[String]] = map { input in
            input.path?.removingLastComponent().components.map(\.string) ?? []
        }
        var common = folders.first ?? []
        for folder in folders.dropFirst() {
            common = zip(common, folder).prefix { $0 == $1 }.map(\.0)
        }
        let name = common.last { $0.first?.isLetter == true } ?? "records"
        return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// Returns the title of an input in the progress bar: its name, and its number if there are several inputs.
    func title(_ index: Int) -> String {
        count == 1 ? self[index].title : "\(self[index].title) (\(index + 1) of \(count))"
    }
}

/// The inputs of a command: files, standard input, or the parts of a manifest.
struct InputArguments: ParsableArguments {
    @Argument(help: "Files or folders to read, or - for standard input.")
    private var inputs: [InputArgument] = []

    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) var partOptions: PartOptions
    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) private var textOptions: TextOptions

    mutating func validate() throws {
        guard !inputs.isEmpty || partOptions.readsParts else {
            throw ValidationError("Missing expected argument '<inputs> ...'")
        }
        inputs = try inputs.searchingFolders()
        try textOptions.validate(with: partOptions)
        try partOptions.withManifest(inputs).validate()
    }

    /// The inputs in the arguments. Those of a manifest are known only while the command runs.
    var given: [InputArgument] { partOptions.readsParts ? [] : textOptions.apply(to: inputs) }

    /// Returns the inputs.
    ///
    /// - Throws: the exit status of an error in the manifest or the arguments, after a message.
    func all() throws -> [InputArgument] { textOptions.apply(to: try partOptions.inputs(inputs)) }
}

/// The input of a command: a file, standard input, or a part of a manifest.
struct OneInputArgument: ParsableArguments {
    @Argument(help: "A file to read, or - for standard input.")
    private var input: InputArgument?

    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) var partOptions: PartOptions
    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) private var textOptions: TextOptions

    func validate() throws {
        guard input != nil || partOptions.readsParts else {
            throw ValidationError("Missing expected argument '<input>'")
        }
        try textOptions.validate(with: partOptions)
        try partOptions.withManifest(given).validate()
    }

    /// The input in the arguments. That of a manifest is known only while the command runs.
    var given: [InputArgument] { input.map { [$0] } ?? [] }

    /// Returns the input.
    ///
    /// - Throws: the exit status of an error in the manifest or the arguments, after a message.
    func only() throws -> InputArgument {
        let inputs = textOptions.apply(to: try partOptions.inputs(given))
        guard inputs.count == 1 else {
            throw Console().wrongUsage(
                "expected one input, found \(inputs.count) parts; name one with --part")
        }
        return inputs[0]
    }
}
