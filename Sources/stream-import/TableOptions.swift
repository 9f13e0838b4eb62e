import ArgumentParser
import JSONRecords
import TableImport

/// The options for writing rows.
struct TableOptions: ParsableArguments {
    @Option(help: "The table. As the input is called by default.")
    var table: String?

    @Option(
        help: ArgumentHelp(
            """
            A column that tells rows apart: a record takes the place of the row that has the same value there. May \
            be given several times, for columns that do so together.
            """, valueName: "column"))
    var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "The columns that are wanted, separated by commas; all by default.", valueName: "a,b,…"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "A column to be indexed, once all rows are there. May be given several times.",
            valueName: "column"))
    var index: [String] = []

    @Flag(help: "Make columns of the members of objects, as owner_login, instead of JSON.")
    var flatten = false

    @Option(
        help: """
            What to do with a record that is no object, or a line that is no JSON: fail, skip (leave it out), collect \
            (leave it out and report it). fail by default, collect with --rejects.
            """)
    var onError: ErrorHandling?

    @Option(
        help: ArgumentHelp(
            "Write rejected records to this file: NDJSON with record, start, end, path, cause and text.",
            valueName: "file"), completion: .file())
    var rejects: String?

    @Option(help: ArgumentHelp("How many rows are written in one transaction.", valueName: "rows"))
    var batch = TableImportOptions(table: "").batchSize

    /// The handling of a record that does not become a row.
    enum ErrorHandling: String, ExpressibleByArgument, CaseIterable {
        case fail
        case skip
        case collect
    }

    func validate() throws {
        guard batch > 0 else { throw ValidationError("--batch must be at least 1.") }
        guard columnNames?.contains("") != true else {
            throw ValidationError("--columns names a column without a name.")
        }
        guard rejects == nil || onError == nil || onError == .collect else {
            throw ValidationError("--rejects needs --on-error collect, which is what it means anyway.")
        }
        let wanted = columnNames ?? []
        for name in key + index where columnNames != nil && !wanted.contains(name) {
            throw ValidationError("--columns leaves out \(name), which --key or --index names.")
        }
    }

    private var columnNames: [String]? {
        columns?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private var handling: ErrorHandling { onError ?? (rejects == nil ? .fail : .collect) }

    /// The error policy of the reader. It keeps no rejected records in memory, whatever their number.
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
