import ArgumentParser
import JSONRecords
import TableImport

/// The options for writing rows.
struct TableOptions: ParsableArguments {
    @Option(help: "The table. (default: the name of the file; records for standard input)")
    var table: String?

    @Option(
        help: ArgumentHelp(
            """
            A key column: a record replaces the values of the row with the same key. Repeat the option for a key of \
            several columns.
            """, valueName: "column"))
    var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "The columns to import, separated by commas. (default: all)", valueName: "a,b,…"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "A column to index after the last row. Repeat the option for several indices.",
            valueName: "column"))
    var index: [String] = []

    @Flag(help: "Store the members of objects in columns such as owner_login, instead of as JSON.")
    var flatten = false

    @Option(
        help: """
            What to do with a line that is not JSON, or a record that cannot become a row: fail, skip, or collect \
            (skip and report it). (default: fail; collect with --rejects)
            """)
    var onError: ErrorHandling?

    @Option(
        help: ArgumentHelp(
            """
            Append rejected records to this file: NDJSON with input, record, start, end, path, line, column, cause and \
            text. If it is - or another name of standard output, the summary goes to standard error.
            """, valueName: "file"), completion: .file())
    var rejects: String?

    @Option(help: ArgumentHelp("The maximum number of rows in one transaction.", valueName: "rows"))
    var batch = TableImportOptions(table: "").batchSize

    /// The handling of a record that does not become a row.
    enum ErrorHandling: String, ExpressibleByArgument, CaseIterable {
        case fail
        case skip
        case collect
    }

    func validate() throws {
        guard batch > 0 else { throw ValidationError("--batch must be at least 1, found \(batch).") }
        guard columnNames?.contains("") != true else {
            throw ValidationError("--columns expects names separated by commas, found an empty name.")
        }
        guard rejects == nil || onError == nil || onError == .collect else {
            throw ValidationError(
                "--rejects implies --on-error collect, found \(handling); remove --on-error.")
        }
        let listedNames = columnNames ?? []
        for name in key + index where columnNames != nil && !listedNames.contains(name) {
            let option = key.contains(name) ? "--key" : "--index"
            throw ValidationError(
                "--columns does not contain \(name.printable), which \(option) names; add it to --columns.")
        }
    }

    static let standardOutput = "/dev/stdout"

    /// The path of the file for rejected records, also if it is given as `-`.
    var rejectsFile: String? { rejects == "-" ? Self.standardOutput : rejects }

    private var columnNames: [String]? {
        columns?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private var handling: ErrorHandling { onError ?? (rejects == nil ? .fail : .collect) }

    /// The error policy of the reader. The policy keeps no rejected records in memory, whatever their number.
    var errorPolicy: ErrorPolicy { handling == .fail ? .fail : .skip() }

    /// Whether each rejected record is reported when it occurs.
    var listsRejected: Bool { handling == .collect && rejects == nil }

    /// Returns the options in the form that an import takes.
    func options(for table: String) -> TableImportOptions {
        var options = TableImportOptions(table: table)
        options.keys = key
        options.columns = columnNames
        options.indices = index
        options.flattens = flatten
        options.batchSize = batch
        options.rejects = rejects
        return options
    }
}
