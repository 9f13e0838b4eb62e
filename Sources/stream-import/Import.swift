import ArgumentParser
import Foundation
import JSONRecords
import SystemPackage
import TableImport

/// The command that writes the records of inputs as rows of tables.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes the records of a dump as rows of a table of SQLite or PostgreSQL.",
        discussion: """
            Each key of the records becomes a column; arrays and objects are stored as JSON. If the table exists, rows are \
            added to it. After Ctrl-C or a crash, the same command resumes the import. If records were added to a finished \
            input, it imports these records.

            EXAMPLES:
              stream-import import repos.json.gz --into github.db
              stream-import import users.ndjson --into app.db --key id --index email
              stream-import import export.json --path data.items --into items.db --flatten
              stream-import import orders.json --into shop.db --key id --expand items
              stream-import import all.json --path users --path data.repos --into all.db
              stream-import import logs-*.zst --into logs.db --table log --on-error skip
              stream-import import --follow /var/log/app.ndjson --into logs.db
              curl -s https://example.com/dump.gz | stream-import import - --into dump.db

            \(Help.more)
            """)

    @OptionGroup var inputArguments: InputArguments

    @Option(
        help: ArgumentHelp(
            "The SQLite file, which is created if it does not exist, or the address of a PostgreSQL database.",
            valueName: "database"),
        completion: .file())
    var into: String

    @OptionGroup var tableOptions: TableOptions
    @OptionGroup var pathOptions: PathOptions
    @OptionGroup var addedColumnOptions: AddedColumnOptions
    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) var readingOptions: ReadingOptions
    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) var dialectOptions: DialectOptions

    @Flag(help: "Read everything, print the CREATE TABLE statements and the summary, and write nothing.")
    var dryRun = false

    @Flag(
        help: "Print the arrays of objects in a file, and the command that imports them, and write nothing.")
    var tables = false

    @Flag(help: "Print a line with a JSON object for each input and path, instead of the summary.")
    var json = false

    @OptionGroup var outputOptions: OutputOptions

    /// Standard output has no results if it has the rejected records.
    private var console: Console { Console(writesResults: !rejections.areOnStandardOutput) }

    private var rejections: RejectionOptions { tableOptions.rejections }

    func validate() throws {
        try dialectOptions.validate(
            isBulk: readingOptions.isBulk, hasPath: !pathOptions.paths.isEmpty,
            readsParts: partOptions.readsParts)
        try addedColumnOptions.validate(selected: tableOptions.columnOptions.columnNames)
        guard !partOptions.readsParts else { return try validatePartOptions() }
        try addedColumnOptions.validate(paths: pathOptions.paths)
        if dialectOptions.maximumColumnarBytes != nil,
            tableOptions.follow || pathOptions.paths.contains(where: \.endsInWildcard)
        {
            throw ValidationError(
                "--columnar expects the path of one object, and cannot be combined with --follow.")
        }
        try validate(inputArguments.given)
        guard !tables || canProposeTables else {
            throw ValidationError(
                "--tables expects one file, and no --path, --table, --follow or --json: it prints the command with the paths "
                    + "and tables.")
        }
    }

    private var partOptions: PartOptions { inputArguments.partOptions }

    /// The notation of the records; `nil` if each record is an object.
    private var dialect: Dialect? {
        dialectOptions.dialect(isBulk: readingOptions.isBulk, hasPath: !pathOptions.paths.isEmpty)
    }

    /// Checks the options that parts do not have.
    private func validatePartOptions() throws {
        try partOptions.validate(paths: pathOptions.paths, format: readingOptions.format)
        guard !tables, !tableOptions.follow else {
            throw ValidationError("--tables and --follow expect whole files; remove --parts.")
        }
    }

    private func validate(_ inputs: [InputArgument]) throws {
        try validateFiles(inputs)
        try targets(inputs).validate()
    }

    /// Whether the other arguments fit `--tables`.
    private var canProposeTables: Bool {
        let inputs = inputArguments.given
        return inputs.count == 1 && inputs[0].file != nil && pathOptions.paths.isEmpty
            && tableOptions.tables.isEmpty
            && !tableOptions.follow && !json
    }

    /// The imports of the program, in order.
    private func targets(_ inputs: [InputArgument]) -> ImportTargets {
        ImportTargets(
            inputs: inputs, paths: pathOptions.paths, tables: tableOptions.tables,
            expandedArrays: tableOptions.expandedArrays)
    }

    /// Checks that no output file is also an input, and that the rejects file is not the database.
    private func validateFiles(_ inputs: [InputArgument]) throws {
        guard !tableOptions.follow || inputs.count == 1 && inputs[0].reopenableFile != nil else {
            throw ValidationError("--follow expects one file; run the program once for each file.")
        }
        guard !tableOptions.follow || pathOptions.paths.count < 2 else {
            throw ValidationError("--follow expects at most one --path, found \(pathOptions.paths.count).")
        }
        try DatabaseArgument(into).validate(table: targets(inputs).firstTable)
        try tableOptions.columnOptions.validateTypes(isPostgres: TableDatabase.isPostgresAddress(into))
        let files = partOptions.withManifest(inputs).compactMap(\.reopenableFile) + [into]
        guard !files.dropLast().map(FileIdentity.init).contains(FileIdentity(into)) else {
            throw ValidationError(
                "--into names the same file as an input; choose another file for the database.")
        }
        try rejections.validateFile(differsFrom: files, "an input or the database")
    }

    func run() throws {
        guard !tables else { return try proposeTables(of: inputArguments.given[0]) }
        let inputs = try inputArguments.all()
        if partOptions.readsParts { try console.reportingWrongUsage { try validate(inputs) } }
        let targets = targets(inputs).all
        let groups = Dictionary(grouping: targets, by: RuleKey.init)
        // The inputs of a table are read alike. Nothing is written before it is known how.
        let areRows =
            switch dialect {
            case nil, .wrapped: dialectOptions.maximumColumnarBytes != nil
            case .bulk, .rows: true
            }
        let defaultPath = areRows && readingOptions.format == .automatic ? JSONPath() : nil
        var rules = try groups.mapValues {
            try $0.map(\.input).rule(
                at: $0[0].path ?? defaultPath, format: format(of: $0), for: use, console)
        }
        guard !readingOptions.explain else {
            var isExplained: Set<RuleKey> = []
            for key in targets.map(RuleKey.init) where isExplained.insert(key).inserted {
                if let rule = rules[key] { try groups[key]?.map(\.input).explain(by: rule, console) }
            }
            return
        }
        let database = TableDatabase(into)
        defer { database.close() }
        if tableOptions.tables.isEmpty, tableOptions.tableBy == nil {
            try askAboutTables(of: targets, database)
        }
        if hasOtherTables(inputs), !areRows, readingOptions.format == .automatic {
            try inputs.check(for: use, console)
        }
        let interruption = ImportInterruptHandler()
        let interruptHandler = try InterruptHandler { interruption.request() }
        database.interruptFlag = interruption.interruptFlag
        var reports = ImportReports(of: database, interruption.interruptFlag) {
            try $0.printResult(to: console, asJSON: json, isQuiet: outputOptions.quiet)
        }
        try withExtendedLifetime(interruptHandler) {
            let end = Result { try importAll(targets, inputs, by: &rules, interruption, &reports) }
            try reports.commit()
            try end.get()
        }
        try noteWrapping(in: inputs, after: reports.status)
        guard reports.status == .success else { throw reports.status.code }
    }

    /// Prints a note about values that are objects with their types, which are stored as JSON.
    private func noteWrapping(in inputs: [InputArgument], after status: ExitStatus) throws {
        guard dialect == nil, !outputOptions.quiet, !json, status < .wrongUsage, let input = inputs.first,
            input.part == nil, input.isRegularFile,
            let wrapping = ValueWrapping(of: input.origin(), isAtPath: !pathOptions.paths.isEmpty)
        else { return }
        let replace = tableOptions.columnOptions.keyNames.isEmpty && !dryRun ? " --replace" : ""
        try console.result(
            "  values in objects with their types are read with --unwrap \(wrapping.rawValue)\(replace)")
    }

    private func importAll(
        _ targets: [ImportTarget], _ inputs: [InputArgument], by rules: inout [RuleKey: RecordRule],
        _ interruption: ImportInterruptHandler, _ reports: inout ImportReports
    ) throws {
        let database = reports.database
        defer { interruption.finish() }
        for var target in targets {
            target.sharesTransaction =
                target.input.isSmallFile && (targets.count > 1 || tableOptions.tableBy != nil)
            // Other programs do not wait until a large file or a pipe is read.
            if !target.sharesTransaction { try reports.commit() }
            guard !reports.endsProgram else { break }
            interruption.begin(target.table) { [target] result in
                try? report(result, of: target).printResult(
                    to: console, asJSON: json, isQuiet: outputOptions.quiet)
            }
            var rule = rules[RuleKey(target)]!
            let kinds = try kinds(of: target, by: &rule, inputs, database)
            // A table with rows tells whether the input has changed, before a table of another kind is created.
            let areNew = kinds.map { kinds.count > 1 && database.isEmpty($0.table) }
            let ordered = zip(kinds, areNew).filter { !$1 } + zip(kinds, areNew).filter { $1 }
            for (target, _) in ordered {
                let report = run(
                    target, by: &rule, into: database,
                    Progress(of: inputs.title(target.inputIndex), isQuiet: outputOptions.quiet), interruption)
                try reports.append(report)
                guard !reports.endsProgram else { return }
                if kinds.count > 1, report.status == .wrongUsage { break }
            }
            rules[RuleKey(target)] = rule
        }
    }

    /// What the import does with the records.
    private var use: RecordRule.Use {
        var use = RecordRule.Use()
        use.memberKeys = tableOptions.memberKeys
        use.readsColumns = dialect == nil
        use.rejectsOthers = rejections.handling != .fail
        use.hasOtherTables = hasOtherTables(inputArguments.given)
        return use
    }

    /// Whether each of several inputs has a table of its own.
    private func hasOtherTables(_ inputs: [InputArgument]) -> Bool {
        inputs.count > 1 && pathOptions.paths.isEmpty && tableOptions.tables.isEmpty
    }

    /// Returns the format of the inputs of a table. Those that are pipes are read like the files.
    private func format(of targets: [ImportTarget]) throws -> ImportFormat {
        let files = targets.filter { $0.input.part == nil && $0.input.isRegularFile }
        guard let first = files.first else { return format(of: targets[0]) }
        let format = format(of: first)
        guard let other = files.first(where: { self.format(of: $0) != format }) else { return format }
        throw console.wrongUsage(
            "expected rows of one form, found rows in an array in \(first.input.name) or in \(other.input.name), and rows "
                + "one after another in the other; import each input by a command of its own")
    }

    /// Returns the format of an input. Rows that follow each other begin like an array of records.
    private func format(of target: ImportTarget) -> ImportFormat {
        guard case .rows(let header)? = dialect, target.path == nil, readingOptions.format == .automatic,
            target.input.part == nil, target.input.isRegularFile
        else { return readingOptions.format }
        // An array of values is not a row of one column.
        if case .names(let names) = header, names.count == 1 { return .automatic }
        return target.input.origin().formatOfRows()
    }

    /// Returns the imports of the kinds of records of an input, which is read once more to find them; or the import itself,
    /// without `--table-by`.
    private func kinds(
        of target: ImportTarget, by rule: inout RecordRule, _ inputs: [InputArgument],
        _ database: TableDatabase
    ) throws -> [ImportTarget] {
        guard let key = tableOptions.tableBy else { return [target] }
        guard target.input.isRegularFile else {
            throw console.wrongUsage(
                "--table-by reads the input once for each kind of record, which needs a file, found \(target.input.name); "
                    + "write it to a file first")
        }
        let records = target.input.records(by: &rule)
        var options = readOptions(of: target)
        options.errorPolicy = .skip()
        options.unpairedSurrogates = .replace
        let values = try console.reportingErrors(in: target.input) {
            try MemberValues.values(
                of: key, asText: tableOptions.columnOptions.type(of: key) == .text,
                in: records.input(options),
                limit: Self.maximumKindCount)
        }
        guard let values, values.contains(where: { $0 != nil }) || values.isEmpty else {
            throw console.wrongUsage(
                "--table-by expects a key that tells kinds of records apart, found "
                    + "\(values == nil ? "more than \(Self.maximumKindCount) values of" : "no string or integer at") "
                    + "\(key.printable) in \(target.input.name)" + adviceForPath(key, in: records))
        }
        guard !values.isEmpty else { return [target] }
        let kinds = targets(inputs).targets(
            target, by: key, values, ignoresCase: !TableDatabase.isPostgresAddress(into))
        if let invalid = kinds.first(where: { TableName.isInvalid($0.table) }) {
            throw console.wrongUsage(
                "\"\(invalid.table.printable)\" is not a valid name for a table; add a name before it with --table"
            )
        }
        let children = kinds.flatMap { kind in
            tableOptions.expandedArrays.map { $0.childTable(of: kind.table).lowercasedASCII }
        }
        if let child = kinds.first(where: { children.contains($0.table.lowercasedASCII) }) {
            throw console.wrongUsage(
                "the kind of the table \"\(child.table.printable)\" has the name of a child table of another kind; "
                    + "import without --expand, or without --table-by")
        }
        return kinds + earlierKinds(of: target, by: key, besides: kinds, database)
    }

    /// Returns the advice for a path in place of a key: to import the objects at the path before the last key.
    private func adviceForPath(_ key: String, in records: InputRecords) -> String {
        guard let keys = try? JSONPath(key).components, let last = keys.last, keys.count > 1 else {
            return ""
        }
        let areElements = !records.mayBeEnvelope && readingOptions.format != .lines
        let path = JSONPath(records.path.components + (areElements ? [.wildcard] : []) + keys.dropLast())
        return
            "; for objects in the records, use --path \(path.argument) --table-by \(JSONPath([last]).argument)"
    }

    /// Returns imports that remove the rows of kinds that a changed input no longer has.
    private func earlierKinds(
        of target: ImportTarget, by key: String, besides kinds: [ImportTarget], _ database: TableDatabase
    ) -> [ImportTarget] {
        guard tableOptions.changePolicy == .replace, !dryRun else { return [] }
        let isCaseSensitive = TableDatabase.isPostgresAddress(into)
        let name = { isCaseSensitive ? Array($0.utf8) : ($0 as String).lowercasedASCII }
        let tables = Set(kinds.map { name($0.table) })
        let origin = target.input.origin()
        let input = TableInput(name: target.input.name, file: target.input.path) {
            RecordInput(origin, options: $0)
        }
        return database.tables(of: input, by: key).filter { !tables.contains(name($0)) }.map {
            var earlier = target
            (earlier.table, earlier.kind) = ($0, RecordKind(key: key, values: []))
            return earlier
        }
    }

    /// The maximum number of kinds of records in an input.
    private static let maximumKindCount = 1000

    /// Checks that inputs with tables of their own do not have like records, which the user may want in one table. If one of
    /// the tables has rows, the user wants several.
    private func askAboutTables(of targets: [ImportTarget], _ database: TableDatabase) throws {
        let inputs = targets.map(\.input)
        let isEachOwnTable =
            targets.count > 1 && pathOptions.paths.count < 2
            && Set(targets.map(\.table)).count == targets.count
        let files = inputs.prefix(RecordRule.maximumSampleCount)
        guard isEachOwnTable, files.allSatisfy({ $0.part == nil && $0.isRegularFile }),
            targets.allSatisfy({ database.isEmpty($0.table) })
        else { return }
        let records = zip(files, targets).map { $0.records(at: $1.path, format: readingOptions.format) }
        guard InputRecords.areAlike(records) else { return }
        var choices = ShellCommand.reading([], into: [inputs.commonName]).printable
        let rule = RecordRule(
            at: pathOptions.paths.first, format: readingOptions.format,
            of: files.map { .init($0.name, $0.origin()) }, inputCount: inputs.count)
        do {
            try rule.validate()
        } catch {
            if let path = InputRecords.foundPath(in: records),
                error.advice?.hasPrefix("use --format json") != true
            {
                choices =
                    ShellCommand.reading([path], into: [inputs.commonName]).printable
                    + ", or --format json instead of --path for each object as a record"
            } else if let paths = records.first(where: \.isPathFound).map({ "--path \($0.path.argument)" })
                ?? rule.pathOptions
            {
                choices += " --format json for each object as a record, or \(paths) instead of --format json"
            }
        }
        throw console.wrongUsage(
            "records of the \(targets.count) inputs have the same keys, and would become \(targets.count) tables; for "
                + "one table, use \(choices); for more, import each input by a command of its own")
    }

    /// What inputs that are read alike have in common.
    private struct RuleKey: Hashable {
        let table: String
        let path: JSONPath?

        init(_ target: ImportTarget) { (table, path) = (target.table, target.path) }
    }

    private func proposeTables(of input: InputArgument) throws {
        let progress = Progress(of: input.name, isQuiet: outputOptions.quiet)
        var options = readingOptions.readOptions
        options.errorPolicy = rejections.errorPolicy
        options.unpairedSurrogates = .replace
        options.onProgress = { progress.update($0) }
        let arrays = try console.reportingErrors(in: input) {
            defer { progress.finish() }
            return try InputRecords.arrays(in: input.origin(), options)
        }
        for line in proposal(of: arrays, in: input) { try console.result(line) }
        let records = input.records(at: nil, format: readingOptions.format)
        if records.keysMayBeData, let note = records.note() { try console.result("  \(note.printable)") }
    }

    /// Returns the lines about arrays. Those of an envelope can be imported with `--path`, each into a table of its own. Others
    /// belong to several records, and `--expand` imports them into child tables.
    private func proposal(of arrays: InputRecords.Arrays, in input: InputArgument) -> [String] {
        let isEnvelope = arrays.areInEnvelope
        let title =
            isEnvelope
            ? "\(arrays.listed.count.counted("array")) of objects"
            : "\(arrays.recordCount.counted("record")), imported without --path"
        let options = arrays.listed.map { "  \(isEnvelope ? "--path" : "--expand") \($0.line)".printable }
        let paths = arrays.listed.map(\.path)
        let command = ShellCommand.reading(paths, into: ImportTargets.tableNames(of: paths))
        return ["\(input.name): \(title)"] + options
            + (arrays.omittedCount == 0 ? [] : ["  and \(arrays.omittedCount.counted("more array"))"])
            + (isEnvelope ? ["  " + command.printable] : [])
    }

    private func run(
        _ target: ImportTarget, by rule: inout RecordRule, into database: TableDatabase, _ progress: Progress,
        _ interruption: ImportInterruptHandler
    ) -> ImportReport {
        let start = ContinuousClock.now
        interruption.begin(target.table) { result in
            progress.finish()
            try? report(result, of: target, since: start).printResult(
                to: console, asJSON: json, isQuiet: outputOptions.quiet)
        }
        // Reading the beginning of a pipe may block, so Ctrl-C is handled from here on.
        let records = target.input.records(by: &rule, follows: tableOptions.follow)
        // In a table with rows, records are expected to replace some of them.
        let countsReplaced =
            tableOptions.columnOptions.keyNames.isEmpty == false && !dryRun && database.isEmpty(target.table)
        var result = run(target, records, into: database, progress, interruption)
        interruption.finish()
        progress.finish()
        if result.wasFinished, target.kind != nil {
            // The checkpoint counts the records of all kinds.
            result.rowsBefore = database.rowCount(of: result.table) ?? result.rowsBefore
        }
        if let error = result.error as? ImportError {
            result.error = records.advised(error, replacesRows: result.rows > 0 && canReplaceRows(result))
        }
        let rowCount = countsReplaced && result.error == nil ? database.rowCount(of: result.table) : nil
        let replaced =
            tableOptions.columnOptions.keyNames.isEmpty ? 0 : rowCount.map { max(result.rows - $0, 0) }
        return report(result, of: target, records, replaced: replaced, since: start)
    }

    private func report(
        _ result: TableImportResult, of target: ImportTarget, _ records: InputRecords? = nil,
        replaced: Int? = nil, since start: ContinuousClock.Instant = .now
    ) -> ImportReport {
        ImportReport(
            target: target, database: into, records: records, rejects: rejections.rejects,
            skipsRecords: rejections.handling != .fail, isDryRun: dryRun, result: result, replaced: replaced,
            canReplaceRows: canReplaceRows(result),
            elapsed: ContinuousClock.now - start)
    }

    /// Whether `--replace` can replace the rows of an import.
    private func canReplaceRows(_ result: TableImportResult) -> Bool {
        result.canResume && tableOptions.columnOptions.keyNames.isEmpty && !dryRun
    }

    private func run(
        _ target: ImportTarget, _ records: InputRecords, into database: TableDatabase, _ progress: Progress,
        _ interruptHandler: ImportInterruptHandler
    ) -> TableImportResult {
        do {
            try records.checkPath()
        } catch {
            var result = TableImportResult(table: target.table)
            result.error = error
            return result
        }
        return TableImporter(
            TableInput(name: target.input.name, file: target.input.path, part: target.input.part) {
                records.input($0)
            }, into: database,
            options: options(for: target, at: records.path, progress, interruptHandler),
            interruptFlag: interruptHandler.interruptFlag
        ).run()
    }

    /// The options that determine the records of an input.
    private func readOptions(of target: ImportTarget) -> ReadOptions {
        var options = readingOptions.readOptions
        options.dialect = dialect
        options.maximumColumnarBytes = dialectOptions.maximumColumnarBytes
        options.relaxedJSON = target.input.relaxedJSON
        return options
    }

    private func options(
        for target: ImportTarget, at path: JSONPath, _ progress: Progress,
        _ interruptHandler: ImportInterruptHandler
    ) -> TableImportOptions {
        var options = tableOptions.options(for: target.table, target.input.schema)
        options.path = path
        options.isPathGiven = target.path != nil
        options.kind = target.kind
        options.addedColumns = addedColumnOptions.columns(of: target.input.fullName)
        options.readOptions = readOptions(of: target)
        options.readOptions.errorPolicy = rejections.errorPolicy
        options.readOptions.onProgress = { progress.update($0) }
        options.onCommit = { result in
            progress.skip(result.recordsBefore - result.rejectedBefore)
            interruptHandler.recordCommit(result)
        }
        options.isDryRun = dryRun
        options.sharesTransaction = target.sharesTransaction
        if rejections.areListed {
            options.onRejected = { [console] rejected in
                progress.clear()
                console.reportError(rejected.error, in: target.input)
            }
        }
        return options
    }
}

extension JSONPath {
    fileprivate var endsInWildcard: Bool { components.last == .wildcard }
}
