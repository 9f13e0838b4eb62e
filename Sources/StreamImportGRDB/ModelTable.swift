internal import GRDB
internal import SQLiteSupport
internal import StreamImport

/// The table of a model: its columns, and the statements that create and fill it.
struct ModelTable {
    let name: String
    let fields: [ExportedField]
    private let table: ImportTable
    private let definition: SQLTable

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
        let columns = fields.map { field in
            SQLTable.Column(
                field.name, PropertyColumnType(field.type).declaration?.rawValue ?? "",
                isRequired: !field.isOptional)
        }
        definition = SQLTable(name, columns, primaryKey: table.primaryKey)
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
            try database.execute(sql: definition.createStatement)
            for columns in table.indices {
                let index = "index_\(name)_on_\(columns.joined(separator: "_"))"
                try database.execute(sql: definition.createIndexStatement(index, on: columns))
            }
            return table.primaryKey
        }
        let writable = Set(existing.columns.filter { !$0.isGenerated }.map(\.name.lowercasedASCII))
        let missing = fields.map(\.name).filter { !writable.contains($0.lowercasedASCII) }
        guard missing.isEmpty else { throw ImportError.missingColumns(missing, table: name) }
        return table.primaryKey.isEmpty ? existing.primaryKey : table.primaryKey
    }

    // MARK: - Rows

    /// Returns the statement that writes a row, with a parameter for each field.
    ///
    /// - Parameter key: the columns of the primary key.
    /// - Throws: ``ImportError`` if an upsert has no primary key.
    func insertStatement(key: [String]) throws(ImportError) -> String {
        switch table.conflict {
        case .fail: return definition.insertStatement()
        case .ignore: return definition.insertStatement("OR IGNORE")
        case .replace: return definition.insertStatement("OR REPLACE")
        case .upsert:
            guard !key.isEmpty else { throw .noPrimaryKey(table: name) }
            return definition.insertStatement(updatingBy: key)
        }
    }
}

extension ImportError {
    fileprivate static func unknownColumn(_ name: String, type: String, columns: [String]) -> ImportError {
        ImportError(
            .invalidTable,
            "unknown column \(name.debugDescription) of \(type) in the primary key or an index",
            advice: "use the names of columns: \(columns.joined(separator: ", "))")
    }

    fileprivate static func noPrimaryKey(table: String) -> ImportError {
        ImportError(
            .invalidTable, "the table \(table.debugDescription) has no primary key, which an upsert requires",
            advice: "list the properties of the key in primaryKey")
    }

    fileprivate static func missingColumns(_ names: [String], table: String) -> ImportError {
        let columns = names.map(\.debugDescription).joined(separator: ", ")
        let noun = names.count == 1 ? "column" : "columns"
        return ImportError(
            .invalidTable, "the table \(table.debugDescription) lacks the \(noun) \(columns)",
            advice: "add the \(noun) with ALTER TABLE, or write to another table")
    }
}
