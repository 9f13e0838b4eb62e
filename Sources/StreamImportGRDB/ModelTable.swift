private import Foundation
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
        fields = try model.exportedFields()
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

/// The table that records are written to: its name, its definition if it does not exist, and how rows are inserted.
///
///     try repos.write(
///         to: queue,
///         table: ImportTable("repos", primaryKey: ["id"], indices: [["stars"]], conflict: .upsert))
public struct ImportTable: Sendable {
    /// The name of the table. With `nil`, the default, it is the `databaseTableName` of a model that is a
    /// `TableRecord`. For another model, it is the name that GRDB would give its table by default, such as
    /// `postalAddress` for `PostalAddress`.
    public var name: String?

    /// The columns of the primary key, in order. None by default. A column has the name of its property, or that of the
    /// property's case in `CodingKeys`.
    ///
    /// A key that is a single integer column becomes SQLite's rowid. For an existing table, the key only determines
    /// which conflict ``ConflictPolicy/upsert`` resolves; if `primaryKey` is empty, the table's own
    /// primary key determines this.
    public var primaryKey: [String]

    /// The indices, each of one or more columns. None by default. No index is added to an existing table.
    public var indices: [[String]]

    /// The policy for a record whose row conflicts with an existing row. ``ConflictPolicy/fail`` by default.
    public var conflict: ConflictPolicy

    /// The number of records that are written in one transaction. 10,000 by default. It has no effect in a transaction
    /// of the caller.
    public var batchSize: Int

    /// Creates the description of a table.
    public init(
        _ name: String? = nil, primaryKey: [String] = [], indices: [[String]] = [],
        conflict: ConflictPolicy = .fail, batchSize: Int = 10_000
    ) {
        self.name = name
        self.primaryKey = primaryKey
        self.indices = indices
        self.conflict = conflict
        self.batchSize = batchSize
    }
}

/// The policy for a record whose row conflicts with an existing row.
public enum ConflictPolicy: Sendable, CaseIterable {
    /// The import ends with the `DatabaseError` of the constraint.
    case fail
    /// The record is skipped: `INSERT OR IGNORE`.
    ///
    /// A record with null for a `NOT NULL` column is skipped, too. See SQLite's documentation for other
    /// cases.
    case ignore
    /// The existing row is deleted: `INSERT OR REPLACE`. Foreign keys may delete other rows with this row, and columns
    /// that do not belong to the model get their default values.
    case replace
    /// The row with the same primary key gets the values of the record, and keeps its values in columns that do not
    /// belong to the model: `INSERT … ON CONFLICT … DO UPDATE`. Conflicts of other constraints end the import.
    case upsert
}

/// The kind of the values in a column, derived from the type of the property.
enum PropertyColumnType {
    case integer, bool, real, text, date, blob
    /// An array, an object, or any JSON value, as text.
    case json
    /// Any other scalar, as the value that it is exported as.
    case scalar

    init(_ type: any Importable.Type) {
        let plan = type.importPlan
        if plan.isCompound {
            self = .json
        } else {
            self =
                Self.scalarType(of: type) ?? Self.rawValueType(of: type).flatMap(Self.scalarType) ?? .scalar
        }
    }

    /// Returns the kind of a scalar type that has a column type of its own; `nil` for any other type.
    private static func scalarType(of type: Any.Type) -> PropertyColumnType? {
        switch type {
        case is any FixedWidthInteger.Type: .integer
        case is Bool.Type: .bool
        case is Double.Type, is Float.Type, is CGFloat.Type: .real
        case is String.Type, is URL.Type, is Decimal.Type: .text
        case is Date.Type: .date
        case is Data.Type, is UUID.Type: .blob
        default: nil
        }
    }

    /// Returns the type of the raw values that represent a type's values; `nil` for a type that exports its values
    /// itself, and for a type without raw values.
    private static func rawValueType(of type: any Importable.Type) -> Any.Type? {
        guard !(type is any ImportableScalar.Type) else { return nil }
        return (type as? any RawRepresentable.Type).map { $0.rawValueType }
    }

    /// The type in the declaration of the column, as GRDB names it; `nil` for a column without a type.
    var declaration: Database.ColumnType? {
        switch self {
        case .integer: .integer
        case .bool: .boolean
        case .real: .real
        case .text: .text
        case .date: .datetime
        case .blob: .blob
        case .json: .jsonText
        case .scalar: nil
        }
    }
}

extension RawRepresentable {
    fileprivate static var rawValueType: Any.Type { RawValue.self }
}
