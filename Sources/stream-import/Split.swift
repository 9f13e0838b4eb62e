import ArgumentParser
import Foundation
import JSONRecords
import SystemPackage
import TableImport

/// The command that divides inputs into parts.
struct Split: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Divides inputs into parts that several machines can read, and prints a manifest.",
        discussion: """
            The manifest is a line with a JSON object for each part, which begins and ends between two records. Every command \
            reads parts with --parts and --part. Inputs much smaller than a part are grouped, and a compressed input is one \
            part.

            EXAMPLES:
              stream-import split --parts 64 --path data.items export.json > manifest.ndjson
              stream-import split --size 256MB logs/*.ndjson > manifest.ndjson
              stream-import split --parts 64 --schema --key id repos.json > manifest.ndjson
              stream-import records --parts manifest.ndjson --part 17
              stream-import import --parts manifest.ndjson --part 17 --into part-17.db

            \(Help.more)
            """)

    @Argument(help: ArgumentHelp("Files or folders to divide.", valueName: "inputs"))
    private var files: [InputArgument]

    @Option(
        name: .customLong("parts"), help: ArgumentHelp("The maximum number of parts.", valueName: "count"))
    var count: Int?

    @Option(
        help: ArgumentHelp(
            "The size of a part: a number of bytes, or one with kB, MB, GB, MiB or GiB. (default: 256MB, without --parts)",
            valueName: "size"))
    private var size: ByteCount?

    @OptionGroup(title: "Schema options") private var schemaOptions: SchemaOptions
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) private var textOptions: TextOptions

    @Flag(
        help:
            "Write no modification times to the manifest, so that the parts can be read in copies of the files."
    )
    var portable = false

    @OptionGroup var outputOptions: OutputOptions

    private var console: Console { Console() }

    private var inputs: [InputArgument] { textOptions.apply(to: files) }

    mutating func validate() throws {
        files = try files.searchingFolders()
        try inputs.validate()
        guard !textOptions.relaxed else {
            throw ValidationError(
                "split divides JSON only, found --relaxed; write the records to a file first: stream-import records --relaxed "
                    + "FILE > records.ndjson")
        }
        for input in inputs where input.reopenableFile == nil {
            throw ValidationError(
                "split expects files with names in UTF-8, found \(input.name); write the input to a file first."
            )
        }
        guard (1...PartSizes.maximumCount).contains(count ?? 1) else {
            throw ValidationError(
                "--parts must be from 1 to \(PartSizes.maximumCount), found \(count ?? 0).")
        }
        guard count == nil || size == nil else {
            throw ValidationError("--parts and --size both determine the size of a part; remove one of them.")
        }
    }

    func run() throws {
        guard !inputOptions.explains else { return try inputs.explain(by: rule(), console) }
        var rule = try rule()
        let wholes = try inputs.map { input in
            try console.reportingErrors(in: input) { try whole(input, by: &rule) }
        }
        let sizes = wholes.map(\.fingerprint.size)
        let count = count ?? PartSizes.count(of: sizes, upTo: size?.bytes ?? PartSizes.defaultBytes)
        guard count <= PartSizes.maximumCount else {
            throw console.wrongUsage(
                "--size must give at most \(PartSizes.maximumCount) parts, found \(count); choose a larger size"
            )
        }
        let partSizes = PartSizes(of: sizes, count: count)
        let pieces = try inputs.enumerated().map { index, input in
            try console.reportingErrors(in: input) {
                try divide(
                    wholes[index], at: partSizes.offsets(inInput: index), chunkBytes: partSizes.chunkBytes)
            }
        }
        let numbers = partSizes.numbers(of: pieces.map { $0.map(\.byteRange) })
        try printManifest(pieces.joined(), numbers.joined(), schema: schema())
    }

    /// Returns the schema of the records; `nil` if the manifest has none.
    private func schema() throws -> TableSchema? {
        guard schemaOptions.writesSchema else { return nil }
        do {
            return try findSchema()
        } catch let error as ImportError {
            if let input = inputs.first(where: { $0.origin().name == error.input }) {
                console.reportError(error, in: input)
            } else {
                console.reportError("\(error)")
            }
            throw ExitStatus(error).code
        } catch let error as TableImportError {
            console.reportError("\(error)")
            throw ExitStatus(error).code
        } catch is Interrupted {
            console.message("interrupted: no manifest was written")
            throw ExitStatus.interrupted.code
        }
    }

    private func findSchema() throws -> TableSchema {
        let progresses = inputs.indices.map { Progress(of: inputs.title($0), isQuiet: outputOptions.quiet) }
        defer { for progress in progresses { progress.finish() } }
        let targets = ImportTargets(inputs: inputs, paths: [], tables: [], expandedArrays: [])
        let interruptFlag = InterruptFlag()
        let interruptHandler = try InterruptHandler { interruptFlag.request() }
        return try withExtendedLifetime(interruptHandler) {
            try schemaOptions.schema(
                of: try tableInputs(progresses), table: targets.firstTable,
                inputOptions.readOptions, interruptFlag)
        }
    }

    /// Returns the inputs of a search for the schema.
    private func tableInputs(_ progresses: [Progress]) throws -> [TableInput] {
        var rule = try rule()
        return zip(inputs, progresses).map { input, progress in
            let records = input.records(by: &rule)
            return TableInput(name: input.name, file: input.path) { options in
                var options = options
                options.onProgress = { progress.update($0) }
                return records.input(options)
            }
        }
    }

    /// Returns the rule by which all inputs are read alike, as an import of the parts into one table reads them.
    private func rule() throws -> RecordRule {
        try inputs.rule(at: inputOptions.givenPath, format: inputOptions.format, console)
    }

    /// Returns the whole input as a part, whose path is that of its records.
    private func whole(_ input: InputArgument, by rule: inout RecordRule) throws -> InputPart {
        guard let path = input.absolutePath else { preconditionFailure("an input is a file") }
        // Only a regular file has a fingerprint. Reading the beginning of another one, such as a pipe, may block.
        let fingerprint = try InputFingerprint(of: path)
        if fingerprint.isCompressed {
            // The beginning of a file that cannot be decompressed says nothing about its records.
            var byte: [UInt8] = [0]
            _ = try input.origin().makeSource().read(into: &byte)
        }
        let records = input.records(by: &rule)
        try records.checkPath()
        guard records.isPathRequired else {
            throw console.wrongUsage(
                "\(input.name) has no array at \(records.path.argument), and so no records; divide the other inputs without it"
            )
        }
        if !outputOptions.quiet, let note = records.note() {
            console.message("\(input.name): \(note.printable)")
        }
        return InputPart(of: path.string, fingerprint, format: records.format, path: records.path)
    }

    private func divide(
        _ whole: InputPart, at offsets: [Int], chunkBytes: Int
    ) throws -> [InputPart] {
        let origin = InputOrigin(.path(FilePath(whole.input)))
        var options = inputOptions.readOptions
        options.format = whole.format
        options.chunkBytes = min(options.chunkBytes, chunkBytes)
        return try InputSplitter(whole, from: origin, options: options).parts(endingNear: offsets)
    }

    private func printManifest(
        _ pieces: some Sequence<InputPart>, _ numbers: some Sequence<Int>, schema: TableSchema?
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (piece, number) in zip(pieces, numbers) {
            var part = piece
            part.number = number
            if portable { part.fingerprint.modified = nil }
            try console.result(
                String(decoding: encoder.encode(ManifestLine(part, schema: schema)), as: UTF8.self))
        }
    }
}

extension InputArgument {
    /// The absolute path of the file; `nil` for standard input. Symbolic links are not resolved.
    fileprivate var absolutePath: FilePath? {
        path.map { FilePath(FileManager.default.currentDirectoryPath).pushing($0).lexicallyNormalized() }
    }
}

/// The options for the schema of a manifest.
private struct SchemaOptions: ParsableArguments {
    @Flag(
        name: .customLong("schema"),
        help: """
            Read the records, and write the schema of their table to the manifest, so that the imports of all parts have \
            the same table. A value that does not fit rejects its record, or is stored in the column of --rest.
            """)
    var writesSchema = false

    @Option(
        help: ArgumentHelp(
            "The number of records of each input to read for --schema. (default: all)", valueName: "count"))
    var sample: Int?

    @Option(
        help: ArgumentHelp("The table of --schema. (default: the name of the first file)", valueName: "table")
    )
    var table: String?

    @OptionGroup var columnOptions: ColumnOptions

    @Option(
        help:
            "What to do with a record that cannot become a row while --schema reads the records: fail, or skip. (default: fail)"
    )
    var onError: OnError?

    /// What to do with a record that cannot become a row.
    enum OnError: String, CaseIterable, ExpressibleByArgument {
        case fail
        case skip
    }

    func validate() throws {
        try validate("--sample", sample, atLeast: 1)
        try columnOptions.validateTypes(isPostgres: false)
        let others = [("--sample", sample != nil), ("--table", table != nil), ("--on-error", onError != nil)]
        if let table, TableName.isInvalid(table) {
            throw ValidationError(
                "\"\(table.printable)\" is not a valid name for a table; choose another one.")
        }
        if !writesSchema, let other = others.first(where: \.1)?.0 ?? columnOptions.given {
            throw ValidationError("\(other) is an option of --schema; add --schema.")
        }
    }

    /// Reads the records of inputs, and returns the schema of their table.
    ///
    /// - Parameter table: the name of the table, unless it is given.
    func schema(
        of inputs: [TableInput], table: String, _ readOptions: ReadOptions, _ interruptFlag: InterruptFlag
    ) throws -> TableSchema {
        var options = TableImportOptions(table: self.table ?? table)
        columnOptions.apply(to: &options)
        options.maximumRecordCount = sample
        options.readOptions = readOptions
        options.readOptions.errorPolicy = onError == .skip ? .skip() : .fail
        return try TableSchema(of: inputs, options: options, interruptFlag: interruptFlag)
    }
}

/// The division of inputs into parts of about the same size.
///
/// The inputs are imagined one after another, and divided at equal distances. An input that is much smaller than a part is not
/// divided: it is read together with its neighbors.
private struct PartSizes {
    /// The size of a part, in bytes, unless the size or the number of parts is chosen.
    static let defaultBytes = 256_000_000

    private let starts: [Int]
    private let sizes: [Int]
    private let count: Int
    /// The size of a part, in bytes.
    private let size: Double

    /// The maximum number of parts. With more, reading the manifest would take longer than reading a part.
    static let maximumCount = 1_000_000

    /// - Parameters:
    ///   - sizes: the sizes of the inputs, in bytes.
    ///   - count: the number of parts, at most ``maximumCount``.
    init(of sizes: [Int], count: Int) {
        self.sizes = sizes
        self.count = count
        starts = sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        size = max(Double(sizes.reduce(0, +)) / Double(count), 1)
    }

    /// Returns the number of parts that have at most a size.
    static func count(of sizes: [Int], upTo size: Int) -> Int {
        let (count, rest) = sizes.reduce(0, +).quotientAndRemainder(dividingBy: size)
        return max(rest == 0 ? count : count + 1, 1)
    }

    /// Returns the offsets at which an input is divided.
    func offsets(inInput index: Int) -> [Int] {
        let (start, end) = (Double(starts[index]), Double(starts[index] + sizes[index]))
        let first = (start / size).rounded(.down)
        // A piece of less than a tenth of a part is not worth a reader of its own.
        let margin = size / 10
        return stride(from: first * size, to: end, by: size)
            .filter { $0 >= start + margin && $0 <= end - margin }
            .map { Int($0 - start) }
    }

    /// The maximum number of bytes to read at a time: a part ends where a chunk has its last boundary.
    var chunkBytes: Int { max(Int(min(size / 8, 1e9)), 1) }

    /// Returns the numbers of the parts to which the pieces of the inputs belong, from 1 on without gaps.
    ///
    /// Pieces of different inputs may be one part. Two pieces of one input are two parts, even if they are small.
    ///
    /// - Parameter pieces: the ranges of the pieces of each input, which was divided near some of its ``offsets(inInput:)``.
    func numbers(of pieces: [[Range<Int>]]) -> [[Int]] {
        // Each of the following divisions needs a part.
        var divisionCount = pieces.reduce(0) { $0 + $1.count - 1 }
        var (number, last) = (0, -1)
        return pieces.enumerated().map { input, ranges in
            ranges.enumerated().map { piece, range in
                if piece > 0 { divisionCount -= 1 }
                let least = piece > 0 ? last + 1 : max(last, 0)
                let position = min(max(position(ofInput: input, range), least), count - 1 - divisionCount)
                if position != last { number += 1 }
                last = position
                return number
            }
        }
    }

    /// Returns the number of parts before the middle of a piece.
    private func position(ofInput index: Int, _ range: Range<Int>) -> Int {
        let middle = Double(starts[index]) + (Double(range.lowerBound) + Double(range.upperBound)) / 2
        return Int(middle / size)
    }
}
