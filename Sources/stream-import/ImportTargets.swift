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
    let table: String
}

/// The imports of the program: each path of each input.
struct ImportTargets {
    let inputs: [InputArgument]
    let paths: [JSONPath]
    /// The names of tables that the user gave.
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

    /// The name of the table of the first import.
    var firstTable: String { all.first?.table ?? TableName.ofNoFile }

    private func table(for input: InputArgument) -> String {
        tables.first ?? input.schema?.table ?? (input.part?.input ?? input.file).map(TableName.ofFile)
            ?? TableName.ofNoFile
    }

    private func table(forPath number: Int) -> String {
        number < tables.count ? tables[number] : TableName.ofPath(paths[number]) ?? ""
    }

    /// Returns names for the tables of paths whose last keys are not valid and distinct names; otherwise an empty array.
    static func tableNames(of paths: [JSONPath]) -> [String] {
        let keys = paths.map { $0.components.compactMap { if case .key(let key) = $0 { key } else { nil } } }
        let names = keys.map { $0.last ?? "" }
        guard paths.count > 1, !areTables(names) else { return [] }
        let longNames = keys.map { $0.joined(separator: "_") }
        return areTables(longNames) ? longNames : paths.indices.map { "\(TableName.ofNoFile)_\($0 + 1)" }
    }

    /// Returns whether the names are valid for tables, and distinct.
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
        for path in paths where tables.isEmpty && TableName.ofPath(path) == nil {
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
                "Several inputs have the table name \"\(repeated.printable)\"; name one table with --table."
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
