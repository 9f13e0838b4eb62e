import ArgumentParser
import Foundation
import JSONRecords
import TableImport

struct TableOptions: ParsableArguments {
    @Option(
        name: .customLong("table"),
        help: ArgumentHelp(
            """
            The table; with several paths, one for each of them. (default: the name of the file, or the last key of each \
            path)
            """, valueName: "table"))
    var tables: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write the records of each kind to a table of its own, named after the value of this key.",
            valueName: "key"))
    var tableBy: String?

    @OptionGroup var columnOptions: ColumnOptions

    @Option(
        help: ArgumentHelp(
            "The columns to index, separated by commas. Each gets an index of its own.", valueName: "a,b,…"))
    var index: [String] = []

    @Option(
        name: .customLong("expand"),
        help: ArgumentHelp(
            """
            Store the elements of these arrays, such as items, order.items, or items,items.parts, as rows of child tables, \
            instead of as JSON.
            """, valueName: "path,…"),
        // A comma may belong to a key in quotation marks.
        transform: {
            try ($0.contains("\"") ? [$0] : NameList.names(in: $0)).map { try ExpandedArray(argument: $0) }
        })
    private var expandedArrayLists: [[ExpandedArray]] = []

    var expandedArrays: [ExpandedArray] { expandedArrayLists.flatMap(\.self) }

    @OptionGroup var rejections: RejectionOptions
    @OptionGroup var range: RecordRange

    @Flag(
        help: """
            If the input has changed since an earlier import, add all its records, or replace the rows of that import.
            """)
    var changePolicy: ChangePolicy?

    @Flag(help: "Wait for records that are added to the file, also after its rotation, until Ctrl-C.")
    var follow = false

    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions)
    private var transactionOptions: TransactionOptions

    enum ChangePolicy: String, EnumerableFlag {
        case append
        case replace
    }

    func validate() throws {
        try NameList.validate(indexNames, of: "--index")
        try validateExpandedArrays()
        guard changePolicy != .replace || keyNames.isEmpty else {
            throw ValidationError(
                "--replace is for rows without a key; with --key, records update their rows.")
        }
        guard !follow || range.limit == nil && changePolicy != .replace && tableBy == nil else {
            throw ValidationError("--follow cannot be combined with --limit, --replace or --table-by.")
        }
        for (option, names) in [
            ("--table-by", [tableBy].compactMap(\.self)), ("--key", keyNames), ("--index", indexNames),
        ] {
            for name in names where columnNames?.contains(name) == false {
                throw ValidationError(
                    "--columns does not contain \(name.printable), which \(option) names; add it to --columns."
                )
            }
        }
        if let tableBy, let type = columnOptions.type(of: tableBy), type != .text {
            throw ValidationError(
                "--type must be text for \(tableBy.printable), which --table-by names, found \(type.name)."
            )
        }
    }

    /// Checks that each array has a child table of its own, and that no other option needs a column for an array or for an
    /// object around it.
    private func validateExpandedArrays() throws {
        if let repeated = expandedArrays.map(\.name).firstRepeated {
            throw ValidationError(
                "Several --expand have the table name …_\(repeated.printable); expand one of these arrays.")
        }
        // Arrays in elements have no columns in the table of the records.
        for number in expandedArrays.indices where expandedArrays.numbers(around: number).isEmpty {
            try validate(expandedArrays[number])
        }
    }

    private func validate(_ expandedArray: ExpandedArray) throws {
        for (option, names) in [
            ("--key", keyNames), ("--columns", columnNames ?? []), ("--index", indexNames),
        ]
        where names.contains(expandedArray.name) {
            throw ValidationError(
                "\(option) names \(expandedArray.name.printable), which --expand stores in a child table; name other "
                    + "columns.")
        }
        let objects = expandedArray.path.indices.dropFirst().map {
            ExpandedArray(path: Array(expandedArray.path[..<$0])).name
        }
        if let object = objects.first(where: (columnNames ?? []).contains) {
            throw ValidationError(
                "--columns names \(object.printable), whose members --expand \(expandedArray.argument) stores in columns of "
                    + "their own; name columns such as \(object.printable)_id instead.")
        }
    }

    /// The keys of the members of records that the options name.
    var memberKeys: [String] {
        keyNames + (columnNames ?? []) + indexNames + expandedArrays.map { $0.path[0] }
    }

    private var columnNames: [String]? { columnOptions.columnNames }
    private var keyNames: [String] { columnOptions.keyNames }
    private var indexNames: [String] { index.flatMap(NameList.names) }

    /// Returns the options in the form that an import takes.
    ///
    /// - Parameter schema: the schema of the table. Options that determine other columns are an error of the import.
    func options(for table: String, _ schema: TableSchema?) -> TableImportOptions {
        var options = TableImportOptions(table: table)
        options.schema = schema
        // The user may have given the table another name than the schema.
        options.table = table
        columnOptions.apply(to: &options)
        options.indices = indexNames
        options.expandedArrays = expandedArrays
        options.skippedRecordCount = range.skip
        options.maximumRecordCount = range.limit
        options.changePolicy =
            changePolicy == .append ? .append : changePolicy == .replace ? .replace : .fail
        options.follows = follow
        options.batchSize = transactionOptions.batch
        options.commitInterval = .seconds(transactionOptions.commitInterval)
        options.reconnectionTime = .seconds(transactionOptions.reconnect)
        options.rejects = rejections.areOnStandardOutput ? "-" : rejections.rejects
        return options
    }
}

private struct TransactionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The maximum number of rows in one transaction.", valueName: "rows"))
    var batch = TableImportOptions(table: "").batchSize

    @Option(
        help: ArgumentHelp(
            "The time after which rows from a pipe, a followed file or small files are committed.",
            valueName: "seconds"))
    var commitInterval = 0.5

    @Option(
        help: ArgumentHelp(
            "The time during which a lost connection to PostgreSQL is opened again.", valueName: "seconds"))
    var reconnect = 300.0

    func validate() throws {
        try validate("--batch", batch, atLeast: 1)
        for (option, seconds) in [("--commit-interval", commitInterval), ("--reconnect", reconnect)]
        where !(0...86_400 ~= seconds) {
            throw ValidationError("\(option) must be from 0 to 86400 seconds, found \(seconds).")
        }
    }
}

struct ColumnOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The key columns, separated by commas: a record replaces the values of the row with the same key. The case \
            of letters counts.
            """, valueName: "a,b,…"))
    private var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "The columns to import, separated by commas. (default: all)", valueName: "a,b,…"))
    private var columns: String?

    @Option(
        help: ArgumentHelp(
            "Store members without a column of their own in this column, as one JSON object.",
            valueName: "column"))
    private var rest: String?

    @Flag(help: "Store the members of objects in columns such as owner_login, instead of as JSON.")
    private var flatten = false

    @Option(
        help: ArgumentHelp(
            "Convert the values of columns to text, integer, real or boolean: zip=text,price=real.",
            valueName: "column=type,…"))
    private var type: [String] = []

    @Option(
        help: ArgumentHelp(
            "Give a column another name, such as full_name=name, or user.id=user_id with --flatten.",
            valueName: "path=name,…"))
    private var rename: [String] = []

    @Flag(help: "Reject records with new keys after the first batch, or beyond the columns of the table.")
    private var strict = false

    func validate() throws {
        try NameList.validate(columnNames ?? [], of: "--columns")
        try NameList.validate(keyNames, of: "--key")
        _ = try rules
    }

    /// Checks that a database has the types.
    ///
    /// - Parameter isPostgres: whether it is a PostgreSQL database, whose server knows more types.
    func validateTypes(isPostgres: Bool) throws {
        for case .server(let name) in try rules.types.values {
            guard !isPostgres || name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_ (),.\[\]]*/) == nil else {
                continue
            }
            throw ValidationError(
                "--type expects one of \(ColumnType.names.joined(separator: ", ")), found \(name.printable).")
        }
    }

    /// Returns the type that is given to the column of a key.
    func type(of key: String) -> ColumnType? {
        guard let rules = try? rules else { return nil }
        return rules.types[rules.names[[key]] ?? key]
    }

    /// The names and the types of columns.
    private var rules: ColumnRules {
        get throws {
            var rules = ColumnRules()
            rules.isStrict = strict
            for pair in try pairs(type, of: "--type", expected: "a column and a type, such as zip=text") {
                rules.types[pair.key] = ColumnType(pair.value)
            }
            for pair in try pairs(
                rename, of: "--rename", expected: "a path and a name, such as user.id=user_id")
            {
                let keys = try ExpandedArray.keys(of: JSONPath(pair.key), pair.key, of: "--rename")
                // Without --flatten, objects are JSON, and a dot belongs to a key.
                rules.names[keys.count == 1 || flatten ? keys : [pair.key]] = pair.value
            }
            if let repeated = Array(rules.names.values).firstRepeated {
                throw ValidationError(
                    "Several --rename have the name \"\(repeated.printable)\"; choose different names.")
            }
            return rules
        }
    }

    /// Returns the pairs of a name and a value in lists.
    private func pairs(
        _ lists: [String], of option: String, expected: String
    ) throws -> [(key: String, value: String)] {
        try lists.flatMap(NameList.names).map { pair in
            guard let separator = pair.lastIndex(of: "="), separator > pair.startIndex,
                pair.index(after: separator) < pair.endIndex
            else { throw ValidationError("\(option) expects \(expected), found \"\(pair.printable)\".") }
            return (String(pair[..<separator]), String(pair[pair.index(after: separator)...]))
        }
    }

    var columnNames: [String]? { columns.map(NameList.names) }
    var keyNames: [String] { key.flatMap(NameList.names) }

    /// The name of an option that is given; `nil` if none is.
    var given: String? {
        [
            ("--key", !key.isEmpty), ("--columns", columns != nil), ("--rest", rest != nil),
            ("--flatten", flatten), ("--type", !type.isEmpty), ("--rename", !rename.isEmpty),
            ("--strict", strict),
        ]
        .first(where: \.1)?.0
    }

    /// Sets the columns. The key and the rest column of a schema stay, unless others are given.
    func apply(to options: inout TableImportOptions) {
        if !keyNames.isEmpty { options.keys = keyNames }
        if let rest { options.rest = rest }
        options.columns = columnNames
        options.flattens = flatten
        // The names were validated.
        options.columnRules = (try? rules) ?? ColumnRules()
    }
}

extension ExpandedArray {
    /// Reads an argument of `--expand`: a path of keys. The wildcards after keys of arrays can be omitted.
    init(argument: String) throws {
        let components = try JSONPath(argument).components
        let path = JSONPath(components.enumerated().filter { $0 == 0 || $1 != .wildcard }.map(\.element))
        self.init(path: try Self.keys(of: path, argument, of: "--expand"))
    }

    /// Returns the keys of a path, which is the argument of an option.
    static func keys(of path: JSONPath, _ argument: String, of option: String) throws -> [String] {
        guard !path.keys.isEmpty, path.keys.count == path.components.count else {
            let found = argument.isEmpty ? "an empty path" : argument.printable
            throw ValidationError(
                "\(option) expects a key or a path of keys, such as items or order.items, found \(found).")
        }
        return path.keys
    }
}
