internal import JSONRecords

/// Errors of records that do not fit the schema of the table.
extension ImportError {
    /// - Parameter columns: the names of the key columns.
    static func noKeyValue(_ columns: [String]) -> ImportError {
        noKeyValue(columns, advice: "make a schema whose key has a value in every record")
    }

    /// - Parameters:
    ///   - path: the path of a value that does not fit its column, or that has none.
    ///   - found: the value, for the message.
    ///   - number: the value, if it is a number.
    static func noColumn(
        for path: [String], in columns: ColumnList, found: String, _ number: NumericValue?
    ) -> ImportError {
        let advice =
            "make the schema from all records"
            + (columns.hasRest ? "" : ", or give it a column for such values with --rest")
        if let column = columns.columns.first(where: { $0.has(path: path) }) {
            let type = DeclaredType(rawValue: column.declaredType) ?? .any
            let numbers = number.flatMap { type.numberExpectation(isInteger: $0.isInteger) }
            let expected = numbers ?? type.expectation
            return ImportError(
                numbers == nil ? .typeMismatch : .numberOutOfRange,
                "expected \(expected) for the \(type.rawValue) column \(column.name), found \(found)",
                advice: advice)
        }
        if let column = columns.columns.first(where: { $0.isNested(in: path) }) {
            let expected = "an object with members for the column \(column.name)"
            return .typeMismatch(expected: expected, found: found, advice: advice)
        }
        return ImportError(
            .unknownKey, "the schema has no column for the key \((path.last ?? "").debugDescription)",
            advice: advice)
    }
}
