/// The position of a tokenizer, which its event callbacks read.
///
/// Plain memory that the callbacks access without a class reference: the retain and release of each access to a class
/// took a quarter of an import's time in total.
@safe
@usableFromInline
package struct TextCursor {
    /// The address of the window, which begins at the offset `base` of the whole text.
    @usableFromInline package var windowAddress: UInt = 0
    @usableFromInline package var count: UInt = 0
    package var base = 0

    /// The position before which text was passed to the parser.
    package var parsedEnd = 0
    package var parser: YajlParser.Handle?

    /// The offset at which to start scanning for tokens: that of a reported token, or of the end of a line.
    package var scanStart = 0
    /// The offsets from which on the window retains text: for the record, and for a value that is read more than once.
    package var retainedRecord: Int?
    package var retainedValue: Int?

    package init() {}

    /// The offset from which on the window retains text.
    var retainedOffset: Int? {
        guard let record = retainedRecord, let value = retainedValue else {
            return retainedRecord ?? retainedValue
        }
        return min(record, value)
    }

    /// The offset just after the current token.
    package var tokenEnd: Int { base &+ parsedEnd &+ (parser?.consumed ?? 0) }

    /// Returns whether an address is within the window.
    @inlinable @inline(__always)
    package func contains(_ pointer: UnsafePointer<UInt8>) -> Bool {
        UInt(bitPattern: pointer) &- windowAddress < count
    }

    /// Moves ``scanStart`` to the bracket that is the current token: text before it need not be scanned again.
    ///
    /// - Returns: the offset of the bracket.
    @discardableResult
    package mutating func moveScanStartToBracket() -> Int {
        scanStart = tokenEnd &- 1
        return scanStart
    }
}
