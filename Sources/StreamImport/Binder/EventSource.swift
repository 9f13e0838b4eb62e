/// Sends a binder its events, and answers what it asks when something rare has happened.
protocol EventSource: AnyObject {
    /// The token that is being reported: where it begins, and its text as it is quoted in messages.
    func currentToken() -> (offset: Int, text: String)

    /// The text of a range of offsets, if it is at hand.
    func text(_ range: Range<Int>) -> String?

    /// Whether the string or key that is being reported has only whole surrogate pairs; if not, its text with
    /// U+FFFD for the halves.
    func surrogates() -> (arePaired: Bool, repaired: String)

    /// Asks for the record to be sent once more, because the order in which members come makes a difference.
    ///
    /// - Returns: whether it is; the event that is being reported has to stop the source. `false` if the order is that
    ///   of the input.
    func startsOver() -> Bool

    /// Where an offset is in the text; `nil` if there is no text.
    func location(of offset: Int) -> SourceLocation?

    /// A source that sends the events of a value once more, at the same places.
    ///
    /// - Parameters:
    ///   - range: where the value stands, whose last event is being sent.
    ///   - cursor: kept up to date for the handlers; must outlive the source.
    ///   - context: handed to each of them; must outlive the source.
    func again(
        _ range: Range<Int>, cursor: Pinned<TextCursor>, context: UnsafeMutableRawPointer
    ) -> any EventSource

    /// Sends everything there is.
    ///
    /// - Returns: `finished`, `stopped` or `refused`.
    func readAll() -> Tokenizer.Step
}
