import ArgumentParser
import Foundation
import JSONRecords
import TableImport

/// The options for writing rows.
struct TableOptions: ParsableArguments {
    @Option(
        name: .customLong("table"),
        help: ArgumentHelp(
            """
            The table; with several paths, one for each of them, in the same order. (default: the name of the file; \
            records for standard input; with several paths, the last key of each)
            """, valueName: "table"))
    var tables: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            The key columns, separated by commas: a record replaces the values of the row with the same key. The case \
            of letters counts.
            """, valueName: "a,b,…"))
    var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "The columns to import, separated by commas. (default: all)", valueName: "a,b,…"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            """
            Store members without a column of their own, because of --columns or because SQLite allows no more \
            columns, in this column, as one JSON object.
            """, valueName: "column"))
    var rest: String?

    @Option(
        help: ArgumentHelp(
            "The columns to index after the last row, separated by commas. Each gets an index of its own.",
            valueName: "a,b,…"))
    var index: [String] = []

    @Flag(help: "Store the members of objects in columns such as owner_login, instead of as JSON.")
    var flatten = false

    @Option(
        name: .customLong("expand"),
        help: ArgumentHelp(
            """
            Store the elements of this array, such as items or order.items, as rows of a child table with the key of \
            their record, instead of as JSON. Needs --key. Can be given several times.
            """, valueName: "path"),
        transform: { try ExpandedArray(argument: $0) })
    var expandedArrays: [ExpandedArray] = []

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

    @Option(help: ArgumentHelp("The maximum number of records to import.", valueName: "count"))
    var limit: Int?

    @Option(
        help: ArgumentHelp(
            "The number of records at the beginning that are not imported.", valueName: "count"))
    var skip = 0

    @Flag(
        help: """
            If the input has changed since an earlier import, other than by records added at its end: --append adds all \
            its records, and --replace first deletes the rows of the earlier import, in the same transaction.
            """)
    var changePolicy: ChangePolicy?

    @Flag(help: "Wait for records that are added to the file, also after its rotation, until Ctrl-C.")
    var follow = false

    @Option(help: ArgumentHelp("The maximum number of rows in one transaction.", valueName: "rows"))
    var batch = TableImportOptions(table: "").batchSize

    @Option(
        help: ArgumentHelp(
            "The time after which rows from a pipe, or from a followed file, are committed.",
            valueName: "seconds"))
    var commitInterval = 0.5

    /// What to do with an input that has changed.
    enum ChangePolicy: String, EnumerableFlag {
        case append
        case replace
    }

    func validate() throws {
        guard batch > 0 else { throw ValidationError("--batch must be at least 1, found \(batch).") }
        guard limit ?? 0 >= 0 else {
            throw ValidationError("--limit must be at least 0, found \(limit ?? 0).")
        }
        guard skip >= 0 else { throw ValidationError("--skip must be at least 0, found \(skip).") }
        guard 0...86_400 ~= commitInterval else {
            throw ValidationError(
                "--commit-interval must be from 0 to 86400 seconds, found \(commitInterval).")
        }
        try NameList.validate(columnNames ?? [], of: "--columns")
        try NameList.validate(keyNames, of: "--key")
        try NameList.validate(indexNames, of: "--index")
        try ExpandedArrayArguments(
            expandedArrays: expandedArrays, keys: keyNames, columns: columnNames ?? [], indices: indexNames
        ).validate()
        guard changePolicy != .replace || keyNames.isEmpty else {
            throw ValidationError(
                "--replace is for rows without a key; with --key, records update their rows.")
        }
        guard !follow || limit == nil && changePolicy != .replace else {
            throw ValidationError("--follow cannot be combined with --limit or --replace.")
        }
        try rejections.validate()
        let listedNames = columnNames ?? []
        for name in keyNames + indexNames where columnNames != nil && !listedNames.contains(name) {
            let option = keyNames.contains(name) ? "--key" : "--index"
            throw ValidationError(
                "--columns does not contain \(name.printable), which \(option) names; add it to --columns.")
        }
    }

    var rejections: RejectionArguments { RejectionArguments(onError: onError, rejects: rejects) }

    private var columnNames: [String]? { columns.map(NameList.names) }
    private var keyNames: [String] { key.flatMap(NameList.names) }
    private var indexNames: [String] { index.flatMap(NameList.names) }

    /// Returns the options in the form that an import takes.
    ///
    /// - Parameter schema: the schema of the table. Options that determine other columns are an error of the import.
    func options(for table: String, _ schema: TableSchema?) -> TableImportOptions {
        var options = TableImportOptions(table: table)
        options.schema = schema
        // The user may have given the table another name than the schema.
        options.table = table
        if !keyNames.isEmpty { options.keys = keyNames }
        if let rest { options.rest = rest }
        options.columns = columnNames
        options.indices = indexNames
        options.flattens = flatten
        options.expandedArrays = expandedArrays
        options.skippedRecordCount = skip
        options.maximumRecordCount = limit
        options.changePolicy =
            changePolicy == .append ? .append : changePolicy == .replace ? .replace : .fail
        options.follows = follow
        options.batchSize = batch
        options.commitInterval = .seconds(commitInterval)
        options.rejects = rejects
        return options
    }
}
