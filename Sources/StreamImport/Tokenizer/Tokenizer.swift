/// Turns a source of bytes into events of JSON.
///
/// libyajl parses; the tokenizer adds what it lacks: it checks the encoding, keeps a token that a chunk cuts
/// in two whole, frames lines, and knows at which place of the whole text each token stands.
///
/// The text at hand is a window over the input. It always begins between two tokens, or at the beginning of
/// one, which is what makes every position independent of how the input was cut into chunks.
@safe
final class Tokenizer {
    /// What a step came to.
    enum Step {
        /// The framing is known, and nothing was parsed yet. Comes once, before all others but `starved`.
        case began
        /// Some text was taken; there may be more.
        case advanced
        /// Text was taken up to the end of a line. Only while values are, or may be, told apart by lines.
        case lineEnded
        /// Nothing can be done before the source gets another chunk.
        case starved
        /// The text is over, and was complete.
        case finished
        /// A handler returned 0.
        case stopped
        /// The text is not JSON.
        case refused(ImportError)
    }

    /// How values at the top level are told apart.
    var framing: Framing

    let window: TextWindow
    /// What is asked for at every event.
    let cursor: Pinned<TextCursor>
    let source: any ByteSource
    let handlers: EventHandlers
    let context: UnsafeMutableRawPointer
    let chunkSize: Int
    let tokenLimit: Int

    var parser: YajlParser?
    /// Text before this position is valid UTF-8 without control characters; `badByte` says what ends it.
    var screened = 0
    var badByte: TextScreen.Verdict = .clean
    var openToken: OpenToken?
    /// The first byte of the token before the landmark. Not kept up to date where the landmark is a bracket, which tells
    /// by itself what may follow.
    var precedingByte: UInt8 = 0
    var sourceEnded = false
    /// The offset at which parsing stopped for now, between two tokens.
    var sliceEnd = 0
    var lastLineEnded = false
    /// What the parser has refused, while the rest of the token is awaited.
    var pendingFault: SyntaxFault?
    var knowsEncoding = false

    /// A token whose end has not been read yet.
    struct OpenToken {
        var start: Int
        /// Where to go on looking for its end.
        var resume: Int
    }

    /// - Parameters:
    ///   - chunkSize: how many bytes to ask the source for at a time.
    ///   - tokenLimit: the longest string or number, in bytes; never less than a chunk.
    ///   - cursor: kept up to date for the handlers; must outlive the tokenizer.
    ///   - handlers: what to call for each event.
    ///   - context: handed to each of them; must outlive the tokenizer.
    ///   - start: where the source begins, if it is a part of a text.
    init(
        source: any ByteSource, framing: Framing, chunkSize: Int, tokenLimit: Int,
        cursor: Pinned<TextCursor>, handlers: EventHandlers, context: UnsafeMutableRawPointer,
        start: LineCounter = LineCounter()
    ) {
        self.source = source
        self.framing = framing
        self.chunkSize = max(chunkSize, 1)
        self.tokenLimit = max(tokenLimit, chunkSize)
        self.cursor = cursor
        self.handlers = handlers
        unsafe self.context = context
        window = TextWindow(capacity: self.chunkSize, start: start)
    }

    /// Text before this position was given to the parser.
    var parsed: Int {
        get { cursor.value.parsed }
        set { cursor.value.parsed = newValue }
    }

    /// The offset of a place between two tokens, at or before the last token that was reported.
    var landmark: Int {
        get { cursor.value.landmark }
        set { cursor.value.landmark = newValue }
    }

    /// Reads, and parses at most `limit` bytes of what was read.
    func step(limit: Int = .max) throws(ImportError) -> Step {
        if parser == nil { return try begin() }
        if let pendingFault { return refuse(pendingFault) }
        if parsed == screened || openToken != nil, let step = try fill() { return step }
        return parseNext(limit: limit)
    }

    func parseNext(limit: Int) -> Step {
        var end = limit < screened - parsed ? endOfSlice(limit) : screened
        var lineEnds = false
        if framing.endsAtLines, let lineEnd = window.endOfLine(in: parsed..<end) {
            end = lineEnd
            lineEnds = true
        }
        let outcome = unsafe parser?.parse(window.text(parsed..<end)) ?? .stopped
        guard case .accepted = outcome else { return step(after: outcome) }
        parsed = end
        if lineEnds { landmark = window.base + end }
        return lineEnds ? .lineEnded : .advanced
    }

    /// Where to stop parsing for now, between two tokens: libyajl would go through one that is cut in two again.
    func endOfSlice(_ limit: Int) -> Int {
        let from = max(landmark, sliceEnd) - window.base
        let end = window.withText { text in
            let scanner = TokenScanner(text.extracting(first: screened))
            return max(
                scanner.lastToken(before: parsed + limit, from: max(from, 0))?.end ?? 0, parsed + limit)
        }
        sliceEnd = window.base + end
        return end
    }

    func step(after outcome: YajlParser.Outcome) -> Step {
        switch outcome {
        case .accepted: .advanced
        case .stopped: .stopped
        case .refused(let fault): refuse(fault)
        }
    }
}
