internal import JSONRecords

/// The values of a table with a schema, which fixes the column and the type of each value.
///
/// A value that does not fit its column, or that has none, is stored in the column for the rest. Without such a column, the
/// value rejects the record, unless a later value of the same key replaces it.
///
/// The functions that store a value return whether the value does not reject the record.
// SAFETY, of all functions: The consumer lends the bytes for the call, which copies them.
extension RowReader {
    mutating func store(bool value: Bool) -> Bool {
        guard let column = column(), columns.fixedType(of: column).kinds.contains(.bool) else {
            return storeElsewhere { $0 += (value ? "true" : "false").utf8 }
        }
        batch.append(.integer(value ? 1 : 0), .bool, column: column)
        return true
    }

    mutating func store(number bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let column = column(), let number = unsafe columns.fixedType(of: column).stored(bytes.span)
        else {
            return storeElsewhere { unsafe $0.append(contentsOf: bytes) }
        }
        switch number {
        case .integer(let value): batch.append(.integer(value), ValueKinds(value), column: column)
        case .real(let value): batch.append(.real(value), ValueKinds(value), column: column)
        case .digits: unsafe batch.append(text: bytes, .numericText, column: column)
        }
        return true
    }

    mutating func store(string bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let column = columnForText() else {
            return storeElsewhere { unsafe CompactJSON.append(string: bytes, to: &$0) }
        }
        unsafe batch.append(text: bytes, ValueKinds(text: bytes.span), column: column)
        return true
    }

    /// Stores an array or an object.
    mutating func store(json bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let column = columnForText() else {
            return storeElsewhere { unsafe CompactText.append(bytes.span, to: &$0) }
        }
        batch.append(jsonFor: column, bytes: bytes.count) { unsafe CompactText.append(bytes.span, to: &$0) }
        return true
    }

    /// Returns the column for the current member's value, if the value is text or JSON and fits.
    private mutating func columnForText() -> Int32? {
        column().flatMap { columns.fixedType(of: $0).kinds.contains(.text) ? $0 : nil }
    }

    // MARK: - Values without a column

    /// The treatment of a value.
    enum Treatment {
        case stored
        case ignored
        /// The value rejects the record.
        case rejected
    }

    /// Returns the treatment of an array or an object before it is read.
    mutating func treatmentOfJSON() -> Treatment {
        columnForText() == nil ? treatmentOutsideColumn() : .stored
    }

    /// Returns the treatment of a value that does not fit its column, or that has none.
    private mutating func treatmentOutsideColumn() -> Treatment {
        let column = column()
        // A key column needs a value.
        let isKey = column.map(columns.keyColumns.contains) ?? false
        if columns.hasRest, !isKey { return .stored }
        return column == nil && columns.ignoresUnknownKeys ? .ignored : .rejected
    }

    @inline(never)
    private mutating func storeElsewhere(_ write: (inout [UInt8]) -> Void) -> Bool {
        switch treatmentOutsideColumn() {
        case .stored:
            // An earlier value of the same key does not count.
            if let column = column() { batch.append(.absent, [], column: column) }
            storeWithoutColumn(write)
            return true
        case .ignored: return true
        case .rejected: return false
        }
    }

    // MARK: - Errors

    /// The first error of a value that rejects the record; `nil` if there is none.
    var valueError: ImportError? { rest.error }

    /// Records that the current member's value rejects the record, unless a later value of the same key replaces the value.
    ///
    /// - Parameters:
    ///   - found: the value, for the message.
    ///   - number: the value, if it is a number.
    ///   - complete: returns the error with the path and the location of the value.
    mutating func reject(
        _ found: String, number: NumericValue? = nil, _ complete: (ImportError) -> ImportError
    ) {
        let error = complete(.noColumn(for: keyPath, in: columns, found: found, number))
        addToRest { $0.add(error) }
    }
}
