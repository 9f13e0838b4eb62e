internal import JSONRecords
internal import SQLiteSupport

/// The rules that the JSON of a schema may break.
extension TableSchema {
    func validate() throws(TableImportError) {
        guard !table.isEmpty, !table.utf8.contains(0) else {
            throw .malformedSchema("expected the name of a table, found \(table.debugDescription)")
        }
        guard !columns.isEmpty else {
            throw .malformedSchema("expected at least one column of the table \(table), found none")
        }
        try validateNames()
        try validatePaths()
        try validateRest()
        try validateKeys()
    }

    private func validateNames() throws(TableImportError) {
        var names: Set<[UInt8]> = []
        for column in columns {
            guard !column.name.utf8.contains(0) else {
                throw .malformedSchema(
                    "expected the name of a column without NUL, found \(column.name.debugDescription)")
            }
            guard names.insert(column.name.lowercasedASCII).inserted else {
                throw .malformedSchema(
                    "two columns have the name \(column.name); SQLite ignores the case of names")
            }
        }
    }

    private func validatePaths() throws(TableImportError) {
        // A `String` comparison treats all compositions of é as equal.
        var paths: Set<[[UInt8]]> = []
        for column in columns where !paths.insert(column.path.map { Array($0.utf8) }).inserted {
            throw .malformedSchema(
                "two columns have the \(column.path.isEmpty ? "empty path" : "path \(column.pathText)"), found \(column.name)"
            )
        }
    }

    private func validateRest() throws(TableImportError) {
        guard let rest = columns.first(where: { $0.path.isEmpty }) else { return }
        guard rest.type == .text || rest.type == .any else {
            throw .malformedSchema(
                "the column \(rest.name) has the empty path, so its type must be TEXT or omitted, found "
                    + rest.type.rawValue)
        }
        guard !ignoresUnknownKeys else {
            throw .malformedSchema(
                "a schema that ignores unknown keys cannot have a column with the empty path, found \(rest.name)"
            )
        }
    }

    private func validateKeys() throws(TableImportError) {
        var names: Set<[UInt8]> = []
        for key in keys {
            guard let column = columns.first(where: { $0.name.utf8.elementsEqual(key.utf8) }) else {
                throw .malformedSchema(
                    "expected the name of a column in keys, found \(key.debugDescription); the columns are "
                        + TableImportError.list(columns.map(\.name)))
            }
            guard !column.path.isEmpty else {
                throw .malformedSchema("the column \(key) has the empty path, so it cannot be a key column")
            }
            guard names.insert(Array(key.utf8)).inserted else {
                throw .malformedSchema("the column \(key) occurs twice in keys")
            }
        }
    }
}

extension TableSchema.Column {
    /// The path in dotted notation.
    var pathText: String { JSONPath(path.map { .key($0) }).argument }
}
