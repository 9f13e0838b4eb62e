extension String {
    /// The text as a quoted SQL identifier.
    ///
    /// GRDB's `quotedDatabaseIdentifier` does not double the quotes in the text, so a quote would end the identifier.
    /// This property looks for quotes among the scalars, because a quote with a combining accent is one `Character`.
    package var sqlIdentifier: String {
        var identifier = "\""
        for scalar in unicodeScalars {
            identifier.unicodeScalars.append(scalar)
            if scalar == "\"" { identifier.unicodeScalars.append(scalar) }
        }
        return identifier + "\""
    }

    /// The bytes of the name with ASCII letters in lowercase. SQLite compares names in this form.
    package var lowercasedASCII: [UInt8] {
        utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    }
}
