/// Where a tokenizer stands: what its callers ask for at every event.
///
/// Pinned rather than part of the tokenizer, because asking a class costs a retain and a release each time,
/// which together were a quarter of an import's time.
@safe
struct TextCursor {
    /// The address of the text at hand, which begins at the offset `base` of the whole text. Until there is
    /// any, all memory counts as lent.
    var window: UInt = 0
    var count = UInt.max
    var base = 0

    /// The text before this position was given to the parser.
    var parsed = 0
    var parser: YajlParser.Handle?

    /// The offset of a place between two tokens, at or before the last token that was reported.
    var landmark = 0
    /// Text from this offset on stays at hand until further notice.
    var keptOffset: Int?

    /// The offset just behind the token that is being reported.
    var tokenEnd: Int { base + parsed + (parser?.consumed ?? 0) }

    /// Whether a pointer was lent from the text at hand.
    @inline(__always)
    func lends(_ pointer: UnsafePointer<UInt8>) -> Bool {
        UInt(bitPattern: pointer) &- window < count
    }

    /// Notes that a bracket is being reported, before which the text need not be looked at any more.
    ///
    /// - Returns: the offset of the bracket.
    mutating func markBracket() -> Int {
        landmark = tokenEnd - 1
        return landmark
    }
}
