internal import Foundation
internal import GRDB
internal import SQLiteSupport
internal import StreamImport

/// A target that binds the fields of a model to the parameters of a statement.
///
/// The texts and the blobs of a row are collected in one memory. SQLite borrows them from there while the statement
/// runs.
final class StatementTarget: ExportTarget {
    private let statement: RowStatement
    private let columns: [Column]
    /// The target for JSON in a column, which contains the texts and the blobs of the row.
    private let json = TextTarget()
    /// Without the check of exclusivity, writing a row takes 2% fewer instructions (people).
    @safe @exclusivity(unchecked) private var pendingBindings: [PendingBinding] = []

    private var column: Column
    /// The number of the current parameter, counted from 1.
    private var parameter: Int32 = 1
    /// The offset in the buffer at which the value of the current column begins.
    private var start = 0

    private struct Column {
        let kind: PropertyColumnType
        let isOptional: Bool
    }

    /// A range of the buffer to bind to a parameter.
    private struct PendingBinding {
        let range: Range<Int>
        let parameter: Int32
        let isText: Bool
    }

    init(_ statement: RowStatement, fields: [ExportedField]) {
        self.statement = statement
        columns = fields.map { Column(kind: PropertyColumnType($0.type), isOptional: $0.isOptional) }
        column = columns[0]
    }

    /// Runs the statement with the fields put since the last run.
    func run() throws {
        // SAFETY: the bytes are valid until the statement has run.
        try json.withBytes { bytes throws in
            for binding in pendingBindings {
                unsafe bytes.extracting(binding.range).withUnsafeBufferPointer { bytes in
                    if binding.isText {
                        unsafe statement.bind(
                            borrowedText: bytes.baseAddress, count: bytes.count, at: binding.parameter)
                    } else {
                        unsafe statement.bind(
                            borrowedBytes: UnsafeRawBufferPointer(bytes), at: binding.parameter)
                    }
                }
            }
            try statement.run()
        }
        pendingBindings.removeAll(keepingCapacity: true)
        json.discardRecord()
    }

    // MARK: - Fields

    func startField(_ index: Int) {
        column = columns[index]
        parameter = Int32(truncatingIfNeeded: index + 1)
        start = json.count
    }

    func endField() {
        guard column.kind == .json, json.count > start else { return }
        json.reset()
        endBytes(isText: true)
    }

    // MARK: - Values

    func put(_ scalar: ExportedScalar) throws(ImportError) {
        if column.kind == .json, json.count > start || !isNil(scalar) { return json.put(scalar) }
        switch scalar {
        case .null: statement.bindNull(at: parameter)
        case .bool(let value): statement.bind(value ? 1 : 0 as Int64, at: parameter)
        case .string(let text): putText(text)
        case .integer(let number): statement.bind(Int64(number), at: parameter)
        case .unsigned(let number): try put(.unsigned(number), spelled: "\(number)")
        case .double(let number): statement.bind(number, at: parameter)
        case .decimal(let number): putText(number.description)
        case .number(let text): try put(text.withUTF8Span { NumericValue($0) }, spelled: text)
        }
    }

    func put(_ text: String) {
        guard column.kind != .json else { return json.put(text) }
        putText(text)
    }

    func put(json text: [UInt8]) -> Bool {
        column.kind == .json && json.put(json: text)
    }

    func put(_ date: Date, as dates: DateStrategy) throws {
        guard column.kind != .json else { return try json.put(date, as: dates) }
        try DateText.withBytes(of: date) { json.append($0) }
        endBytes(isText: true)
    }

    func put(_ data: Data) throws(ImportError) {
        guard column.kind != .json else { return try json.put(data) }
        data.withSpan { json.append($0) }
        endBytes(isText: false)
    }

    func put(_ id: UUID) throws(ImportError) {
        guard column.kind != .json else { return try json.put(id) }
        // SAFETY: The bytes are valid for the call, and are copied.
        unsafe withUnsafeBytes(of: id.uuid) {
            unsafe json.append(Span(_unsafeElements: $0.assumingMemoryBound(to: UInt8.self)))
        }
        endBytes(isText: false)
    }

    func put(_ number: Float) throws(ImportError) {
        guard column.kind != .json else { return try json.put(number) }
        try put(ExportedScalar.double(Double(number)).validated())
    }

    /// Binds a number as an integer. A number that `Int64` cannot hold is bound as text, or is an error in an integer
    /// column.
    ///
    /// - Throws: ``ImportError/Code/numberOutOfRange``.
    private func put(_ number: NumericValue, spelled text: String) throws(ImportError) {
        if case .integer(let integer) = number {
            statement.bind(integer, at: parameter)
        } else if column.kind == .integer {
            throw .integerOutOfRange(text)
        } else {
            putText(text)
        }
    }

    private func putText(_ text: String) {
        text.withUTF8Span { json.append($0) }
        endBytes(isText: true)
    }

    private func endBytes(isText: Bool) {
        pendingBindings.append(
            PendingBinding(range: start..<json.count, parameter: parameter, isText: isText))
    }

    /// Returns whether a scalar is the `nil` of an optional column.
    private func isNil(_ scalar: ExportedScalar) -> Bool {
        if case .null = scalar { column.isOptional } else { false }
    }

    // MARK: - JSON

    func start(isObject: Bool) { json.start(isObject: isObject) }
    func key(_ key: String) { json.key(key) }
    func end(isObject: Bool) { json.end(isObject: isObject) }
}

extension ImportError {
    fileprivate static func integerOutOfRange(_ number: String) -> ImportError {
        ImportError(
            .numberOutOfRange,
            "expected an integer from -9223372036854775808 to 9223372036854775807, found \(number)",
            advice: "declare the property as Decimal, which is stored as text")
    }
}

/// A writer of records to a table, with one prepared statement.
final class RowWriter<Model: Importable> {
    private let database: Database
    private let table: String
    private let target: StatementTarget
    private let export: RowExport<Model>

    /// The error of a record that cannot become a row, found before SQLite receives the row.
    struct UnwritableRecord: Error {
        let error: ImportError
    }

    /// Creates a writer, and the table if it does not exist.
    init(_ schema: ModelTable, in database: Database) throws {
        self.database = database
        table = schema.name
        let key = try schema.prepare(in: database)
        let statement = try RowStatement(sql: schema.insertStatement(key: key), in: database)
        target = StatementTarget(statement, fields: schema.fields)
        export = try RowExport(of: Model.self, fields: schema.fields, to: target)
    }

    /// - Throws: ``UnwritableRecord``, or the `DatabaseError` of SQLite.
    func write(_ record: Model) throws {
        do throws(ImportError) {
            try export.write(record, startField: target.startField, endField: target.endField)
        } catch {
            throw UnwritableRecord(error: error)
        }
        try target.run()
    }

    /// Notifies observers that the transaction changes the table. Observers are not notified of single rows.
    func notifyObservers() throws {
        // GRDB cannot find the columns of a table with quotes in its name, and so has no observers of such a table.
        guard !table.contains("\"") else { return }
        try database.notifyChanges(in: Table(table))
        // GRDB has cached the schema of a table that this transaction may have created. A rollback would not clear the
        // cache.
        database.clearSchemaCache()
    }
}
