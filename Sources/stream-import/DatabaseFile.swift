import ArgumentParser
import Foundation
import SystemPackage

/// The file of `--into`, which must be an SQLite database.
struct DatabaseFile {
    private let argument: FileArgument

    init(_ argument: String) {
        self.argument = FileArgument(argument)
    }

    /// Checks that the name is not one of another kind of database or file.
    ///
    /// - Parameter table: the name of the table to import into.
    func validate(table: String) throws {
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
            "--into expects an SQLite file, found the name \(argument.name.printable); import into \(databaseName) "
                + "first, and export the table: \(command.printable)")
    }

    /// Whether the file exists and is an SQLite database, whatever its name.
    private var isDatabase: Bool {
        let handle = FileHandle(forReadingAtPath: argument.name)
        defer { try? handle?.close() }
        return (try? handle?.read(upToCount: 15)) == Data("SQLite format 3".utf8)
    }

    private var databaseName: String {
        ShellCommand.quoted((argument.path.lastComponent?.stem ?? "dump") + ".db")
    }

    /// Returns the command that exports the table to a file of this name; `nil` if the name may be a database's.
    private func exportCommand(_ table: String) -> String? {
        let identifier = "\"" + table.replacing("\"", with: "\"\"") + "\""
        let file = ShellCommand.quoted(argument.name)
        let select = ShellCommand.quoted("SELECT * FROM \(identifier)")
        switch argument.path.extension?.lowercased() {
        case "csv": return "sqlite3 -header -csv \(databaseName) \(select) > \(file)"
        case "tsv": return "sqlite3 -header -tabs \(databaseName) \(select) > \(file)"
        case "json": return "sqlite3 -json \(databaseName) \(select) > \(file)"
        case "parquet", "ndjson", "jsonl", "xlsx":
            let attach = "ATTACH \(sqlText(databaseName)) AS source (TYPE sqlite)"
            return "duckdb -c "
                + ShellCommand.quoted("\(attach); COPY source.\(identifier) TO \(sqlText(argument.name))")
        case "duckdb":
            let attach = "ATTACH \(sqlText(databaseName)) AS source (TYPE sqlite)"
            return "duckdb \(file) -c "
                + ShellCommand.quoted("\(attach); CREATE TABLE \(identifier) AS FROM source.\(identifier)")
        default: return nil
        }
    }

    private func sqlText(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
