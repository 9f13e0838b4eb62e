internal import GRDB
internal import SQLiteSupport
internal import StreamImport

/// The table of a model: its columns, and the statements that create and fill it.
struct ModelTable {
    let name: String
    let fields: [ExportedField]
    private let table: ImportTable

    /// - Throws: ``ImportError`` if the table does not match the model.
    init(_ table: ImportTable, of model: any Importable.Type) throws(ImportError) {
        self.table = table
        name = table.name ?? Self.name(of: model)
        fields = try ExportedField.fields(of: model)
        guard table.batchSize > 0 else {
            throw .invalidOption("batchSize", "\(table.batchSize)", expected: 1 ... .max)
        }
        let names = Set(fields.map(\.name))
        for column in table.primaryKey + table.indices.joined() where !names.contains(column) {
            throw .unknownColumn(column, type: "\(model)", columns: fields.map(\.name))
        }
    }

    /// Returns the name that GRDB gives to the table of a model, or would give if the model were a `TableRecord`.
    private static func name(of model: any Importable.Type) -> String {
        if let model = model as? any TableRecord.Type { return model.databaseTableName }
        let name = "\(model)".prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let capitals = name.prefix { $0.isUppercase }
        // In `HTTPRequest`, the last capital letter begins the second word.
        let firstWord = capitals.count > 1 && capitals.count < name.count ? capitals.dropLast() : capitals
        return firstWord.lowercased() + name.dropFirst(firstWord.count)
    }

    // MARK: - Creation

    /// Creates the table if it does not exist, and otherwise checks that it has the columns.
    ///
    /// - Returns: the columns of the primary key: those of ``ImportTable/primaryKey``, or else those of an existing
    ///   table.
    func prepare(in database: Database) throws -> [String] {
        guard let existing = try TableInfo(name, in: database) else {
            try database.execute(sql: createTableSQL)
            for columns in table.indices { try database.execute(sql: createIndexSQL(on: columns)) }
            return table.primaryKey
        }
        let writable = Set(existing.columns.filter { !$0.isGenerated }.map(\.name.lowercasedASCII))
        let missing = fields.map(\.name).filter { !writable.contains($0.lowercasedASCII) }
        guard missing.isEmpty else { throw ImportError.missingColumns(missing, table: name) }
        return table.primaryKey.isEmpty ? existing.primaryKey : table.primaryKey
    }

    private var createTableSQL: String {
        var definitions = fields.map(definition)
        if table.primaryKey.count > 1 {
            definitions.append("PRIMARY KEY (\(table.primaryKey.sqlIdentifiers))")
        }
        return "CREATE TABLE \(name.sqlIdentifier) (\(definitions.joined(separator: ", ")))"
    }

    private func definition(of field: ExportedField) -> String {
        var words = [field.name.sqlIdentifier]
        if let type = PropertyColumnType(field.type).declaration { words.append(type.rawValue) }
        if table.primaryKey == [field.name] { words.append("PRIMARY KEY") }
        if !field.isOptional { words.append("NOT NULL") }
        return words.joined(separator: " ")
    }

    private func createIndexSQL(on columns: [String]) -> String {
        let indexName = "index_\(name)_on_\(columns.joined(separator: "_"))"
        return "CREATE INDEX \(indexName.sqlIdentifier) ON \(name.sqlIdentifier) (\(columns.sqlIdentifiers))"
    }

    // MARK: - Rows

    /// Returns the statement that writes a row, with a parameter for each field.
    ///
    /// - Parameter key: the columns of the primary key.
    /// - Throws: ``ImportError`` if an upsert has no primary key.
    func insertSQL(key: [String]) throws(ImportError) -> String {
        try table.conflict.insertSQL(into: name, columns: fields.map(\.name), key: key)
    }
}

extension ImportError {
    fileprivate static func unknownColumn(_ name: String, type: String, columns: [String]) -> ImportError {
        ImportError(
            .invalidTable,
            "unknown column \(name.debugDescription) of \(type) in the primary key or an index",
            advice: "use the names of columns: \(columns.joined(separator: ", "))")
    }

    fileprivate static func missingColumns(_ names: [String], table: String) -> ImportError {
        let columns = names.map(\.debugDescription).joined(separator: ", ")
        let noun = names.count == 1 ? "column" : "columns"
        return ImportError(
            .invalidTable, "the table \(table.debugDescription) lacks the \(noun) \(columns)",
            advice: "add the \(noun) with ALTER TABLE, or write to another table")
    }
}
