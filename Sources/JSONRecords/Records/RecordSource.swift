/// A sender of the events of values: a text, a dictionary, or a tape that replays events. Only slow paths, such as errors, use
/// the properties and methods.
package protocol ValueSource {
    /// Whether the current value comes from JSON text.
    var hasText: Bool { get }

    /// The offset at which the current token begins.
    var tokenStart: Int { get }

    /// The current token, as quoted in messages.
    var tokenText: String { get }

    /// Returns the location of an offset in the text; `nil` if the source has no text.
    func location(of offset: Int) -> SourceLocation?
}

extension ValueSource {
    /// Returns the location of the current token.
    package func currentLocation() -> SourceLocation? { location(of: tokenStart) }
}

/// A sender of the events of one record after another to a consumer.
package protocol RecordSource: ValueSource, AnyObject {
    /// Returns the text of the current string or key, with U+FFFD for each unpaired surrogate; `nil` if the text has no
    /// unpaired surrogate.
    func repairedText() -> String?

    /// The number of the current record, counted from 1; rejected records are counted too.
    var recordNumber: Int { get }

    /// The path of the current record in the text.
    var recordPath: [JSONPath.Component] { get }

    /// Returns the JSON text of a member of the objects around the current record; `nil` if it is not an enclosing value of the
    /// record's path, or has not been found.
    func enclosingText(of member: JSONPath) -> [UInt8]?

    /// Returns whether the source can send the record again in key order. `false` if the members arrive in the order of the input or
    /// of their keys.
    func canRestartInKeyOrder() -> Bool
}

extension RecordSource {
    package var hasText: Bool { true }
    package func enclosingText(of member: JSONPath) -> [UInt8]? { nil }
    package func canRestartInKeyOrder() -> Bool { false }
}
