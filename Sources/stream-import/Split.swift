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
            The manifest is a line with a JSON object for each part: the file with its fingerprint, the range of its bytes, \
            the numbers of the first record and line, the format and the path. Each part begins and ends between two \
            records. Every command reads a part with --parts and --part, and reports numbers and locations of the whole \
            file. A file that has changed since then is an error.

            The text is searched for the ends of records, and not checked: errors in it are reported when the parts are \
            read. Inputs much smaller than a part are grouped: they are lines with the same number. A compressed input is one \
            part, and so are lines and sequences with --path, a sequence with numbers or strings, and a path with [*] or .*.

            With --schema, imports of the parts create the table that the whole input would have, also if their records \
            lack some keys. A value that does not fit this table rejects its record, or is stored in the column of --rest.

            EXAMPLES:
              stream-import split --parts 64 --path data.items export.json > manifest.ndjson
              stream-import split --size 256MB logs/*.ndjson > manifest.ndjson
              stream-import split --parts 64 --schema --key id repos.json > manifest.ndjson
              stream-import records --parts manifest.ndjson --part 17
              stream-import import --parts manifest.ndjson --part 17 --into part-17.db

            \(ExitStatus.help)
            """)

    @Argument(help: "Files to divide.")
    var inputs: [InputArgument]

    @Option(
        name: .customLong("parts"), help: ArgumentHelp("The maximum number of parts.", valueName: "count"))
    var count: Int?

    @Option(
        help: ArgumentHelp(
            "The size of a part: a number of bytes, or one with kB, MB or GB. (default: 256MB, without --parts)",
            valueName: "size"))
    var size: ByteCount?

    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var inputOptions: InputOptions

    @Flag(
        help: """
            Write no modification times to the manifest, so that the parts can be read in copies of the files, such as those \
            on other machines.
            """)
    var portable = false

    @Flag(name: .shortAndLong, help: "Print errors only: no progress bar.")
    var quiet = false

    private var console: Console { Console() }

    func validate() throws {
        try inputs.validate()
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
        let wholes = try inputs.map { input in try reportingError(of: input) { try whole(input) } }
        let sizes = wholes.map(\.fingerprint.size)
        let count = count ?? PartSizes.count(of: sizes, upTo: (size ?? .defaultPart).bytes)
        guard count <= PartSizes.maximumCount else {
            throw console.wrongUsage(
                "--size must give at most \(PartSizes.maximumCount) parts, found \(count); choose a larger size"
            )
        }
        let partSizes = PartSizes(of: sizes, count: count)
        let pieces = try inputs.enumerated().map { index, input in
            try reportingError(of: input) { try divide(wholes[index], at: partSizes.offsets(inInput: index)) }
        }
        let numbers = partSizes.numbers(of: pieces.map { $0.map(\.byteRange) })
        let parts = zip(pieces.joined(), numbers.joined()).map { piece, number in
            var part = piece
            part.number = number
            return part
        }
        try printManifest(parts, schema: schema())
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
        let progresses = inputs.indices.map { Progress(of: inputs.title($0), isQuiet: quiet) }
        defer { for progress in progresses { progress.finish() } }
        let targets = ImportTargets(inputs: inputs, paths: [], tables: [], expandedArrays: [])
        let interruptFlag = InterruptFlag()
        let interruptHandler = try InterruptHandler { interruptFlag.request() }
        return try withExtendedLifetime(interruptHandler) {
            try schemaOptions.schema(
                of: zip(inputs, progresses).map(tableInput), table: targets.firstTable,
                inputOptions.readOptions, interruptFlag)
        }
    }

    /// Returns the input of a search for the schema.
    private func tableInput(_ input: InputArgument, _ progress: Progress) -> TableInput {
        let records = records(of: input)
        return TableInput(name: input.name, file: input.path) { options in
            var options = options
            options.onProgress = { progress.update($0) }
            return records.input(options)
        }
    }

    private func records(of input: InputArgument) -> InputRecords {
        InputRecords(of: input, at: inputOptions.givenPath, format: inputOptions.format)
    }

    /// Returns the whole input as a part, whose path is that of its records.
    private func whole(_ input: InputArgument) throws -> InputPart {
        guard let path = input.absolutePath else { preconditionFailure("an input is a file") }
        // Only a regular file has a fingerprint. Reading the beginning of another one, such as a pipe, may block.
        let fingerprint = try InputFingerprint(of: path)
        let records = records(of: input)
        guard records.arrays.isEmpty else { throw ImportError.ambiguousEnvelope(records.arrays) }
        return InputPart(of: path.string, fingerprint, format: inputOptions.format, path: records.path)
    }

    private func divide(_ whole: InputPart, at offsets: [Int]) throws -> [InputPart] {
        let origin = InputOrigin(.path(FilePath(whole.input)))
        return try InputSplitter(whole, from: origin, options: inputOptions.readOptions).parts(
            endingNear: offsets)
    }

    private func reportingError<Result>(of input: InputArgument, _ body: () throws -> Result) throws -> Result
    {
        do {
            return try body()
        } catch let error as ImportError {
            console.reportError(error, in: input)
            throw ExitStatus(error).code
        }
    }

    private func printManifest(_ parts: [InputPart], schema: TableSchema?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for var part in parts {
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
