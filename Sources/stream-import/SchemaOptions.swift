import ArgumentParser
import JSONRecords
import TableImport

/// The options for the schema of a manifest.
struct SchemaOptions: ParsableArguments {
    @Flag(
        name: .customLong("schema"),
        help: """
            Read the records, and write the schema of their table to the manifest, so that the imports of all parts have \
            the same table.
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

    @Option(
        help: ArgumentHelp(
            "The key columns of --schema, separated by commas. The case of letters counts.",
            valueName: "a,b,…"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The columns of --schema, separated by commas. Other members are skipped. (default: all)",
            valueName: "a,b,…"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            """
            Give --schema this column for members that have no column or do not fit their column, as one JSON object. \
            (default: such a member rejects its record)
            """, valueName: "column"))
    var rest: String?

    @Flag(help: "Give --schema columns such as owner_login for the members of objects.")
    var flatten = false

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
        guard sample ?? 1 > 0 else {
            throw ValidationError("--sample must be at least 1, found \(sample ?? 0).")
        }
        try NameList.validate(key.map(NameList.names) ?? [], of: "--key")
        try NameList.validate(columns.map(NameList.names) ?? [], of: "--columns")
        let others = [
            ("--sample", sample != nil), ("--table", table != nil), ("--key", key != nil),
            ("--columns", columns != nil), ("--rest", rest != nil), ("--flatten", flatten),
            ("--on-error", onError != nil),
        ]
        if let table, TableName.isInvalid(table) {
            throw ValidationError(
                "\"\(table.printable)\" is not a valid name for a table; choose another one.")
        }
        if !writesSchema, let other = others.first(where: \.1) {
            throw ValidationError("\(other.0) is an option of --schema; add --schema.")
        }
    }

    /// Reads the records of inputs, and returns the schema of their table.
    ///
    /// - Parameter table: the name of the table, unless it is given.
    func schema(
        of inputs: [TableInput], table: String, _ readOptions: ReadOptions, _ interruptFlag: InterruptFlag
    ) throws -> TableSchema {
        var options = TableImportOptions(table: self.table ?? table)
        options.keys = key.map(NameList.names) ?? []
        options.columns = columns.map(NameList.names)
        options.rest = rest
        options.flattens = flatten
        options.maximumRecordCount = sample
        options.readOptions = readOptions
        options.readOptions.errorPolicy = onError == .skip ? .skip() : .fail
        return try TableSchema(of: inputs, options: options, interruptFlag: interruptFlag)
    }
}
