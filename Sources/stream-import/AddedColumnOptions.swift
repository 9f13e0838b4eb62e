import ArgumentParser
import JSONRecords
import TableImport

/// The options for columns whose values are not members of the records: what stands around them, and where they come from.
struct AddedColumnOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Store the keys at the wildcards of --path in these columns, separated by commas: for --path \
            'rooms.*.users.*', room,id.
            """, valueName: "a,b,…"))
    private var keyColumn: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Store this member of the objects around the records in a column of its own: target, or 'meta.run as run'. Can \
            be given several times.
            """, valueName: "path"),
        transform: { try EnclosingMember(argument: $0) })
    private var with: [EnclosingMember] = []

    @Option(
        help: ArgumentHelp(
            "Store the input of each record in this column, as it was given.", valueName: "column"))
    private var sourceColumn: String?

    @Option(
        help: ArgumentHelp(
            "Store the number of each record in its input, from 1, in this column.", valueName: "column"))
    private var numberColumn: String?

    private var keyNames: [String] { keyColumn.flatMap(NameList.names) }

    /// Returns the columns, in their order in the table.
    func columns(of input: String) -> [AddedColumn] {
        keyNames.enumerated().map { AddedColumn($1, .enclosing(.key(wildcard: $0))) }
            + with.map { AddedColumn($0.column, .enclosing(.member($0.path))) }
            + [
                sourceColumn.map { AddedColumn($0, .input(input)) },
                numberColumn.map { AddedColumn($0, .recordNumber) },
            ].compactMap(\.self)
    }

    private var names: [String] { columns(of: "").map(\.name) }

    /// Checks the names of the columns.
    func validate(selected: [String]?) throws {
        try NameList.validate(names, of: "--key-column, --with, --source-column or --number-column")
        if let repeated = names.firstRepeated {
            throw ValidationError(
                "Several options add the column \"\(repeated.printable)\"; choose other names, as in --with 'a.b as c'."
            )
        }
        if let selected, let name = names.first(where: { !selected.contains($0) }) {
            throw ValidationError(
                "--columns does not contain \(name.printable), which \(option(of: name)) names; add it to --columns."
            )
        }
    }

    /// Checks the options for records at some paths.
    func validate(paths: [JSONPath]) throws {
        try validateKeys(paths)
        // A path that is found later is checked then.
        for path in paths {
            do {
                try RecordPaths([RecordPath(path, enclosing: columns(of: "").enclosingValues)]).validate()
            } catch {
                throw ValidationError("--with: \(error.message); \(error.advice ?? "name another member").")
            }
        }
    }

    /// Returns the option that adds a column.
    private func option(of name: String) -> String {
        if keyNames.contains(name) { return "--key-column" }
        if name == sourceColumn { return "--source-column" }
        return name == numberColumn ? "--number-column" : "--with"
    }

    private func validateKeys(_ paths: [JSONPath]) throws {
        guard !keyNames.isEmpty else { return }
        for path in paths.isEmpty ? [JSONPath()] : paths {
            let count = path.components.count { $0 == .wildcard }
            guard count != keyNames.count else { continue }
            let expected =
                count == 0
                ? "--path with an asterisk for each key, such as --path 'users.*'"
                : "\(count.counted("name")) for the \(count.counted("wildcard")) of \(path.argument)"
            throw ValidationError(
                "--key-column expects \(expected), found \(keyNames.joined(separator: ",")).")
        }
    }
}

/// The argument of `--with`: the path of a member of an object around the records, and the name of its column.
private struct EnclosingMember {
    let path: JSONPath
    let column: String

    init(argument: String) throws {
        let parts = argument.split(separator: " as ", omittingEmptySubsequences: false)
        let name = parts.count > 1 ? parts.last?.trimmingCharacters(in: .whitespaces) : nil
        path = try JSONPath(parts.dropLast(name == nil ? 0 : 1).joined(separator: " as "))
        column =
            name
            ?? path.components.compactMap { component in
                switch component {
                case .key(let key): key
                case .index(let index): "\(index)"
                case .wildcard: nil
                }
            }.joined(separator: "_")
    }
}
