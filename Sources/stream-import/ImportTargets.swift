import ArgumentParser
import Foundation
import JSONRecords
import SQLiteSupport
import SystemPackage
import TableImport

/// One import of the program: an input, the path of its records, and the table for them.
struct ImportTarget {
    let input: InputArgument
    /// The number of inputs before this one.
    let inputIndex: Int
    /// The path that the user gave; `nil` if there is none.
    let path: JSONPath?
    var table: String
    /// The kind of the records; `nil` for all records.
    var kind: RecordKind?
    var sharesTransaction = false
}

/// The imports of the program: each path of each input.
struct ImportTargets {
    let inputs: [InputArgument]
    let paths: [JSONPath]
    let tables: [String]
    let expandedArrays: [ExpandedArray]

    /// The imports, in the order of the inputs, and for each input in the order of the paths.
    var all: [ImportTarget] {
        inputs.enumerated().flatMap { index, input in
            paths.count < 2
                ? [ImportTarget(input: input, inputIndex: index, path: paths.first, table: table(for: input))]
                : paths.indices.map { number in
                    ImportTarget(
                        input: input, inputIndex: index, path: paths[number], table: table(forPath: number))
                }
        }
    }

    /// Returns the imports of the kinds of records of an import, each into a table with the name of the kind. Kinds with the same
    /// table are one import.
    ///
    /// - Parameters:
    ///   - key: the key of the member that tells the kinds apart.
    ///   - values: the values of the member; `nil` for records without a kind.
    ///   - ignoresCase: whether the database ignores the case of ASCII letters in the names of tables.
    func targets(
        _ target: ImportTarget, by key: String, _ values: [String?], ignoresCase: Bool
    ) -> [ImportTarget] {
        var (parts, numbers): ([ImportTarget], [[UInt8]: Int]) = ([], [:])
        for value in values {
            var part = target
            part.kind = RecordKind(key: key, values: [value])
            // The import without a kind rejects records whose kind cannot be the name of a table.
            if let value, !value.contains("\0") {
                part.table = tables.isEmpty ? value : "\(target.table)_\(value)"
            }
            let name = ignoresCase ? part.table.lowercasedASCII : Array(part.table.utf8)
            if let number = numbers[name] {
                parts[number].kind?.values.insert(value)
            } else {
                numbers[name] = parts.count
                parts.append(part)
            }
        }
        return parts
    }

    var firstTable: String { all.first?.table ?? TableName.ofNoFile }

    private func table(for input: InputArgument) -> String {
        tables.first ?? input.schema?.table ?? (input.part?.input ?? input.file).map(TableName.ofFile)
            ?? TableName.ofNoFile
    }

    private func table(forPath number: Int) -> String {
        number < tables.count ? tables[number] : paths[number].keys.last ?? ""
    }

    /// Returns names for the tables of paths whose last keys are not valid and distinct names; otherwise an empty array.
    static func tableNames(of paths: [JSONPath]) -> [String] {
        let keys = paths.map(\.keys)
        let names = keys.map { $0.last ?? "" }
        guard paths.count > 1, !areTables(names) else { return [] }
        let longNames = keys.map { $0.joined(separator: "_") }
        return areTables(longNames) ? longNames : paths.indices.map { "\(TableName.ofNoFile)_\($0 + 1)" }
    }

    private static func areTables(_ names: [String]) -> Bool {
        names.firstRepeated == nil && !names.contains(where: TableName.isInvalid)
    }

    /// Checks that each import has a table of its own with a valid name, and that inputs with several paths can be read
    /// several times.
    func validate() throws {
        let expectedCount = max(paths.count, 1)
        guard tables.isEmpty || tables.count == expectedCount else {
            throw ValidationError(
                "--table expects one name\(paths.count < 2 ? "" : " for each of the \(paths.count) paths"), found "
                    + "\(tables.count).")
        }
        try validatePaths()
        try validateNames()
    }

    private func validatePaths() throws {
        guard paths.count > 1 else { return }
        for path in paths where tables.isEmpty && path.keys.isEmpty {
            throw ValidationError(
                "The path \(path) has no key to name a table after; name the tables with --table.")
        }
        for input in inputs where !input.canBeReadAgain {
            throw ValidationError(
                "Several paths are read one after another, which needs a file, found \(input.name); write it to a file "
                    + "first, or import one path.")
        }
    }

    private func validateNames() throws {
        let targets = all
        // With several paths, inputs share the tables.
        let names = (paths.count > 1 ? targets.filter { $0.inputIndex == 0 } : withoutParts(targets))
            .map(\.table)
        if let repeated = names.firstRepeated, paths.count > 1 {
            throw ValidationError(
                "Several paths have the table name \"\(repeated.printable)\"; choose other names with --table."
            )
        }
        if let repeated = names.firstRepeated, tables.isEmpty {
            throw ValidationError(
                "Several inputs have the table name \"\(repeated.printable)\"; if all records are alike, name one table: "
                    + "\(ShellCommand.reading([], into: [inputs.commonName]).printable); otherwise, import each folder by a "
                    + "command of its own, with --table."
            )
        }
        for target in targets where TableName.isInvalid(target.table) {
            throw ValidationError(
                "\"\(target.table.printable)\" is not a valid name for a table; choose another one with --table."
            )
        }
        // Inputs with one path share a table that the user named.
        try validateChildTables(names.firstRepeated.map { [$0] } ?? names)
    }

    /// Returns the targets without those that share the table of an earlier one: further parts of a file, and inputs with a schema.
    private func withoutParts(_ targets: [ImportTarget]) -> [ImportTarget] {
        var owners: Set<String> = []
        return targets.filter { target in
            guard let part = target.input.part else { return true }
            return owners.insert(target.input.schema == nil ? part.input : "").inserted
        }
    }

    /// Checks that no child table has the name of another table of the program.
    private func validateChildTables(_ tables: [String]) throws {
        let children = tables.flatMap { table in expandedArrays.map { $0.childTable(of: table) } }
        for child in children where TableName.isInvalid(child) {
            throw ValidationError(
                "\"\(child.printable)\" is not a valid name for a child table; choose another table with --table."
            )
        }
        if let repeated = (tables + children).firstRepeated {
            throw ValidationError(
                "The child table \"\(repeated.printable)\" of --expand has the name of another table; choose other names "
                    + "with --table.")
        }
    }
}

extension [String] {
    /// The first name that SQLite considers equal to an earlier one. SQLite compares bytes, and ignores the case of ASCII letters.
    var firstRepeated: String? {
        var names: Set<[UInt8]> = []
        return first { !names.insert($0.lowercasedASCII).inserted }
    }
}

extension InputArgument {
    /// Whether the input is not standard input or a pipe. A file that does not exist is an error of its import.
    fileprivate var canBeReadAgain: Bool {
        guard let path else { return false }
        guard let status = try? Stat(path) else { return true }
        return status.type == .regular
    }
}

extension JSONPath {
    /// The keys among the components. The last one names the table of the records at the path.
    var keys: [String] { components.compactMap { if case .key(let key) = $0 { key } else { nil } } }
}

enum TableName {
    /// The name of the table for an input without a file name, such as standard input.
    fileprivate static let ofNoFile = "records"

    private static let formatExtensions = [
        "gz", "zst", "bz2", "xz", "lz4", "json", "ndjson", "jsonl", "geojson", "txt",
        "log", "js", "har", "sarif", "ipynb", "tfstate", "webmanifest", "avsc",
    ]

    /// Returns the name of the table for a file: the name of the file, unless it is that of a device, without the extensions for its format.
    fileprivate static func ofFile(_ path: String) -> String {
        // A process substitution of a shell has the name of a descriptor.
        let isDescriptor =
            path.hasPrefix("/dev/fd/") || path == "/dev/stdin"
            || path.hasPrefix("/proc/") && path.contains("/fd/")
        guard !isDescriptor else { return ofNoFile }
        let name = URL(filePath: path).lastPathComponent
        var parts = name.split(separator: ".", omittingEmptySubsequences: false)
        while parts.count > 1, let last = parts.last, formatExtensions.contains(last.lowercased()) {
            parts.removeLast()
        }
        let table = parts.joined(separator: ".")
        return table.isEmpty ? ofNoFile : table
    }

    /// Returns whether a name is empty, contains NUL, or is reserved by SQLite or the program.
    static func isInvalid(_ name: String) -> Bool {
        name.isEmpty || name.lowercasedASCII.starts(with: "sqlite_".utf8) || name.contains("\0")
            || TableImportOptions.isReserved(name)
    }
}

/// The database of `--into`: an SQLite file, or an address of PostgreSQL.
struct DatabaseArgument {
    private let argument: FileArgument

    init(_ argument: String) {
        self.argument = FileArgument(argument)
    }

    /// Checks that the name is not one of another kind of database or file.
    func validate(table: String) throws {
        if TableDatabase.isPostgresAddress(argument.name) {
            do {
                return try TableDatabase.validatePostgresAddress(argument.name)
            } catch let error as TableImportError {
                throw ValidationError("\(error).")
            }
        }
        guard !["", ":memory:"].contains(argument.name) else {
            throw ValidationError("--into expects the path of a file, found \"\(argument.name)\".")
        }
        // SQLite specifies that the name of a database is UTF-8.
        guard argument.isUTF8 else {
            throw ValidationError(
                "--into expects a name in UTF-8, found \(argument.name.printable); choose another name.")
        }
        if let address = RemoteAddress(argument.name) { throw address.errorAsDatabase }
        guard let command = exportCommand(table), !isDatabase else { return }
        throw ValidationError(
            "--into expects an SQLite file, found the name \(argument.name.printable); import into "
                + "\(ShellCommand.quoted(databaseName).printable) first, and export the table: \(command.printable)"
        )
    }

    /// Whether the file exists and is an SQLite database, whatever its name.
    private var isDatabase: Bool {
        let handle = FileHandle(forReadingAtPath: argument.name)
        defer { try? handle?.close() }
        return (try? handle?.read(upToCount: 15)) == Data("SQLite format 3".utf8)
    }

    /// The name of a database that the user may have meant.
    private var databaseName: String { (argument.path.lastComponent?.stem ?? "dump") + ".db" }

    /// Returns the command that exports the table to a file of this name; `nil` if the name may be a database's.
    private func exportCommand(_ table: String) -> String? {
        let identifier = "\"" + table.replacing("\"", with: "\"\"") + "\""
        let (database, file) = (ShellCommand.quoted(databaseName), ShellCommand.quoted(argument.name))
        let attach = "ATTACH \(sqlText(databaseName)) AS source (TYPE sqlite)"
        let select = ShellCommand.quoted("SELECT * FROM \(identifier)")
        switch argument.path.extension?.lowercased() {
        case "csv": return "sqlite3 -header -csv \(database) \(select) > \(file)"
        case "tsv": return "sqlite3 -header -tabs \(database) \(select) > \(file)"
        case "json": return "sqlite3 -json \(database) \(select) > \(file)"
        case "parquet", "ndjson", "jsonl", "xlsx":
            return "duckdb -c "
                + ShellCommand.quoted("\(attach); COPY source.\(identifier) TO \(sqlText(argument.name))")
        case "duckdb":
            return "duckdb \(file) -c "
                + ShellCommand.quoted("\(attach); CREATE TABLE \(identifier) AS FROM source.\(identifier)")
        default: return nil
        }
    }

    private func sqlText(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
