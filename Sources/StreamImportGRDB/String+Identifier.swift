extension String {
    /// The text as an identifier of SQL.
    ///
    /// GRDB's own `quotedDatabaseIdentifier` leaves quotes in the text as they are, which would end the identifier.
    package var sqlIdentifier: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
