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

    static func noKeyValue(_ missing: [String], advice: String) -> ImportError {
        let noun = missing.count == 1 ? "key column" : "key columns"
        return ImportError(
            .missingKeys, "the record has no value for the \(noun) \(missing.joined(separator: ", "))",
            advice: advice)
    }

    static func tooManyColumns(ofElementsFor name: String, limit: Int) -> ImportError {
        ImportError(
            .rejectedByModel,
            "an element of an expanded array needs the column \(name) beyond the \(limit) columns of an SQLite table",
            advice: "store the array as JSON, without --expand")
    }

    static func tooManyColumns(for name: String, limit: Int) -> ImportError {
        ImportError(
            .rejectedByModel,
            "the record needs the column \(name) beyond the \(limit) columns of an SQLite table",
            advice: "choose columns with --columns, or store further members as JSON with --rest")
    }
}
