/// Sends a consumer the events of one record after another, and answers what it asks when something rare has happened.
package protocol RecordSource: AnyObject {
    /// Where the token begins that is being reported.
    var tokenStart: Int { get }

    /// The token that is being reported, as it is quoted in messages.
    var tokenText: String { get }

    /// Where an offset is in the text; `nil` if there is no text.
    func location(of offset: Int) -> SourceLocation?

    /// The text of the string or key that is being reported, with U+FFFD for each half of a surrogate pair that stands
    /// alone; `nil` if none does.
    func repairedText() -> String?

    /// The number of the record that is being read, counted from 1; rejected ones count.
    var recordNumber: Int { get }

    /// Where the record is in the text that is being read.
    var recordPath: [JSONPath.Component] { get }

    /// Asks for the record to be sent once more, because the order in which members come makes a difference.
    ///
    /// - Returns: whether it is; the event that is being reported has to stop the source. `false` if the order is that
    ///   of the input.
    func restartsInKeyOrder() -> Bool
}

extension RecordSource {
    package func restartsInKeyOrder() -> Bool { false }

    /// Where the token is that is being reported.
    package func currentLocation() -> SourceLocation? { location(of: tokenStart) }
}
