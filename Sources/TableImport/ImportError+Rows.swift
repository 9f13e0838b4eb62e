internal import JSONRecords

/// Errors of records that cannot become rows.
extension ImportError {
    /// - Parameter similar: keys of the record that differ from a missing one in case only.
    static func noKeyValue(_ missing: [String], similar: [String]) -> ImportError {
        noKeyValue(
            missing,
            advice: similar.isEmpty
                ? "choose columns with --key that have a value in every record"
                : "the case of letters counts, so write --key \(similar.joined(separator: ","))")
    }

    /// - Parameter advice: by default, that for a table with a schema.
    static func noKeyValue(
        _ missing: [String], advice: String = "make a schema whose key has a value in every record"
    ) -> ImportError {
        let noun = missing.count == 1 ? "key column" : "key columns"
        return ImportError(
            .missingKeys, "the record has no value for the \(noun) \(missing.joined(separator: ", "))",
            advice: advice)
    }

    static func tooManyColumns(for name: String, ofElements: Bool, limit: Int) -> ImportError {
        ImportError(
            .rejectedByModel,
            (ofElements ? "an element of an expanded array" : "the record")
                + " needs the column \(name) beyond the \(limit) columns that the table can have",
            advice: ofElements
                ? "store the array as JSON, without --expand"
                : "choose columns with --columns, or store further members as JSON with --rest")
    }
}

/// Errors of records that do not fit the schema of the table.
extension ImportError {
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
