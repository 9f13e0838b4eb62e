internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// A table that is fixed before its records are imported, so that all imports of parts of an input create the same table.
///
/// ## The JSON of a schema
///
/// ```json
/// {
///   "table": "orders",
///   "columns": [
///     {"name": "id", "type": "INTEGER"},
///     {"name": "total", "type": "REAL"},
///     {"name": "customer_city", "path": ["customer", "city"], "type": "TEXT"},
///     {"name": "discount"},
///     {"name": "rest", "path": [], "type": "TEXT"}
///   ],
///   "keys": ["id"]
/// }
/// ```
///
/// | member | value |
/// | --- | --- |
/// | `table` | The name of the table. |
/// | `columns` | The columns, in the order of the table. |
/// | `columns[].name` | The name of the column. SQLite ignores the case of ASCII letters in names. |
/// | `columns[].path` | The keys that lead from the record to the values of the column. Omitted if the only key is the name of the column. The column with the empty path is the rest column. |
/// | `columns[].type` | The declared type. Omitted for a column without a type. |
/// | `keys` | The names of the key columns, in the order of the primary key. Omitted if the table has no key. |
/// | `flattens` | Whether the members of all objects are read one by one. Omitted if only those of objects that paths lead into. |
/// | `ignoresUnknownKeys` | Whether members that no path leads to are skipped. Omitted if not. A schema with a rest column cannot have it. |
///
/// The same schema always creates the same table: the `CREATE TABLE` statement depends only on the names, the types and the
/// keys.
///
/// ## The values of a column
///
/// | type | values that fit | stored as |
/// | --- | --- | --- |
/// | `BOOLEAN` | `true` and `false` | 1 and 0 |
/// | `INTEGER` | integers of 64 bits in any spelling, such as `3`, `3.0` and `3e2`; `true` and `false` | integers |
/// | `REAL` | numbers in the range of 64-bit floating-point numbers; without a fraction and an exponent only from -2^53 to 2^53 | the nearest floating-point numbers |
/// | `NUMERIC` | the values that fit `INTEGER`; numbers with a fractional part | integers; the nearest floating-point numbers |
/// | `TEXT` | strings; arrays and objects; integers of more than 64 bits, and numbers beyond the range of 64-bit floating-point numbers | the texts; JSON; the digits |
/// | none | all values | booleans as 1 and 0, numbers as integers, floating-point numbers or digits, strings as they are, arrays and objects as JSON |
///
/// Null fits each column. A key column needs another value in each record.
///
/// If paths lead into an object, its members are read one by one. Null instead of the object fits their columns; other
/// values, and an object without members, do not fit. With `flattens`, the members of all other objects are read one by one,
/// too, so such an object is not a value.
///
/// A value that does not fit its column, or that no path leads to, is stored in the rest column: a JSON object with a member
/// for each such value, named after the keys of its path, joined with `_`, and a number if another member has this name.
/// Without a rest column, and if the value belongs to a key column, the record is rejected. Null that no path leads to does
/// not reject the record, because a table does not tell null from a missing member. As in all imports, only the last value of
/// a duplicate key counts.
package struct TableSchema: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package let name: String
        /// The keys that lead from a record to the values of the column; empty for the rest column.
        package let path: [String]
        package let type: DeclaredType

        package init(name: String, path: [String], type: DeclaredType) {
            (self.name, self.path, self.type) = (name, path, type)
        }
    }

    package let table: String
    package let columns: [Column]
    /// The names of the key columns, in the order of the primary key.
    package let keys: [String]
    /// Whether members that no path leads to are skipped. Otherwise they reject the record, unless there is a rest column.
    package let ignoresUnknownKeys: Bool
    /// Whether the members of all objects are read one by one, like those of the objects that paths lead into.
    package let flattens: Bool

    /// - Throws: ``TableImportError`` if no table has these columns and keys, or if it is not certain which column a value
    ///   belongs to.
    package init(
        table: String, columns: [Column], keys: [String] = [], ignoresUnknownKeys: Bool = false,
        flattens: Bool = false
    ) throws(TableImportError) {
        (self.table, self.columns, self.keys) = (table, columns, keys)
        (self.ignoresUnknownKeys, self.flattens) = (ignoresUnknownKeys, flattens)
        try validate()
    }

    /// The name of the rest column; `nil` if there is none.
    package var rest: String? { columns.first { $0.path.isEmpty }?.name }

    var keyColumns: [Int32] {
        keys.compactMap { key in
            columns.firstIndex { $0.name.utf8.elementsEqual(key.utf8) }.map(Int32.init)
        }
    }

    /// Returns a description of the schema that tells it from another one.
    func difference(from other: TableSchema?) -> String {
        guard let other else { return "a schema" }
        let own = columns.filter { !other.columns.contains($0) }.map(\.description)
        return own.isEmpty
            ? "another schema"
            : "a schema with the column\(own.count == 1 ? "" : "s") \(TableImportError.list(own))"
    }
}

extension TableSchema.Column: CustomStringConvertible {
    package var description: String { type == .any ? name : "\(name) \(type.rawValue)" }

    /// The path in dotted notation.
    fileprivate var pathText: String { JSONPath(path.map { .key($0) }).argument }
}

extension TableSchema: Codable {
    /// The members of the JSON object. Those with their default values are omitted.
    private struct Members: Codable {
        let table: String
        let columns: [Column]
        let keys: [String]?
        let ignoresUnknownKeys, flattens: Bool?
    }

    package init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        do {
            try self.init(
                table: members.table, columns: members.columns, keys: members.keys ?? [],
                ignoresUnknownKeys: members.ignoresUnknownKeys ?? false, flattens: members.flattens ?? false)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.description,
                    underlyingError: error))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try Members(
            table: table, columns: columns, keys: keys.isEmpty ? nil : keys,
            ignoresUnknownKeys: ignoresUnknownKeys ? true : nil, flattens: flattens ? true : nil
        ).encode(to: encoder)
    }
}

extension TableSchema.Column: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, path, type
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let path = try container.decodeIfPresent([String].self, forKey: .path)
        let type = try container.decodeIfPresent(String.self, forKey: .type)
        self.init(
            name: name, path: path ?? [name],
            type: try type.map { try Self.type($0, in: container) } ?? .any)
    }

    private static func type(_ name: String, in container: KeyedDecodingContainer<CodingKeys>) throws
        -> DeclaredType
    {
        guard let type = DeclaredType(rawValue: name), type != .any else {
            let names = DeclaredType.allCases.filter { $0 != .any }.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container,
                debugDescription: "expected \(names), or no type, found \(name.debugDescription)")
        }
        return type
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        let isNamedAfterKey = path.count == 1 && path[0].utf8.elementsEqual(name.utf8)
        if !isNamedAfterKey { try container.encode(path, forKey: .path) }
        if type != .any { try container.encode(type.rawValue, forKey: .type) }
    }
}

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

/// The search for the schema of records.
extension TableSchema {
    /// Reads the records of inputs, and creates the schema of the table that they would have.
    ///
    /// The names, the order and the types of the columns are those that a new table gets if the inputs are imported one after
    /// another without a schema. So an import of the same records with the schema rejects none of them, and creates the same
    /// table. The only difference is the rest column, which the schema has whenever the options name it.
    ///
    /// A column that was only null has no type. With ``TableImportOptions/columns`` and without a rest column, the schema
    /// ignores unknown keys.
    ///
    /// - Parameters:
    ///   - inputs: the inputs, which are read one after another.
    ///   - options: the options of the import without a schema. ``TableImportOptions/maximumRecordCount`` is the size of the
    ///     sample, for each input.
    ///   - interruptFlag: the flag that stops the search.
    /// - Throws: ``ImportError`` or ``TableImportError`` like an import with these options; ``Interrupted``.
    package init(of inputs: [TableInput], options: TableImportOptions, interruptFlag: InterruptFlag) throws {
        try self.init(of: inputs, options, interruptFlag, configuration: Configuration())
    }

    /// - Parameter configuration: the configuration of the database in memory.
    init(
        of inputs: [TableInput], _ options: TableImportOptions, _ interruptFlag: InterruptFlag,
        configuration: Configuration
    ) throws {
        guard options.expandedArrays.isEmpty else { throw TableImportError.fixedBySchema("--expand") }
        var options = options
        options.isDryRun = true
        (options.schema, options.indices, options.onCommit) = (nil, [], nil)
        do {
            try options.validate()
            self = try DatabaseQueue(configuration: configuration).inDatabase { database in
                var columns = ColumnList([], options: options, limit: database.maximumColumns)
                for input in inputs {
                    // Without a file, the run keeps no digest for a checkpoint.
                    let input = TableInput(name: input.name, file: nil, records: input.records)
                    let store = try SQLiteStore(
                        of: input, options, from: .firstRecord, columns: columns, in: database)
                    let writer = try BatchWriter(
                        input, options, from: .firstRecord, to: .max, interruptFlag, into: store)
                    if let error = try writer.run().error { throw error }
                    // An import that starts after this one finds these columns.
                    var found = store.finalColumns
                    for index in found.indices { found[index].reservedName = found[index].storedReservedName }
                    columns = ColumnList(found, options: options, limit: columns.limit)
                }
                return try TableSchema(columns, options)
            }
        } catch {
            throw TableImportError.wrapping(error, file: "the table \(options.table)")
        }
    }

    private init(_ columns: ColumnList, _ options: TableImportOptions) throws {
        var columns = columns
        guard !columns.columns.isEmpty else { throw TableImportError.noColumns }
        if let key = columns.missingKeys.first {
            throw TableImportError.noSuchColumn(
                key, option: "--key", among: columns.columns.map(\.name))
        }
        let rest = columns.hasRest ? columns.addRestColumn() : MemberIndex.none
        try self.init(
            table: options.table,
            columns: columns.columns.enumerated().map { index, column in
                TableSchema.Column(
                    name: column.name, path: column.path ?? [column.reservedName ?? column.name],
                    type: index == Int(rest) ? .text : DeclaredType(rawValue: column.declaredType) ?? .any)
            },
            keys: columns.keyNames, ignoresUnknownKeys: options.columns != nil && options.rest == nil,
            // With a projection, the members that the rest column stores are not read.
            flattens: options.flattens && (options.columns == nil || options.rest == nil))
    }
}
