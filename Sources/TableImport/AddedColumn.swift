package import JSONRecords

/// A column whose values are not members of the records.
package struct AddedColumn: Hashable, Sendable {
    /// What the values are.
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

    /// The column as an argument of the program.
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
    /// The values around the records.
    package var enclosingValues: [EnclosingValue] {
        compactMap { if case .enclosing(let value) = $0.value { value } else { nil } }
    }
}

extension [AddedColumn] {
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
    ///
    /// - Parameter source: the reader of the record.
    mutating func appendAddedCells(_ source: RecordReader) {
        for (value, column) in zip(addedValues, columns.addedColumns) {
            switch value {
            case .enclosing: break
            case .input(let name):
                name.withUTF8Span { batch.append(copying: $0, column: column) }
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
}

extension RowReader {
    /// Sets a value that stands after its records.
    mutating func set(_ value: FollowingValue, _ text: Span<UInt8>) {
        let column = enclosingColumns[value.number]
        batch.setCells(of: column, from: value.firstRecord, replaces: value.replacesOuterValue) {
            $0.append(json: text, column: column)
        }
    }

    /// Appends a cell with the value of a JSON text, as one of the type that the options give to the column. A value that cannot be
    /// converted rejects the record.
    private mutating func append(json text: Span<UInt8>?, column: Int32) {
        guard let type = columns.givenType(of: column), let text else {
            return batch.append(json: text, column: column)
        }
        let string =
            text[0] == UInt8(ascii: "\"")
            ? StringSpelling(text.extracting(1..<text.count - 1)).decodedBytes : []
        let value: Value =
            switch text[0] {
            case UInt8(ascii: "n"): .null
            case UInt8(ascii: "t"): .bool(true)
            case UInt8(ascii: "f"): .bool(false)
            case UInt8(ascii: "\""): .string(string.span)
            case UInt8(ascii: "{"), UInt8(ascii: "["): .json(text)
            default: .number(text)
            }
        if case .null = value { return batch.append(.null, [], column: column) }
        store(value, as: type, column) { [columns] in
            .notConvertible(to: type, columns.columns[Int(column)].name, found: String(repairing: text))
        }
    }
}

extension RowBatch {
    /// Appends a cell with a text, and copies the bytes of the text.
    fileprivate mutating func append(copying text: Span<UInt8>, column: Int32) {
        // SAFETY: the bytes are valid during the call, which copies them.
        unsafe text.withUnsafeBufferPointer {
            unsafe append(text: $0, ValueKinds(text: text), column: column)
        }
    }

    /// Appends a cell with the value of a JSON text; null for no text.
    mutating func append(json text: Span<UInt8>?, column: Int32) {
        guard let text else { return append(.null, [], column: column) }
        switch text[0] {
        case UInt8(ascii: "n"): append(.null, [], column: column)
        case UInt8(ascii: "t"): append(.integer(1), .bool, column: column)
        case UInt8(ascii: "f"): append(.integer(0), .bool, column: column)
        case UInt8(ascii: "\""):
            let string = StringSpelling(text.extracting(1..<text.count - 1)).decodedBytes
            append(copying: string.span, column: column)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            append(jsonFor: column, bytes: text.count) { CompactText.append(text, to: &$0) }
        default:
            switch NumericValue(text) {
            case .integer(let value): append(.integer(value), ValueKinds(value), column: column)
            case .double(let value): append(.real(value), ValueKinds(value), column: column)
            case .unsigned, .decimal, .unrepresentable:
                // SAFETY: the bytes are valid during the call, which copies them.
                unsafe text.withUnsafeBufferPointer {
                    unsafe append(text: $0, .numericText, column: column)
                }
            }
        }
    }
}
