extension String {
    /// The text as an identifier of SQL.
    ///
    /// GRDB's own `quotedDatabaseIdentifier` leaves quotes in the text as they are, which would end the identifier. They
    /// are looked for among the scalars: a quote and an accent upon it are one `Character`.
    package var sqlIdentifier: String {
        var identifier = "\""
        for scalar in unicodeScalars {
            identifier.unicodeScalars.append(scalar)
            if scalar == "\"" { identifier.unicodeScalars.append(scalar) }
        }
        return identifier + "\""
    }

    /// The bytes of the name as SQLite compares it: it tells no case apart, of ASCII letters.
    package var lowercasedASCII: [UInt8] {
        utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    }
}
