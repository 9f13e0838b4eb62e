import ArgumentParser
import Foundation
import JSONRecords
import TableImport

/// The options for reading inputs, with at most one path of the records.
struct InputOptions: ParsableArguments {
    @OptionGroup private var pathOptions: PathOptions
    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) private var readingOptions:
        ReadingOptions

    func validate() throws {
        guard !readingOptions.isBulk else { throw ValidationError("--format bulk is for import.") }
        guard pathOptions.paths.count < 2 else {
            throw ValidationError(
                "--path expects one path, found \(pathOptions.paths.count); run the command once for each path."
            )
        }
    }

    /// Checks that the options fit those for parts.
    func validate(with partOptions: PartOptions) throws {
        try partOptions.validate(paths: pathOptions.paths, format: format)
    }

    /// The path that the user gave; `nil` if there is none.
    var givenPath: JSONPath? { pathOptions.paths.first }

    var format: ImportFormat { readingOptions.format }

    /// The rule of an input that is read alone.
    var rule: RecordRule { RecordRule(at: givenPath, format: format) }

    /// Whether to tell what the records are, instead of reading them.
    var explains: Bool { readingOptions.explain }

    /// The options in the form that a record reader takes.
    var readOptions: ReadOptions { readingOptions.readOptions }
}

/// The options that select records by their numbers.
struct RecordRange: ParsableArguments {
    @Option(
        help: ArgumentHelp("The number of records at the beginning of an input to skip.", valueName: "count"))
    var skip = 0

    @Option(
        help: ArgumentHelp(
            "The maximum number of records of an input to import or write. Rejected records count.",
            valueName: "count"))
    var limit: Int?

    func validate() throws {
        try validate("--skip", skip, atLeast: 0)
        try validate("--limit", limit, atLeast: 0)
    }

    /// Returns the number of the last record of an input that is not to be written.
    ///
    /// - Parameter first: the number of the first record.
    func skippedNumber(from first: Int) -> Int { (first - 1).saturatingSum(with: skip) }

    /// Returns the number of the last record of an input to write.
    ///
    /// - Parameter first: the number of the first record.
    func lastNumber(from first: Int) -> Int {
        skippedNumber(from: first).saturatingSum(with: limit ?? .max)
    }
}

/// The option for the paths of the records.
struct PathOptions: ParsableArguments {
    @Option(
        name: .customLong("path"),
        help: ArgumentHelp(
            """
            The path of the records, such as data.items, photos[0].sizes, /data/items, or $["a.b"]. With [*] or .*, \
            the records of several arrays are read: users[*].repos.
            """, valueName: "path"),
        transform: { try JSONPath($0) })
    var paths: [JSONPath] = []
}

/// The options for reading inputs, except the path.
struct ReadingOptions: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: """
            How the input is divided into records: automatic, json (the elements of one array, or one value), \
            lines, ndjson or jsonl (one record a line), sequence (values one after another), json-seq (RFC 7464), or, \
            for import, bulk (the lines of a bulk request to Elasticsearch).
            """)
    private var formatArgument = FormatArgument(argument: ImportFormat.automatic.name)!

    @Flag(
        help:
            "Print what the records of the inputs are, and what stands beside them, in two lines, and read nothing else."
    )
    var explain = false

    @Option(help: ArgumentHelp("The maximum nesting depth of arrays and objects.", valueName: "count"))
    var maxDepth = ReadOptions().maximumDepth

    @Option(
        help: ArgumentHelp(
            """
            The maximum length of a string or number. Values below \(ReadOptions().chunkBytes) have the effect of \
            \(ReadOptions().chunkBytes).
            """, valueName: "bytes"))
    var maxTokenBytes = ReadOptions().maximumTokenBytes

    @Option(
        help: ArgumentHelp(
            """
            What to do with a \\u escape that is half of a surrogate pair: reject the record, or replace the escape \
            with U+FFFD.
            """, valueName: "policy"))
    var unpairedSurrogates = SurrogatePolicy.rejectRecord

    @Option(
        help: ArgumentHelp(
            "The maximum number of threads; import uses at most two. (default: the number of cores, at most 16)",
            valueName: "count"))
    var threads: Int?

    @Option(help: ArgumentHelp("The parser of the records, for a comparison of both.", visibility: .hidden))
    var parser = RecordParser.automatic

    var format: ImportFormat { formatArgument.format }

    /// Whether the lines are those of a bulk request.
    var isBulk: Bool { formatArgument.isBulk }

    func validate() throws {
        try validate("--max-depth", maxDepth, atLeast: 1)
        try validate("--max-token-bytes", maxTokenBytes, atLeast: 1)
        let threadCounts = ReadOptions.workerCounts
        if let threads, !threadCounts.contains(threads) {
            throw ValidationError(
                "--threads must be from 1 to \(threadCounts.upperBound), found \(threads).")
        }
    }

    /// The options in the form that a record reader takes.
    var readOptions: ReadOptions {
        var options = ReadOptions()
        options.format = format
        options.maximumDepth = maxDepth
        options.maximumTokenBytes = maxTokenBytes
        options.unpairedSurrogates = unpairedSurrogates
        options.parser = parser
        options.parallelism = threads.map { .cores($0) } ?? .automatic
        return options
    }
}

extension RecordParser: ExpressibleByArgument {
    /// Creates the choice with a name of the option.
    public init?(argument: String) {
        guard let parser = Self.allCases.first(where: { $0.defaultValueDescription == argument }) else {
            return nil
        }
        self = parser
    }
}

extension SurrogatePolicy: ExpressibleByArgument {
    /// Creates the policy with a name of the option.
    public init?(argument: String) {
        guard let policy = Self.allCases.first(where: { $0.defaultValueDescription == argument }) else {
            return nil
        }
        self = policy
    }

    /// The names of all policies, for the help.
    public static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }

    /// The name of the policy.
    public var defaultValueDescription: String {
        switch self {
        case .rejectRecord: "reject"
        case .replace: "replace"
        }
    }
}

/// The argument of `--format`: a format, or `bulk`, whose actions and documents are lines.
private struct FormatArgument: ExpressibleByArgument {
    let format: ImportFormat
    let isBulk: Bool

    init?(argument: String) {
        isBulk = argument == "bulk"
        guard
            let format = isBulk ? .lines : ImportFormat.allCases.first(where: { $0.names.contains(argument) })
        else { return nil }
        self.format = format
    }

    /// All names, for the help.
    static var allValueStrings: [String] { ImportFormat.allCases.flatMap(\.names) + ["bulk"] }

    /// The name of the format.
    var defaultValueDescription: String { format.name }
}

extension ImportFormat {
    /// The names of the format in arguments.
    fileprivate var names: [String] { self == .lines ? [name, "ndjson", "jsonl"] : [name] }
}

extension ParsableArguments {
    /// Checks that a number, if it is given, is not less than a minimum.
    func validate(_ option: String, _ number: Int?, atLeast minimum: Int) throws {
        guard let number, number < minimum else { return }
        throw ValidationError("\(option) must be at least \(minimum), found \(number).")
    }
}

/// A list of names in an argument, separated by commas.
enum NameList {
    /// Returns the names in a list. White space around a name does not belong to it.
    static func names(in list: String) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    /// Checks that no name is empty.
    static func validate(_ names: [String], of option: String) throws {
        guard !names.contains("") else {
            throw ValidationError("\(option) expects names separated by commas, found an empty name.")
        }
    }
}

/// A number of bytes in the arguments, such as `256MB` or `2GiB`.
struct ByteCount: ExpressibleByArgument {
    let bytes: Int

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isWholeNumber }
        let units = [
            "": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20,
            "gib": 1 << 30,
        ]
        guard let number = Int(digits), let unit = units[argument.dropFirst(digits.count).lowercased()] else {
            return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: unit)
        guard !overflows, bytes > 0 else { return nil }
        self.bytes = bytes
    }
}

/// The options for inputs whose bytes are not JSON as it is.
struct TextOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The maximum memory for decompression: a number of bytes, or one with MB, GB, MiB or GiB. Data compressed by \
            zstd --long=31 needs 2GiB. (default: 128MiB)
            """, valueName: "size"))
    var maxWindow: ByteCount?

    @Flag(
        help: """
            Read text that is nearly JSON: with NaN and Infinity, a comma at the end of an array, an object or a line, \
            comments, byte order marks, or a script around the value.
            """)
    var relaxed = false

    @Option(
        help: ArgumentHelp(
            "What NaN and Infinity become with --relaxed. (default: null)", valueName: "null|text"))
    var nan: RelaxedJSON?

    func validate() throws {
        let sizes = CompressionDetectingSource.windowSizes
        guard sizes.contains(maxWindow?.bytes ?? sizes.lowerBound) else {
            throw ValidationError(
                "--max-window must be from 1MiB to 2GiB, found \(maxWindow?.bytes ?? 0) bytes.")
        }
        guard relaxed || nan == nil else {
            throw ValidationError("--nan expects --relaxed, because JSON has no NaN; add --relaxed.")
        }
    }

    /// Checks that the options fit those for parts.
    func validate(with partOptions: PartOptions) throws {
        guard !relaxed || !partOptions.readsParts else {
            throw ValidationError(
                "--relaxed expects whole inputs, because only JSON is divided into parts; remove --parts.")
        }
    }

    /// Returns inputs with the options.
    func apply(to inputs: [InputArgument]) -> [InputArgument] {
        inputs.map { input in
            var input = input
            if let maxWindow { input.maximumWindowBytes = maxWindow.bytes }
            input.relaxedJSON = relaxed ? nan ?? .nonFiniteAsNull : nil
            return input
        }
    }
}

extension RelaxedJSON: ExpressibleByArgument {
    /// Creates the treatment with a name of the option.
    public init?(argument: String) {
        switch argument {
        case "null": self = .nonFiniteAsNull
        case "text": self = .nonFiniteAsText
        default: return nil
        }
    }
}

/// The options for records in another notation than one object each.
struct DialectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Replace objects that wrap a value by the value: those of MongoDB Extended JSON (extended-json), or those of \
            DynamoDB JSON (dynamodb).
            """, valueName: "notation"))
    private var unwrap: ValueWrapping?

    @Option(
        help: ArgumentHelp(
            """
            The names of the columns, if each record is an array: a list (a,b,c); first, if the first record has the names; \
            or, with --path, the path of the names (columns[*].name).
            """, valueName: "names"))
    private var header: String?

    @Flag(
        help:
            "Read an object whose members are arrays, {\"time\": […], \"temp\": […]}, as the columns of a table."
    )
    private var columnar = false

    @Option(
        help: ArgumentHelp(
            "The maximum size of the text with the columns, which is in memory. (default: 256MB)",
            valueName: "size"))
    private var maxColumnar: ByteCount?

    /// The maximum size of a text whose records are the rows of columns, in bytes; `nil` without `--columnar`.
    var maximumColumnarBytes: Int? { columnar ? maxColumnar?.bytes ?? 256_000_000 : nil }

    /// Returns the notation of the records; `nil` if each record is an object. The options are valid.
    func dialect(isBulk: Bool, hasPath: Bool) -> Dialect? {
        if isBulk { return .bulk }
        guard let header else { return unwrap.map { .wrapped($0) } }
        if header == "first" { return .rows(.first) }
        if hasPath, let path = Self.headerPath(header) { return .rows(.path(path)) }
        return .rows(.names(Self.names(header)))
    }

    /// Returns the names in the argument of `--header`. A comma after the only name makes a list of it.
    private static func names(_ header: String) -> [String] {
        NameList.names(in: header.hasSuffix(",") ? String(header.dropLast()) : header)
    }

    /// Returns the path of names in the argument of `--header`; `nil` if the argument is a list.
    private static func headerPath(_ header: String) -> JSONPath? {
        header.contains(",") ? nil : try? JSONPath(header)
    }

    /// Checks that the options fit the others.
    func validate(isBulk: Bool, hasPath: Bool, readsParts: Bool) throws {
        guard !columnar || unwrap == nil && header == nil && !isBulk && !readsParts else {
            throw ValidationError(
                "--columnar cannot be combined with --unwrap, --header, --format bulk or --parts.")
        }
        guard columnar || maxColumnar == nil else {
            throw ValidationError("--max-columnar is the limit of --columnar; add --columnar.")
        }
        guard [unwrap != nil, header != nil, isBulk].count(where: { $0 }) < 2 else {
            throw ValidationError("--unwrap, --header and --format bulk cannot be combined; use one of them.")
        }
        guard !isBulk || !hasPath && !readsParts else {
            throw ValidationError("--format bulk cannot be combined with --path or --parts.")
        }
        guard let header else { return }
        guard header != "first" || !readsParts else {
            throw ValidationError("With --parts, --header expects a list of names, such as a,b,c.")
        }
        if hasPath, !header.contains(",") {
            do {
                _ = try JSONPath(header)
            } catch {
                throw ValidationError(
                    [error.message, error.advice].compactMap(\.self).joined(separator: "; "))
            }
        }
        let names = Self.names(header)
        try NameList.validate(names, of: "--header")
        guard names.firstRepeated == nil else {
            throw ValidationError("--header expects names that differ, found \(header.printable).")
        }
        guard hasPath || Self.headerPath(header)?.components.count ?? 1 == 1 else {
            throw ValidationError(
                "--header \(header.printable) is the path of names, and needs --path, the path of the records."
            )
        }
    }
}

extension ValueWrapping: ExpressibleByArgument {}
