/// The position of a tokenizer in its text, which the event callbacks read.
///
/// Plain memory that the callbacks access without a class reference: the retains and releases for access to a class
/// took a quarter of an import's time.
@safe
@usableFromInline
package struct TextCursor {
    /// The address of the window.
    @usableFromInline package var windowAddress: UInt = 0
    /// The number of bytes in the window.
    @usableFromInline package var count: UInt = 0
    /// The offset of the window in the whole text.
    package var base = 0

    /// The position in the window before which text was passed to the parser.
    package var parsedEnd = 0
    package var parser: YajlParser.Handle?
    /// The address of the end of the current token, while a ``PlainRecordParser`` sends events.
    var plainTokenEnd: UnsafePointer<UnsafePointer<UInt8>?>?

    /// The offset at which to start scanning for tokens: the beginning of a token, or a position between two tokens.
    package var scanStart = 0
    /// The offset from which on the window retains the text of the record or of the line; `nil` if it does not.
    package var retainedRecord: Int?
    /// The offset from which on the window retains the text of a value that is replayed, or that is received as text;
    /// `nil` if it does not.
    package var retainedValue: Int?

    package init() {}

    /// The offset from which on the window retains text; `nil` if it retains none.
    var retainedOffset: Int? {
        guard let record = retainedRecord, let value = retainedValue else {
            return retainedRecord ?? retainedValue
        }
        return min(record, value)
    }

    /// The offset just after the current token.
    package var tokenEnd: Int {
        guard let parser else { return base &+ parsedEnd }
        // SAFETY: the address is that of the parser that is sending events, which set the end of the token.
        guard let tokenEnd = unsafe plainTokenEnd?.pointee else {
            return base &+ parsedEnd &+ parser.consumed
        }
        return base &+ Int(bitPattern: UInt(bitPattern: tokenEnd) &- windowAddress)
    }

    /// Returns whether an address is within the window.
    @inlinable
    package func contains(_ pointer: UnsafePointer<UInt8>) -> Bool {
        UInt(bitPattern: pointer) &- windowAddress < count
    }

    /// Moves ``scanStart`` to the bracket that is the current token: the text before the bracket need not be scanned
    /// again.
    ///
    /// - Returns: the offset of the bracket.
    @discardableResult
    package mutating func moveScanStartToBracket() -> Int {
        scanStart = tokenEnd &- 1
        return scanStart
    }

    /// Returns whether `byteCount` bytes from an address on are within the window.
    @inlinable
    package func contains(_ pointer: UnsafePointer<UInt8>, count byteCount: Int) -> Bool {
        let offset = UInt(bitPattern: pointer) &- windowAddress
        return offset < count && count &- offset >= UInt(bitPattern: byteCount)
    }
}
