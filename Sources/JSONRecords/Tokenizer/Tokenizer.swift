/// Turns a source of bytes into events of JSON.
///
/// libyajl parses; the tokenizer adds what it lacks: it checks the encoding, keeps a token that a chunk cuts
/// in two whole, stops at line ends, and knows at which place of the whole text each token stands.
///
/// The text at hand is a window over the input. It always begins between two tokens, or at the beginning of
/// one, which is what makes every position independent of how the input was cut into chunks.
@safe
final class Tokenizer {
    /// What a step came to.
    enum Step {
        /// The first byte of the text that is not white space is known; ``Tokenizer/start(acceptsManyValues:splitsLines:)``
        /// is next. Comes once, before all others but `needMoreData` and `finished`.
        case began(UInt8)
        /// Some text was taken; there may be more.
        case advanced
        /// Text was taken up to the end of a line. Only if the tokenizer splits lines.
        case lineEnded
        /// Nothing can be done before the source gets another chunk.
        case needMoreData
        /// The text is over, and was complete.
        case finished
        /// A handler returned 0.
        case stopped
        /// The text is not JSON.
        case syntaxError(ImportError)
    }

    /// Whether parsing stops at the end of each line.
    var splitsLines = false
    /// Whether a value may follow the first one at the top level.
    var acceptsManyValues = false
    /// Called before text is forgotten that was parsedEnd: the last chance to ask for locations in it.
    var windowWillSlide: () -> Void = {}

    let window: TextWindow
    /// What the handlers ask for at every event. Its address is the context that they are handed.
    let cursor: Pinned<TextCursor>
    let source: any ByteSource
    private(set) var chunkSize: Int
    private(set) var tokenLimit: Int

    @safe @exclusivity(unchecked) var parser: YajlParser?
    /// A parser that is between two values, after the text that was read before.
    @safe @exclusivity(unchecked) var spareParser: YajlParser?
    /// Text before this position is valid UTF-8 without control characters; `validity` says what ends it.
    var validatedEnd = 0
    var validity: UTF8Validator.Validity = .valid
    var openToken: OpenToken?
    /// The first byte of the token before the one at `scanStart`. Not kept up to date where that one is a bracket, which
    /// tells by itself what may follow.
    var precedingByte: UInt8 = 0
    var sourceEnded = false
    /// The offset at which parsing stopped for now, between two tokens.
    var sliceEnd = 0
    var lastLineEnded = false
    /// What the parser has syntaxError, while the rest of the token is awaited.
    var pendingError: SyntaxError?
    var hasDetectedEncoding = false

    /// A token whose end has not been read yet.
    struct OpenToken {
        var start: Int
        /// Where to go on looking for its end.
        var resume: Int
    }

    /// - Parameters:
    ///   - chunkSize: how many bytes to ask the source for at a time.
    ///   - tokenLimit: the longest string or number, in bytes; never less than a chunk.
    ///   - cursor: kept up to date for the handlers of the events; must outlive the tokenizer.
    init(source: any ByteSource, chunkSize: Int, tokenLimit: Int, cursor: Pinned<TextCursor>) {
        self.source = source
        self.cursor = cursor
        self.tokenLimit = max(tokenLimit, chunkSize)
        self.chunkSize = Self.chunkSize(chunkSize, of: source)
        window = TextWindow(capacity: self.chunkSize)
    }

    /// How many bytes to ask a source for at a time: a small input takes a small window.
    private static func chunkSize(_ size: Int, of source: any ByteSource) -> Int {
        max(min(size, source.textBytes ?? .max), 1)
    }

    /// Makes ready for another text of the source, after one that was read to its end.
    func restart(chunkSize: Int, tokenLimit: Int) {
        self.tokenLimit = max(tokenLimit, chunkSize)
        self.chunkSize = Self.chunkSize(chunkSize, of: source)
        spareParser = acceptsManyValues && parser?.hasAcceptedAll == true ? parser : nil
        parser = nil
        cursor.value = TextCursor()
        window.restart()
        (validatedEnd, validity, openToken, precedingByte) = (0, .valid, nil, 0)
        (sourceEnded, sliceEnd, lastLineEnded) = (false, 0, false)
        (pendingError, hasDetectedEncoding) = (nil, false)
    }

    /// Text before this position was given to the parser.
    var parsedEnd: Int {
        get { cursor.value.parsedEnd }
        set { cursor.value.parsedEnd = newValue }
    }

    /// Where to begin to look for tokens: at or before the last token that was reported.
    var scanStart: Int {
        get { cursor.value.scanStart }
        set { cursor.value.scanStart = newValue }
    }

    /// Reads, and parses at most `limit` bytes of what was read.
    func step(limit: Int = .max) throws(ImportError) -> Step {
        if parser == nil { return try begin() }
        if let pendingError { return reportSyntaxError(pendingError) }
        if parsedEnd == validatedEnd || openToken != nil, let step = try fill() { return step }
        return parseNext(limit: limit)
    }

    var startedParser: YajlParser {
        guard let parser else { preconditionFailure("text is parsedEnd before the tokenizer is started") }
        return parser
    }

    func parseNext(limit: Int) -> Step {
        var end = limit < validatedEnd - parsedEnd ? endOfSlice(limit) : validatedEnd
        var lineEnds = false
        if splitsLines, let lineEnd = window.endOfLine(in: parsedEnd..<end) {
            end = lineEnd
            lineEnds = true
        }
        // SAFETY: the window does not change while the parser runs.
        let outcome = unsafe startedParser.parse(window.text(parsedEnd..<end))
        guard case .accepted = outcome else { return step(after: outcome) }
        parsedEnd = end
        return lineEnds ? .lineEnded : .advanced
    }

    /// Where to stop parsing for now, between two tokens: libyajl would go through one that is cut in two again.
    func endOfSlice(_ limit: Int) -> Int {
        let from = max(scanStart, sliceEnd) - window.base
        let end = window.withText { text in
            let scanner = TokenScanner(text.extracting(first: validatedEnd))
            return max(
                scanner.lastToken(before: parsedEnd + limit, from: max(from, 0))?.end ?? 0, parsedEnd + limit)
        }
        sliceEnd = window.base + end
        return end
    }

    func step(after outcome: YajlParser.Outcome) -> Step {
        switch outcome {
        case .accepted: .advanced
        case .stopped: .stopped
        case .syntaxError(let error): reportSyntaxError(error)
        }
    }
}
