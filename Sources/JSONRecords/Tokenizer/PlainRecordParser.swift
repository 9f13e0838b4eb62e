internal import CPlainRecords

/// A parser of the records in the window that are plain JSON, in place of libyajl.
///
/// Whole records are checked strictly, 64 bytes at a time, and then their events are sent to the callbacks that are installed
/// in libyajl. So no event is sent of a record that is incomplete or not valid. The parser may leave any record to libyajl,
/// which reports the error if there is one.
@safe
final class PlainRecordParser {
    /// How records follow each other.
    typealias Form = plain_form
    /// The place of a position between the elements of an array.
    typealias Place = plain_place

    /// The number of bytes to check at a time.
    private static let checkedBytes = 128 << 10
    /// The maximum number of tokens that are checked at a time, with commas and colons: about that of the largest plain record.
    private static let maximumTokens = 32 << 10

    /// Whether plain records may follow at the current position. libyajl is then between two records, too.
    private(set) var isActive = false
    /// Whether the next record is incomplete until more text is read.
    var waitsForText = false
    private(set) var form = Form.elements
    /// The place of the current position.
    private var place = Place.afterBracket
    /// The place in which libyajl is.
    private var libyajlPlace = Place.afterBracket
    /// The number of brackets that a record may open.
    private var maximumDepth = 0
    /// The reason why the last check ended.
    private(set) var end = plain_reason.enough

    /// The offset at which this parser took over from libyajl, or libyajl from this parser.
    private var takeoverOffset = 0
    /// The number of turns in a row in which this parser had little text, or no record.
    private var shortTurns = 0
    private var hasSentRecord = false
    /// The position in the window of the checked text.
    private var start = 0
    /// The position in the window after the last checked record.
    fileprivate private(set) var checkedEnd = 0
    /// The number of checked records that were not sent.
    private var unsentCount = 0
    /// The number of records that were sent.
    private(set) var recordCount = 0

    // SAFETY: the address of the room for tokens is `nil` or that of memory that this class allocated.
    private var tokens = unsafe plain_tokens()
    /// The state of sending, at an address that callbacks can read.
    private let events: UnsafeMutablePointer<plain_events>
    private var decodedCapacity = 0

    /// - Parameter skips: the callback that is installed for opening braces while a part of a record is skipped. Its values are
    ///   not sent then.
    init(skips: EventTable.Event) {
        // SAFETY: `deinit` frees the memory. The function is only compared with the installed one.
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: plain_events())
        unsafe events.pointee.skips = skips
    }

    deinit {
        // SAFETY: the memory was allocated by this class, or the address is `nil`; nothing refers to it after this.
        unsafe tokens.tokens?.deallocate()
        unsafe events.pointee.decoded?.deallocate()
        unsafe events.deallocate()
    }

    // MARK: - Turns

    /// Returns whether to take over from libyajl at an offset between two records. After short turns, libyajl first parses ever
    /// more text, so that a text without plain records takes little more time than with libyajl alone.
    fileprivate func wantsTurn(at offset: Int) -> Bool {
        !isActive && (shortTurns == 0 || offset - takeoverOffset >= Self.shortTurn << min(shortTurns, 8))
    }

    /// The number of bytes of a short turn.
    private static let shortTurn = 2048

    /// Takes over from libyajl between two records.
    ///
    /// - Parameters:
    ///   - place: the place of the current position.
    ///   - libyajlPlace: the place in which libyajl is.
    ///   - maximumDepth: the number of brackets that a record may open.
    ///   - offset: the offset of the current position.
    func begin(_ form: Form, at place: Place, libyajlPlace: Place, maximumDepth: Int, offset: Int) {
        (self.form, self.place, self.libyajlPlace) = (form, place, libyajlPlace)
        (self.maximumDepth, takeoverOffset) = (maximumDepth, offset)
        (isActive, waitsForText, unsentCount, hasSentRecord) = (true, false, 0, false)
    }

    /// Whether the current position follows a comma between elements.
    fileprivate var isAfterComma: Bool { form == .elements && place == .afterComma }

    /// Whether libyajl must receive a value in place of the records that were sent, before it receives text.
    fileprivate var libyajlLacksValue: Bool { place == .afterElement && libyajlPlace != .afterElement }

    /// Notes that libyajl received a value in place of the records that were sent.
    fileprivate func libyajlReceivedValue() { libyajlPlace = .afterElement }

    /// Leaves the text from an offset on to libyajl.
    func end(at offset: Int) {
        guard isActive else { return }
        // A new libyajl parser follows the turns in an array, and between values.
        let hasNewParser = form == .elements || form == .values
        let isShort = hasNewParser && offset - takeoverOffset < Self.shortTurn
        shortTurns = isShort || !hasSentRecord ? shortTurns + 1 : 0
        takeoverOffset = offset
        stop()
    }

    /// Prepares for another text.
    func restart() {
        stop()
        (shortTurns, takeoverOffset, recordCount) = (0, 0, 0)
    }

    /// Ends the turn because of an error, or because another text follows.
    func stop() { (isActive, waitsForText, unsentCount) = (false, false, 0) }

    // MARK: - Records

    /// Whether checked records were not sent yet.
    var hasUnsentRecords: Bool { unsentCount > 0 }

    /// Notes that libyajl parsed text without a record: white space, and a comma if `text` has one.
    func skip(_ text: Span<UInt8>) {
        guard form == .elements, text.firstIndex(of: UInt8(ascii: ",")) != nil else { return }
        (place, libyajlPlace) = (.afterComma, .afterComma)
    }

    /// Moves with the text of the window.
    func slide(by count: Int) {
        start -= count
        checkedEnd -= count
        // The positions of tokens are relative to the start.
        if start < 0 { discardUnsentRecords() }
    }

    /// Checks the next records.
    ///
    /// - Parameters:
    ///   - text: valid text from the end of the last record on.
    ///   - position: the position of the text in the window.
    func check(_ text: Span<UInt8>, at position: Int) {
        // A text has no more tokens than bytes, and the check leaves room for one more.
        makeRoomForTokens(min(text.count + 1, Self.maximumTokens))
        // SAFETY: the check reads only the text, and writes at most `capacity` tokens.
        unsafe text.withUnsafeBufferPointer {
            unsafe plain_check(
                &tokens, $0.baseAddress, $0.count, Self.checkedBytes, form, place,
                max(maximumDepth, 0))
        }
        (start, checkedEnd) = unsafe (position, position + tokens.end)
        unsentCount = Int(unsafe tokens.record_count)
        ScanCount.add(unsafe tokens.searched)
        end = unsafe tokens.reason
        guard unsentCount > 0 else { return }
        unsafe events.pointee.next = UnsafePointer(tokens.tokens)
        unsafe events.pointee.end = UnsafePointer(tokens.tokens + Int(tokens.token_count))
        makeRoomForDecodedText(unsafe tokens.longest_escaped)
    }

    private func makeRoomForTokens(_ count: Int) {
        // SAFETY: the memory was allocated here, or the address is `nil`. All tokens were sent.
        guard unsafe count > tokens.capacity else { return }
        let capacity = count > Self.maximumTokens / 8 ? Self.maximumTokens : count
        unsafe tokens.tokens?.deallocate()
        unsafe tokens.tokens = .allocate(capacity: capacity)
        unsafe tokens.capacity = UInt32(capacity)
    }

    private func makeRoomForDecodedText(_ count: Int) {
        guard count > decodedCapacity else { return }
        // SAFETY: the memory was allocated here, or the address is `nil`. No decoded text is in use between two records.
        unsafe events.pointee.decoded?.deallocate()
        unsafe events.pointee.decoded = .allocate(capacity: count)
        decodedCapacity = count
    }

    /// Sends the events of the next checked records.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of records.
    ///   - window: the text of the window.
    ///   - parser: the parser whose callbacks receive the events.
    ///   - cursor: the position that the callbacks read; its address is the context of the callbacks.
    /// - Returns: whether all callbacks accepted their events. The end of the current token is the position of the parser then.
    func send(
        _ limit: Int, in window: Span<UInt8>, to parser: YajlParser.Handle, _ cursor: Pinned<TextCursor>
    ) -> Bool {
        let limit = min(limit, unsentCount)
        // SAFETY: the tokens are those of the text of the window, which no callback changes. The context outlives the call.
        return unsafe window.withUnsafeBufferPointer {
            unsafe events.pointee.text = $0.baseAddress! + start
            unsafe events.pointee.callbacks = UnsafePointer(parser.callbackTable)
            unsafe events.pointee.context = UnsafeMutableRawPointer(cursor.pointer)
            unsafe cursor.value.plainTokenEnd = UnsafePointer(events.pointer(to: \.token_end))
            defer { unsafe cursor.value.plainTokenEnd = nil }
            guard unsafe plain_send(events, limit) != 0 else { return false }
            (unsentCount, recordCount) = (unsentCount - limit, recordCount + limit)
            (place, hasSentRecord) = (.afterElement, true)
            return true
        }
    }

    /// The position in the window after the last token that was sent.
    var tokenEnd: Int {
        // SAFETY: both addresses are in the text of the window, which has not changed since the token was sent.
        unsafe start + (events.pointee.token_end - events.pointee.text)
    }

    /// Discards the records that were checked and not sent, whose text is removed from the window.
    func discardUnsentRecords() { (unsentCount, waitsForText) = (0, false) }
}

/// The parsing of plain records without libyajl.
///
/// The two parsers take turns. ``PlainRecordParser`` begins between two records, while libyajl is in the state of that position,
/// and parses whole records. libyajl receives the text again from the end of a record on: the next record is not plain, or the
/// array ends. Before, it receives an empty object in place of the records that it has not seen, so that its state is that after
/// a record. When libyajl has parsed the other record, its callback stops it, and a new parser begins there.
extension Tokenizer {
    /// Whether libyajl should stop at the end of the current token, which is between two records.
    var wantsPlainRecords: Bool { plain != nil && wantsPlainRecords(at: cursor.value.tokenEnd) }

    /// Whether a comma follows the current token directly.
    var isBeforeComma: Bool {
        let position = cursor.value.tokenEnd - window.base
        return position < window.count && window[position] == UInt8(ascii: ",")
    }

    /// Returns whether to parse plain records from an offset on, which is between two records.
    func wantsPlainRecords(at offset: Int) -> Bool { plain?.wantsTurn(at: offset) == true }

    /// Allows or forbids the parsing of plain records.
    ///
    /// - Parameter skips: the callback that is installed for opening braces while a part of a record is skipped.
    func allowPlainRecords(_ isAllowed: Bool, skips: EventTable.Event) {
        // SAFETY: the function is only compared.
        if !isAllowed { plain = nil } else if plain == nil { plain = unsafe PlainRecordParser(skips: skips) }
    }

    /// Ends the parsing by libyajl with the current token. The callback must return 0; the result of the step is then `paused`.
    func pause() { pausedOffset = cursor.value.tokenEnd }

    /// Moves to the position at which libyajl was stopped, and starts a parser there.
    ///
    /// - Parameter opening: a valid text, after which a parser is in the array or text that contains the records.
    func resume(after opening: [UInt8]) throws(ImportError) {
        try restartParser()
        if opening.isEmpty { return }
        guard case .accepted = startedParser.parse(opening.span) else {
            preconditionFailure("the opening is not valid JSON")
        }
    }

    /// Parses plain records from the current position on, which is between two records.
    ///
    /// - Parameters:
    ///   - place: the place of the position.
    ///   - libyajlPlace: the place in which libyajl is.
    ///   - maximumDepth: the number of brackets that a record may open.
    func beginPlainRecords(
        _ form: PlainRecordParser.Form, at place: PlainRecordParser.Place,
        libyajlPlace: PlainRecordParser.Place, maximumDepth: Int
    ) {
        plain?.begin(
            form, at: place, libyajlPlace: libyajlPlace, maximumDepth: maximumDepth, offset: position)
    }

    /// Parses the next plain records: all that were checked, or one line.
    ///
    /// - Returns: `nil` if libyajl must parse the next text, or if the next record waits for more text.
    func parsePlainRecords(_ plain: PlainRecordParser) -> Step? {
        plain.waitsForText = false
        if !plain.hasUnsentRecords {
            window.withText(parsedEnd..<validatedEnd) { plain.check($0, at: parsedEnd) }
            guard plain.hasUnsentRecords else {
                guard plain.form != .lines || plain.checkedEnd == parsedEnd else {
                    // Blank lines.
                    parsedEnd = plain.checkedEnd
                    return .lineEnded
                }
                leaveText(plain)
                return nil
            }
            incompleteChecks = 0
        }
        scanStart = position
        let isLine = plain.form == .lines
        let isAccepted = window.withText {
            plain.send(isLine ? 1 : .max, in: $0, to: startedParser.handle, cursor)
        }
        guard isAccepted else {
            parsedEnd = plain.tokenEnd
            plain.stop()
            return .stopped
        }
        guard isLine else {
            parsedEnd = plain.checkedEnd
            // libyajl finds a second value in the text.
            if plain.form == .text { endPlainRecords() }
            return .advanced
        }
        guard let lineEnd = window.end(of: .lineFeed, in: plain.tokenEnd..<validatedEnd) else {
            preconditionFailure("a checked line has no line feed")
        }
        parsedEnd = lineEnd
        return .lineEnded
    }

    /// Decides what follows in text in which no plain record is complete: libyajl, or more text.
    private func leaveText(_ plain: PlainRecordParser) {
        switch plain.end {
        case .recordIncomplete where canWaitForText:
            incompleteChecks += 1
            plain.waitsForText = true
        case .textEnded:
            giveValueToParser()
            window.withText(parsedEnd..<validatedEnd, plain.skip)
        case .enough, .notPlain, .recordIncomplete: endPlainRecords()
        }
    }

    /// Whether to read more text before the next record is checked again. A large record that arrives piece by piece is left to
    /// libyajl, so that it is not checked again with each piece.
    private var canWaitForText: Bool {
        validity == .valid && !sourceEnded && incompleteChecks < 4
            && validatedEnd - parsedEnd <= 4 * chunkSize
    }

    /// Reads like ``fill()``. If that fails, first sends the events of the record that waits for text: the record may have an
    /// error before the end of its text.
    func fillAfterEvents() throws(ImportError) -> Step? {
        let end = validatedOffset
        do {
            return try fill()
        } catch {
            // The text that was read now may have the rest of a token that is too long.
            guard let step = parseIncompleteRecord(upTo: end) else { throw error }
            return step
        }
    }

    /// The offset before which text is valid.
    var validatedOffset: Int { window.base + validatedEnd }

    /// Sends the events of the record that waits for text, which will not arrive.
    ///
    /// - Parameter end: the offset at which the text to parse ends.
    /// - Returns: the step, if the text has an error, or a callback has stopped libyajl; else `nil`.
    func parseIncompleteRecord(upTo end: Int) -> Step? {
        guard let plain, plain.waitsForText else { return nil }
        endPlainRecords()
        let outcome = window.withText(parsedEnd..<end - window.base) { startedParser.parse($0) }
        parsedEnd = end - window.base
        if pausedOffset != nil { return nil }
        guard case .accepted = outcome else { return self.step(after: outcome) }
        return nil
    }

    /// Leaves the text from the current position on to libyajl.
    func endPlainRecords() {
        guard let plain, plain.isActive else { return }
        giveValueToParser()
        plain.end(at: position)
        incompleteChecks = 0
        scanStart = position
        firstByteOfPreviousToken = plain.isAfterComma ? UInt8(ascii: ",") : 0
    }

    /// Sends an empty object to libyajl in place of the records that it has not seen.
    func giveValueToParser() {
        guard let plain, plain.libyajlLacksValue else { return }
        startedParser.parseEmptyObject()
        plain.libyajlReceivedValue()
    }
}
