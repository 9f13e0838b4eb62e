/// A tokenizer that turns the bytes of a source into JSON events.
///
/// libyajl parses; the tokenizer adds what libyajl lacks: it validates the encoding, joins tokens that a chunk boundary
/// divides, stops at line ends, and knows the location of each token in the whole text.
///
/// The text in memory is a window over the input. The window begins between two tokens or at the beginning of a token,
/// except in a skipped line, so that no location depends on how the input is divided into chunks.
@safe
final class Tokenizer {
    /// The result of a step.
    enum Step {
        /// The first byte of the text that is not white space is known, and whether the text begins like another
        /// format than JSON; ``Tokenizer/start(acceptsManyValues:separator:)`` must be called next. Occurs once, before
        /// all other results but `needMoreData` and `finished`.
        case began(UInt8, OtherFormat?)
        /// Some text was parsed; there may be more.
        case advanced
        /// Text was parsed up to the end of a line, or of a text in a sequence of texts. Occurs only if the tokenizer has
        /// a separator.
        case lineEnded
        /// The source needs another chunk first.
        case needMoreData
        /// The text has ended, and was complete.
        case finished
        /// A callback returned 0.
        case stopped
        /// A callback returned 0 after ``Tokenizer/pause()``; ``Tokenizer/resume(after:)`` must be called next.
        case paused
        /// The text is not valid JSON.
        case syntaxError(ImportError)
    }

    /// The byte at which parsing stops; `nil` if the text is not split.
    var separator: Separator?
    /// Whether a value may follow the first one at the top level.
    var acceptsManyValues = false
    /// Whether the text of the source ends before the end of the JSON, so that the parser is not asked whether the JSON is complete.
    var endsWithinJSON = false
    /// The function to call before parsed text is removed from the window: the last chance to ask for locations in that
    /// text.
    var windowWillSlide: () -> Void = {}

    let window: TextWindow
    /// The state that callbacks read at every event. The parser passes the address of this state to the
    /// callbacks, as the context.
    let cursor: Pinned<TextCursor>
    let source: any ByteSource
    private(set) var chunkSize: Int
    private(set) var tokenLimit: Int

    var parser: YajlParser?
    /// The parser of the previous text, if it is between two values and can be reused.
    var spareParser: YajlParser?
    /// The position before which text is valid: UTF-8 without control characters other than white space.
    var validatedEnd = 0
    /// The reason why the text at `validatedEnd` is invalid, if it is.
    var validity: UTF8Validator.Validity = .valid
    var openToken: OpenToken?
    /// The first byte of the token before the one at `scanStart`. Not updated if the token at `scanStart` is a bracket,
    /// which alone determines what may follow.
    var firstByteOfPreviousToken: UInt8 = 0
    var sourceEnded = false
    /// Whether the line feed that the last line may lack was parsed.
    var lastLineEnded = false
    /// The parser's syntax error, while the rest of the offending token has not arrived.
    var pendingError: SyntaxError?
    var hasDetectedEncoding = false
    /// The parser of plain records; `nil` if libyajl parses the whole text.
    var plain: PlainRecordParser?
    /// The offset at which libyajl was stopped; see ``pause()``.
    var pausedOffset: Int?
    /// The number of times that the next record was checked, and was incomplete.
    var incompleteChecks = 0

    /// A token whose end has not been read yet.
    struct OpenToken {
        var start: Int
        /// The position at which to resume the search for the token's end.
        var resume: Int
    }

    /// - Parameters:
    ///   - chunkSize: the number of bytes to request from the source at a time.
    ///   - tokenLimit: the maximum length of a string or number, in bytes; `chunkSize` if that is more.
    ///   - cursor: the state that the tokenizer updates for the event callbacks; must outlive the tokenizer.
    init(source: any ByteSource, chunkSize: Int, tokenLimit: Int, cursor: Pinned<TextCursor>) {
        self.source = source
        self.cursor = cursor
        self.tokenLimit = max(tokenLimit, chunkSize)
        self.chunkSize = Self.chunkSize(chunkSize, of: source)
        window = TextWindow(capacity: self.chunkSize)
    }

    /// Returns the number of bytes to request from a source at a time: a small input needs only a small window.
    private static func chunkSize(_ size: Int, of source: any ByteSource) -> Int {
        max(min(size, source.textBytes ?? .max), 1)
    }

    /// Prepares for another text of the source, after one that was read to its end.
    func restart(chunkSize: Int, tokenLimit: Int) {
        self.tokenLimit = max(tokenLimit, chunkSize)
        self.chunkSize = Self.chunkSize(chunkSize, of: source)
        spareParser = acceptsManyValues && parser?.hasAcceptedAll == true ? parser : nil
        parser = nil
        cursor.value = TextCursor()
        window.restart()
        (validatedEnd, validity, openToken, firstByteOfPreviousToken) = (0, .valid, nil, 0)
        (sourceEnded, lastLineEnded) = (false, false)
        (pendingError, hasDetectedEncoding) = (nil, false)
        plain?.restart()
        (pausedOffset, incompleteChecks) = (nil, 0)
    }

    /// The position in the window before which text was passed to the parser.
    var parsedEnd: Int {
        get { cursor.value.parsedEnd }
        set { cursor.value.parsedEnd = newValue }
    }

    /// The offset at which to start scanning for tokens: the beginning of a token, or a position between two tokens.
    var scanStart: Int {
        get { cursor.value.scanStart }
        set { cursor.value.scanStart = newValue }
    }

    /// Reads if no text is left to parse, and parses the text of the window, or the next line.
    func step() throws(ImportError) -> Step {
        if parser == nil { return try begin() }
        if let pendingError { return reportSyntaxError(pendingError) }
        while true {
            let needsText = parsedEnd == validatedEnd || openToken != nil || plain?.waitsForText == true
            if needsText, let step = try fillAfterEvents() { return step }
            guard let plain, plain.isActive else { return parseNext() }
            if let step = parsePlainRecords(plain) { return step }
            if !plain.waitsForText { return parseNext() }
        }
    }

    var startedParser: YajlParser {
        guard let parser else { preconditionFailure("the tokenizer has not been started") }
        return parser
    }

    private func parseNext() -> Step {
        var end = validatedEnd
        var lineEnds = false
        if separator == .lineFeed, let lineEnd = window.end(of: .lineFeed, in: parsedEnd..<end) {
            end = lineEnd
            lineEnds = true
        }
        let outcome = window.withText(parsedEnd..<end) { startedParser.parse($0) }
        guard case .accepted = outcome else {
            guard let pausedOffset else { return step(after: outcome) }
            self.pausedOffset = nil
            parsedEnd = pausedOffset - window.base
            return .paused
        }
        parsedEnd = end
        return lineEnds ? .lineEnded : .advanced
    }

    func step(after outcome: YajlParser.Outcome) -> Step {
        switch outcome {
        case .accepted: .advanced
        case .stopped: .stopped
        case .syntaxError(let error): reportSyntaxError(error)
        }
    }
}
