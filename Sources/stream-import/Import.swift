import ArgumentParser
import Foundation
import JSONRecords
import SystemPackage
import TableImport

/// The command that writes the records of inputs as rows of tables.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turns the records of a dump into rows of an SQLite table.",
        discussion: """
            Each key of the records becomes a column, whose type is that of its values; a key that only comes later \
            becomes a new column. Values are kept as they are: what is mixed goes into a column without a type, and \
            arrays and objects are JSON. Booleans are 0 and 1, numbers with a fraction or an exponent the nearest of 64 \
            bits, integers beyond 64 bits text.

            Without --table each input gets a table that is named as the file. If the table is there already, rows \
            are added to it.

            If the import is interrupted, the same command goes on where it stopped. An input that was imported \
            whole is not imported again unless it has changed, or its table was removed. For this the database gets \
            two tables of its own, stream_import and stream_import_tables. Ctrl-C ends behind the last rows that were \
            committed; pressed twice it does so at once.

            Of each input --json prints input, database, table, rows, recordsBefore (what earlier runs had dealt with), \
            rejected, columns, finished, status, bytesRead, textBytes and seconds; error, if one stopped the import; and \
            definition, the CREATE TABLE, with --dry-run.

            EXAMPLES:
              stream-import import repos.json.gz --into github.db
              stream-import import users.ndjson --into app.db --key id --index email
              stream-import import export.json --path data.items --into items.db --flatten
              stream-import import logs-*.zst --into logs.db --table log --on-error skip
              curl -s https://example.com/dump.gz | stream-import import - --into dump.db

            \(ExitStatus.help)
            """)

    @Argument(help: "Files to read, or - for standard input.")
    var inputs: [InputArgument]

    @Option(
        help: ArgumentHelp("The database. It is made if there is none.", valueName: "file"),
        completion: .file())
    var into: String

    @OptionGroup var tableOptions: TableOptions
    @OptionGroup var inputOptions: InputOptions

    @Flag(help: "Read everything and say what would be done, but write nothing.")
    var dryRun = false

    @Flag(help: "Print what was done as one JSON object a line, one for each input, instead of the summary.")
    var json = false

    @Flag(name: .shortAndLong, help: "Report faults only: no summary, no progress.")
    var quiet = false

    private var console: Console { Console() }

    func validate() throws {
        try inputs.validate()
        try validateFiles()
        let tables = inputs.map(tableName)
        // SQLite compares the names of tables without case.
        guard tableOptions.table != nil || tables.count == Set(tables.map { $0.lowercased() }).count else {
            throw ValidationError("Several inputs have one name; say which table they go to with --table.")
        }
        for table in tables where TableName.isReserved(table) {
            throw ValidationError(
                "No table can be called \"\(table.printable)\"; give another name with --table.")
        }
        guard inputs.count == 1 || tableOptions.rejects == nil else {
            throw ValidationError("--rejects takes the records of one input.")
        }
    }

    /// Rejects output files that are also an input, or the database.
    private func validateFiles() throws {
        guard !["", ":memory:"].contains(into) else {
            throw ValidationError("--into needs the name of a file; what is in memory would be gone at once.")
        }
        let files = inputs.compactMap(\.file) + [into]
        guard !files.dropLast().map(fileIdentity).contains(fileIdentity(into)) else {
            throw ValidationError("--into is one of the inputs.")
        }
        guard let rejects = tableOptions.rejects else { return }
        guard !files.map(fileIdentity).contains(fileIdentity(rejects)) else {
            throw ValidationError("--rejects would overwrite an input or the database.")
        }
    }

    /// Returns the identity of a file, however its path is spelled: the device and inode of an existing file, or the
    /// resolved path.
    private func fileIdentity(_ path: String) -> String {
        let status = try? Stat(FilePath(path))
        return status.map { "\($0.deviceID.rawValue):\($0.inode.rawValue)" }
            ?? URL(filePath: path).resolvingSymlinksInPath().path
    }

    func run() throws {
        var worst = ExitStatus.success
        for (index, input) in inputs.enumerated() {
            let status = try run(input, Progress(of: inputs.title(index), isQuiet: quiet))
            worst = max(worst, status)
            // These causes would also stop the imports of the remaining inputs.
            if [.interrupted, .ioFailed, .wrongUsage].contains(status) { break }
        }
        guard worst == .success else { throw worst.code }
    }

    private func run(_ input: InputArgument, _ progress: Progress) throws -> ExitStatus {
        let start = ContinuousClock.now
        let printResult = { @Sendable (result: TableImportResult) throws -> ExitStatus in
            progress.finish()
            let report = ImportReport(
                input: input, database: into, hasPath: inputOptions.path != JSONPath(),
                rejects: tableOptions.rejects,
                isDryRun: dryRun, result: result, elapsed: ContinuousClock.now - start)
            return try report.printResult(to: console, asJSON: json, isQuiet: quiet)
        }
        let interruption = ImportInterruptHandler(table: tableName(input)) { result in
            _ = try? printResult(result)
            _exit(ExitStatus.interrupted.rawValue)
        }
        let interruptHandler = InterruptHandler { interruption.request() }
        let work = TableImporter(
            tableInput(input), into: into, options: options(for: input, progress, interruption),
            interruption: interruption.interruptFlag)
        let result = withExtendedLifetime(interruptHandler) { work.run() }
        interruption.finish()
        return try printResult(result)
    }

    private func tableInput(_ input: InputArgument) -> TableInput {
        let path = inputOptions.path
        return TableInput(name: input.name, file: input.file) { options in
            input.records(at: path, options: options)
        }
    }

    private func options(
        for input: InputArgument, _ progress: Progress, _ interruption: ImportInterruptHandler
    ) -> TableImportOptions {
        var options = tableOptions.options(for: tableName(input))
        options.path = inputOptions.path
        options.reading = inputOptions.readOptions
        options.reading.errorPolicy = tableOptions.errorPolicy
        options.reading.onProgress = { progress.update($0) }
        options.onCommit = { result in
            progress.skip(result.recordsBefore - result.rejectedBefore)
            interruption.recordCommit(result)
        }
        options.isDryRun = dryRun
        if tableOptions.listsRejected {
            options.onRejected = { [console] rejected in
                progress.clear()
                console.reportError(rejected.error, in: input)
            }
        }
        return options
    }

    private func tableName(_ input: InputArgument) -> String {
        tableOptions.table ?? input.file.map(TableName.ofFile) ?? TableName.ofNoFile
    }
}

/// The names of tables.
private enum TableName {
    /// The table for an input without a file name, such as standard input.
    static let ofNoFile = "records"

    private static let formats = ["gz", "zst", "json", "ndjson", "jsonl", "geojson", "txt"]

    /// Returns the table for a file: the name of the file without the extensions for its format.
    static func ofFile(_ path: String) -> String {
        let name = URL(filePath: path).lastPathComponent
        var parts = name.split(separator: ".", omittingEmptySubsequences: false)
        while parts.count > 1, let last = parts.last, formats.contains(last.lowercased()) {
            parts.removeLast()
        }
        let table = parts.joined(separator: ".")
        return table.isEmpty ? ofNoFile : table
    }

    /// Returns whether a name is invalid for a table, or reserved by SQLite or the program.
    static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.isEmpty || name.hasPrefix("sqlite_") || name.contains("\0")
            || ["stream_import", "stream_import_tables"].contains(name)
    }
}
