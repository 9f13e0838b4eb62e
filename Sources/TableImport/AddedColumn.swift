package import JSONRecords

/// A column whose values are not members of the records.
package struct AddedColumn: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case enclosing(EnclosingValue)
        /// The name of the input.
        case input(String)
        /// The number of the record in the input, counted from 1.
        case recordNumber

        var isEnclosing: Bool { if case .enclosing = self { true } else { false } }

        /// Whether the value may stand after the records.
        var isMember: Bool { if case .enclosing(.member) = self { true } else { false } }
    }

    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
        (self.name, self.value) = (name, value)
    }

    var argument: String {
        switch value {
        case .enclosing(.key): "--key-column \(name)"
        case .enclosing(.member(let path)): "--with \(path.option) as \(name)"
        case .input: "--source-column \(name)"
        case .recordNumber: "--number-column \(name)"
        }
    }
}

extension [AddedColumn] {
    package var enclosingValues: [EnclosingValue] {
        compactMap { if case .enclosing(let value) = $0.value { value } else { nil } }
    }

    /// Appends the values for the current record as members of an object: keys and values with commas between them.
    package func appendMembers(of source: RecordReader, to bytes: inout [UInt8]) {
        var number = 0
        func append(_ value: Span<UInt8>) {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            CompactJSON.append(string: self[number].name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            CompactText.append(value, to: &bytes)
            number += 1
        }
        func append(_ value: String) { value.withUTF8Span { append($0) } }
        // The values around the records come first.
        source.forEachEnclosingValue { _, text in
            if let text { append(text) } else { append("null") }
        }
        for column in self[number...] {
            switch column.value {
            case .enclosing: preconditionFailure("a value around the records follows other columns")
            case .input(let name): append(CompactJSON.string(name).text)
            case .recordNumber: append("\(source.recordNumber)")
            }
        }
    }
}

extension RowReader {
    /// Appends the cells of the added columns, at the beginning of a record.
    mutating func appendAddedCells(_ source: RecordReader) {
        for (value, column) in zip(addedValues, columns.addedColumns) {
            switch value {
            case .enclosing: break
            case .input(let name):
                name.withUTF8Span { batch.append(copying: $0, ValueKinds(text: $0), column: column) }
            case .recordNumber:
                let number = Int64(source.recordNumber)
                batch.append(.integer(number), ValueKinds(number), column: column)
            }
        }
        guard !enclosingColumns.isEmpty else { return }
        source.forEachEnclosingValue { number, text in
            append(json: text, column: enclosingColumns[number])
        }
    }

    /// Sets a value that stands after its records.
    ///
    /// - Throws: ``ImportError/Code/typeMismatch`` if the value cannot be converted to the type of its column.
    mutating func set(_ value: FollowingValue, _ text: Span<UInt8>) throws(ImportError) {
        let column = enclosingColumns[value.number]
        let type = columns.conversion(of: column)
        let isConvertible = batch.setCells(
            of: column, inRowsOf: value.records, replaces: value.replacesOuterValue
        ) {
            $0.append(json: text, as: type, column: column)
        }
        if !isConvertible { throw notConvertible(text, column, isOfRecord: false) }
    }

    /// Appends a cell with the value of a JSON text. A value that cannot be converted to the type of its column rejects the record.
    private mutating func append(json text: Span<UInt8>?, column: Int32) {
        guard let text else { return batch.append(.null, [], column: column) }
        let isConvertible = batch.append(json: text, as: columns.conversion(of: column), column: column)
        if !isConvertible { rest.add(notConvertible(text, column, isOfRecord: true)) }
    }

    private func notConvertible(_ text: Span<UInt8>, _ column: Int32, isOfRecord: Bool) -> ImportError {
        guard let type = columns.conversion(of: column) else { preconditionFailure("the column has no type") }
        return .notConvertible(
            to: type, columns.columns[Int(column)].name, hasKey: columns.keyNamesMembers,
            found: String(repairing: text), isOfRecord: isOfRecord)
    }
}

extension RowBatch {
    /// Appends a cell with the value of a JSON text.
    ///
    /// - Parameter type: the type that the value is converted to; `nil` for that of the value.
    /// - Returns: whether the value has an equal one of the type. If not, no cell is appended.
    fileprivate mutating func append(json text: Span<UInt8>, as type: ColumnType?, column: Int32) -> Bool {
        let isString = text[0] == UInt8(ascii: "\"")
        let string = isString ? StringSpelling(text.extracting(1..<text.count - 1)).decodedBytes : []
        let value: RowReader.Value =
            switch text[0] {
            case UInt8(ascii: "n"): .null
            case UInt8(ascii: "t"): .bool(true)
            case UInt8(ascii: "f"): .bool(false)
            case UInt8(ascii: "\""): .string(string.span)
            case UInt8(ascii: "{"), UInt8(ascii: "["): .json(text)
            default: .number(text)
            }
        if case .null = value {
            append(.null, [], column: column)
        } else if let type {
            guard let stored = type.converted(value) else { return false }
            append(stored, value, column: column)
        } else {
            append(value, column: column)
        }
        return true
    }

    private mutating func append(_ value: RowReader.Value, column: Int32) {
        switch value {
        case .null: append(.null, [], column: column)
        case .bool(let value): append(.integer(value ? 1 : 0), .bool, column: column)
        case .string(let text): append(copying: text, ValueKinds(text: text), column: column)
        case .json, .emptyObject: append(jsonFor: column, bytes: value.count) { value.append(to: &$0) }
        case .number(let digits): append(number: digits, column: column)
        }
    }
}
