/// Where a tokenizer stands: what the handlers of its events ask for.
///
/// Plain memory that the handlers reach without a reference: asking a class costs a retain and a release each time,
/// which together were a quarter of an import's time.
@safe
@usableFromInline
package struct TextCursor {
    /// The address of the text at hand, which begins at the offset `base` of the whole text.
    @usableFromInline package var windowAddress: UInt = 0
    @usableFromInline package var count: UInt = 0
    package var base = 0

    /// The text before this position was given to the parser.
    package var parsedEnd = 0
    package var parser: YajlParser.Handle?

    /// Where to begin to look for tokens: the offset of one that was reported, or of the end of a line.
    package var scanStart = 0
    /// Text from these offsets on stays at hand: for the record, and for a value that is read more than once.
    package var retainedRecord: Int?
    package var retainedValue: Int?

    package init() {}

    /// The offset from which on text stays at hand.
    var retainedOffset: Int? {
        guard let record = retainedRecord, let value = retainedValue else {
            return retainedRecord ?? retainedValue
        }
        return min(record, value)
    }

    /// The offset just after the token that is being reported.
    package var tokenEnd: Int { base &+ parsedEnd &+ (parser?.consumed ?? 0) }

    /// Whether a pointer was lent from the text at hand.
    @inlinable @inline(__always)
    package func contains(_ pointer: UnsafePointer<UInt8>) -> Bool {
        UInt(bitPattern: pointer) &- windowAddress < count
    }

    /// Notes that a bracket is being reported, before which the text need not be looked at any more.
    ///
    /// - Returns: the offset of the bracket.
    @discardableResult
    package mutating func moveScanStartToBracket() -> Int {
        scanStart = tokenEnd &- 1
        return scanStart
    }
}
