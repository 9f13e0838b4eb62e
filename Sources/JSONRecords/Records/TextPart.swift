/// The part of a text that a reader reads: by default, the whole text.
package struct TextPart: Sendable {
    /// The end of a part before the end of the text.
    struct End: Sendable {
        let offset: Int
        /// The number of the first record after the part; `nil` if it is not known.
        let recordNumber: Int?
    }

    /// The boundary at which the part begins; `nil` at the beginning of the text.
    var start: Boundary?
    /// `nil` at the end of the text.
    var end: End?

    package init() {}

    /// Returns the part for a reader that begins at another boundary, to which another reader has come.
    func withoutStart() -> TextPart {
        var part = self
        part.start = nil
        return part
    }
}
