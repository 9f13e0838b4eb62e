internal import CTextMasks

/// A filter that turns text which is nearly JSON into JSON of the same length; ``RelaxedJSON`` lists the differences.
///
/// Each byte keeps its offset, and each line feed its line. Spaces replace comments, byte order marks, the script around the
/// value, commas after a value at the top level, and the comma after the last element or member. Numbers replace words such as
/// `NaN`. JSON passes unchanged, and so does all text that is neither: the parser reports the error. Blocks of 64 bytes without
/// any of these are only examined, by `next_difference`.
///
/// The result does not depend on how the text is divided into pieces. A piece may end where only the next one decides, so its last
/// bytes are passed again with the next piece: a word, the beginning of a mark or of a comment, the beginning of a script of up
/// to ``maximumScriptBytes``, or a comma with the white space after it, up to ``maximumSpaceBytes``. Farther from the bracket, a
/// comma is not removed. A comment may be of any length: a comma before it moves to the last byte of the comment.
private struct RelaxedFilter {
    /// The maximum number of bytes of white space between a comma that is removed and the bracket after it.
    private static let maximumSpaceBytes = 4096
    /// The maximum length of the script before the value.
    private static let maximumScriptBytes = 1024
    /// The maximum number of bytes that are passed again.
    static let maximumHeldBytes = maximumSpaceBytes + 16

    private enum State {
        /// Before the first value, where a script may begin.
        case beginning
        case text
        /// After the value that follows a script.
        case afterValue
    }

    private struct Comment {
        let start: Int
        let isLine: Bool
        /// Whether the last byte of the comment becomes a comma.
        let movesComma: Bool
    }

    /// A difference from JSON that was found.
    private enum Difference {
        /// A byte with which a comment, a mark or a word may begin, or a word that has an `E`.
        case special
        /// A byte that a string must not contain. The next line or text of a sequence may be valid.
        case stringEnd
        /// A closing bracket after a comma.
        case trailingComma(at: Int)
        case commaBetweenValues
        /// The closing bracket of the value that follows a script.
        case valueEnd
    }

    private var state = State.beginning
    private var comment: Comment?
    private var hasScript = false
    /// The state after the bytes that were examined: whether they end in a string, and the number of open brackets.
    private var search = difference_search()
    /// The position in the piece at which a search for an earlier byte ends: after a string that ended with its line, and after
    /// a comma between values.
    private var textStart = 0
    /// The number of bytes that were passed on.
    private var offset = 0
    /// The last byte that was passed on, and the last byte before ``textStart`` that is not white space; 0 if there is none.
    private var (lastByte, lastSignificant): (UInt8, UInt8) = (0, 0)

    /// Filters the next piece of the text.
    ///
    /// - Parameters:
    ///   - text: the bytes that were not passed on the last time, and the next ones.
    ///   - isAtEnd: whether no bytes follow.
    /// - Returns: the number of bytes to pass on.
    /// - Throws: ``ImportError/Code/unexpectedEnd`` for a comment without end.
    mutating func filter(_ text: inout MutableSpan<UInt8>, isAtEnd: Bool) throws(ImportError) -> Int {
        var (position, undecided) = (0, Int?.none)
        textStart = 0
        while position < text.count, undecided == nil {
            if let comment {
                position = end(of: comment, in: &text, from: position, isAtEnd: isAtEnd)
            } else {
                switch state {
                case .beginning: undecided = begin(&text, &position, isAtEnd: isAtEnd)
                case .text:
                    guard let difference = scan(text.span, &position) else { break }
                    undecided = remove(difference, from: &text, &position, isAtEnd: isAtEnd)
                case .afterValue:
                    undecided = skipScriptAfterValue(in: &text, &position, isAtEnd: isAtEnd)
                }
            }
        }
        if isAtEnd, let comment, !comment.isLine {
            throw ImportError(
                .unexpectedEnd,
                "expected */ at the end of the comment that begins at byte \(comment.start), found the end of the input"
            )
        }
        let end = isAtEnd ? text.count : undecided ?? undecidedEnd(of: text.span)
        // The bytes that are passed again begin outside of strings.
        if end < text.count, comment == nil { (search.in_string, search.escaped) = (0, 0) }
        lastSignificant = significantByte(in: text.span, before: end)
        if end > 0 { lastByte = text[end - 1] }
        offset += end
        return end
    }

    // MARK: - Blocks of text

    /// Returns the next difference from JSON, and moves to it; `nil` if the text has none.
    private mutating func scan(_ text: Span<UInt8>, _ position: inout Int) -> Difference? {
        while true {
            position = text.nextDifference(from: position, &search)
            guard position < text.count else { return nil }
            switch text[position] {
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma = comma(in: text, before: position) { return .trailingComma(at: comma) }
                search.depth = max(search.depth - 1, 0)
                if search.depth == 0, hasScript { return .valueEnd }
            case UInt8(ascii: ","):
                if isValueEnd(significantByte(in: text, before: position)) { return .commaBetweenValues }
            case 0..<0x20: return .stringEnd
            default: return .special
            }
            position += 1
        }
    }

    /// Removes a difference from JSON, and moves past it.
    ///
    /// - Returns: the position from which on the next piece decides; `nil` if it is not needed.
    private mutating func remove(
        _ difference: Difference, from text: inout MutableSpan<UInt8>, _ position: inout Int, isAtEnd: Bool
    ) -> Int? {
        switch difference {
        case .special: return removeSpecial(from: &text, &position, isAtEnd: isAtEnd)
        case .trailingComma(let comma):
            text.fillWithSpaces(comma..<comma + 1)
            return nil
        case .commaBetweenValues:
            text.fillWithSpaces(position..<position + 1)
            (textStart, lastSignificant) = (position + 1, UInt8(ascii: ","))
        case .stringEnd: (search.depth, textStart, lastSignificant) = (0, position + 1, UInt8(ascii: "\""))
        case .valueEnd: state = .afterValue
        }
        position += 1
        return nil
    }

    private mutating func removeSpecial(
        from text: inout MutableSpan<UInt8>, _ position: inout Int, isAtEnd: Bool
    ) -> Int? {
        let length: Int
        switch text[position] {
        case UInt8(ascii: "/"): length = 2
        case 0xEF: length = 3
        case let byte where byte.isWordByte: return replaceWord(in: &text, &position, isAtEnd: isAtEnd)
        default:
            position += 1
            return nil
        }
        guard position + length <= text.count else {
            guard isAtEnd else { return comma(in: text.span, before: position) ?? position }
            position = text.count
            return nil
        }
        let second = text[position + 1]
        if length == 3 {
            let isMark = second == 0xBB && text[position + 2] == 0xBF
            if isMark { text.fillWithSpaces(position..<position + 3) }
            position += isMark ? 3 : 1
        } else if second == UInt8(ascii: "/") || second == UInt8(ascii: "*") {
            let comma = comma(in: text.span, before: position)
            if let comma { text.fillWithSpaces(comma..<comma + 1) }
            comment = Comment(
                start: offset + position, isLine: second == UInt8(ascii: "/"), movesComma: comma != nil)
            text.fillWithSpaces(position..<position + 2)
            position += 2
        } else {
            position += 1
        }
        return nil
    }

    /// Replaces the word around a position, if it is one of those that stand for numbers.
    private func replaceWord(
        in text: inout MutableSpan<UInt8>, _ position: inout Int, isAtEnd: Bool
    ) -> Int? {
        let start = startOfWord(in: text.span, endingAt: position)
        var end = position + 1
        while end < text.count, end - start <= RelaxedJSON.maximumWordBytes, text[end].isWordByte { end += 1 }
        position = end
        guard end - start <= RelaxedJSON.maximumWordBytes, !isWordByte(in: text.span, before: start) else {
            return nil
        }
        if end == text.count, !isAtEnd { return start }
        if let replacement = RelaxedJSON.replacement(for: text.span.extracting(start..<end)) {
            for (index, byte) in zip(start..<end, replacement) { text[index] = byte }
        }
        return nil
    }

    // MARK: - Comments

    /// Replaces a comment by spaces, up to its end or that of the text.
    ///
    /// - Returns: the position after the comment.
    private mutating func end(
        of comment: Comment, in text: inout MutableSpan<UInt8>, from position: Int, isAtEnd: Bool
    ) -> Int {
        guard let end = text.span.end(ofComment: comment.isLine, from: position, isAtEnd: isAtEnd) else {
            // The last byte may be half of the end.
            text.fillWithSpaces(position..<text.count - 1)
            return text.count
        }
        text.fillWithSpaces(position..<end)
        if comment.movesComma { text[end - 1] = UInt8(ascii: ",") }
        self.comment = nil
        return end
    }

    // MARK: - What the end of a piece leaves undecided

    /// Returns the position from which on the next piece decides; the end of the text if everything is decided.
    private func undecidedEnd(of text: Span<UInt8>) -> Int {
        if comment != nil { return text.count - 1 }
        guard state == .text, search.in_string == 0, text.count > 0 else { return text.count }
        if text[text.count - 1].isWordByte {
            let start = startOfWord(in: text, endingAt: text.count)
            let isShort =
                text.count - start <= RelaxedJSON.maximumWordBytes && !isWordByte(in: text, before: start)
            return isShort ? start : text.count
        }
        return comma(in: text, before: text.count) ?? text.count
    }

    /// Returns the beginning of the word that ends at a position, or the last position at which a longer one may begin.
    private func startOfWord(in text: Span<UInt8>, endingAt end: Int) -> Int {
        var start = end
        while start > 0, end - start < RelaxedJSON.maximumWordBytes, text[start - 1].isWordByte { start -= 1 }
        return start
    }

    private func isWordByte(in text: Span<UInt8>, before position: Int) -> Bool {
        (position > 0 ? text[position - 1] : lastByte).isWordByte
    }

    /// Returns the position of the comma that follows a value, if only white space is between the comma and a position.
    private func comma(in text: Span<UInt8>, before end: Int) -> Int? {
        var position = end - 1
        while position >= textStart, text[position].isJSONWhiteSpace, end - position <= Self.maximumSpaceBytes
        {
            position -= 1
        }
        guard position >= textStart, text[position] == UInt8(ascii: ","),
            isValueEnd(significantByte(in: text, before: position))
        else { return nil }
        return position
    }

    /// Returns the last byte before a position that is not white space; 0 if there is none.
    private func significantByte(in text: Span<UInt8>, before end: Int) -> UInt8 {
        var position = end - 1
        while position >= textStart, text[position].isJSONWhiteSpace { position -= 1 }
        return position >= textStart ? text[position] : lastSignificant
    }

    /// Returns whether a value may end with a byte.
    private func isValueEnd(_ byte: UInt8) -> Bool { byte != 0 && !"[{,:".utf8.contains(byte) }
}

/// The script around the value.
extension RelaxedFilter {
    /// Texts before JSON that keep a browser from running it as a script.
    private static let guards = [
        ")]}',", ")]}'", "for(;;);", "for (;;);", "while(1);", "while (1);", "&&&START&&&",
    ]
    .map { Array($0.utf8) }

    /// The end of a script, as far as it is known.
    private enum ScriptEnd {
        case undecided
        /// The text does not begin with a script.
        case none
        case found(Int, isGuard: Bool)
    }

    /// Replaces what precedes the first value.
    ///
    /// - Returns: the position from which on the next piece decides; `nil` if it is not needed.
    private mutating func begin(
        _ text: inout MutableSpan<UInt8>, _ position: inout Int, isAtEnd: Bool
    ) -> Int? {
        // The parser skips a mark at the very beginning.
        while position < text.count,
            text[position].isJSONWhiteSpace || offset + position < 3 && text[position] >= 0x80
        {
            position += 1
        }
        guard position < text.count else { return nil }
        let start = position
        if text[start] == UInt8(ascii: "/") || text[start] == 0xEF {
            let undecided = removeSpecial(from: &text, &position, isAtEnd: isAtEnd)
            if undecided == nil, comment == nil, position < start + 3 { state = .text }
            return undecided
        }
        switch endOfScript(in: text.span.extracting(droppingFirst: start), isAtEnd: isAtEnd) {
        case .undecided: return start
        case .none: state = .text
        case .found(let length, let isGuard):
            position = start + length
            text.fillWithSpaces(start..<position)
            if !isGuard { (state, hasScript) = (.text, true) }
        }
        return nil
    }

    private func endOfScript(in text: Span<UInt8>, isAtEnd: Bool) -> ScriptEnd {
        for guardText in Self.guards {
            let count = min(guardText.count, text.count)
            guard text.extracting(first: count).elementsEqual(guardText.prefix(count)) else { continue }
            if count == guardText.count { return .found(count, isGuard: true) }
            if !isAtEnd { return .undecided }
        }
        return endOfAssignment(in: text, isAtEnd: isAtEnd)
    }

    /// Returns the position of the first bracket after `=` or `(`, in a text that begins with a name.
    private func endOfAssignment(in text: Span<UInt8>, isAtEnd: Bool) -> ScriptEnd {
        guard Self.isLetter(text[0]) else { return .none }
        var last: UInt8 = 0
        var commentStart: Int?
        var isLineComment = false
        for position in 0..<min(text.count, Self.maximumScriptBytes) {
            let byte = text[position]
            let isAfterOperator = last == UInt8(ascii: "=") || last == UInt8(ascii: "(")
            if let start = commentStart {
                let isEnd =
                    isLineComment
                    ? byte == UInt8(ascii: "\n")
                    : byte == UInt8(ascii: "/") && text[position - 1] == UInt8(ascii: "*")
                        && position > start + 2
                if isEnd { commentStart = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "/")
            where isAfterOperator && position + 1 < text.count && "/*".utf8.contains(text[position + 1]):
                (commentStart, isLineComment) = (position, text[position + 1] == UInt8(ascii: "/"))
                continue
            case 0xEF, 0xBB,
                0xBF where isAfterOperator:
                // A byte order mark.
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                // Another value may precede the bracket.
                let isLiteral = String(repairing: text.extracting(first: position)).contains(
                    #/^(true|false|null)\b/#)
                if isAfterOperator, !isLiteral { return .found(position, isGuard: false) }
                if isLiteral || byte == UInt8(ascii: "{") { return .none }
            case UInt8(ascii: "\n"): if !isAfterOperator { return .none }
            default: break
            }
            if !byte.isJSONWhiteSpace { last = byte }
        }
        return isAtEnd || text.count >= Self.maximumScriptBytes ? .none : .undecided
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$")
    }

    /// Replaces the brackets, commas, semicolons, marks and comments that follow the value, up to the beginning of a comment.
    ///
    /// - Returns: the position from which on the next piece decides; `nil` if it is not needed.
    private mutating func skipScriptAfterValue(
        in text: inout MutableSpan<UInt8>, _ position: inout Int, isAtEnd: Bool
    ) -> Int? {
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: ")"), UInt8(ascii: ";"), UInt8(ascii: ","):
                text.fillWithSpaces(position..<position + 1)
                position += 1
            case UInt8(ascii: "/"), 0xEF:
                let start = position
                let undecided = removeSpecial(from: &text, &position, isAtEnd: isAtEnd)
                if undecided != nil || comment != nil { return undecided }
                // A byte order mark was removed.
                guard position < start + 3 else { continue }
                position = start
                (state, hasScript) = (.text, false)
                return nil
            case let byte where byte.isJSONWhiteSpace: position += 1
            default:
                (state, hasScript) = (.text, false)
                return nil
            }
        }
        return nil
    }
}

extension MutableSpan<UInt8> {
    /// Replaces a range of bytes by spaces, except line feeds.
    fileprivate mutating func fillWithSpaces(_ range: Range<Int>) {
        for index in range where self[index] != UInt8(ascii: "\n") { self[index] = UInt8(ascii: " ") }
    }
}

extension Span<UInt8> {
    /// Returns the position after a comment; `nil` if the text does not have its end.
    ///
    /// - Parameter isLine: whether the comment ends before a line feed, and not after `*/`.
    fileprivate func end(ofComment isLine: Bool, from start: Int, isAtEnd: Bool) -> Int? {
        var position = start
        while let found = extracting(droppingFirst: position).firstIndex(
            of: UInt8(ascii: isLine ? "\n" : "*"))
        {
            position += found + 1
            if isLine { return position - 1 }
            guard position < count else { return nil }
            if self[position] == UInt8(ascii: "/") { return position + 1 }
        }
        return isLine && isAtEnd ? count : nil
    }
}

/// A source that turns text which is nearly JSON into JSON of the same length, by a ``RelaxedFilter``.
package final class RelaxedSource: ByteSource {
    private let upstream: any ByteSource
    private var filter = RelaxedFilter()
    /// The last bytes that were read, which are filtered again with the next ones.
    private var held: [UInt8] = []
    private var hasEnded = false
    /// Filtered bytes, for buffers with less room than the filter needs.
    private var filtered: ArraySlice<UInt8> = []

    private static let minimumCapacity = 2 * RelaxedFilter.maximumHeldBytes

    package init(_ upstream: any ByteSource) {
        self.upstream = upstream
    }

    package var bytesRead: Int { upstream.bytesRead }
    package var totalBytes: Int? { upstream.totalBytes }
    package var textBytes: Int? { upstream.textBytes }

    package func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        if filtered.isEmpty {
            if buffer.freeCapacity >= Self.minimumCapacity {
                return try buffer.append(atMost: .max) { part throws(ImportError) in try filter(&part) }
            }
            var chunk = [UInt8](repeating: 0, count: Self.minimumCapacity)
            let read = try read(into: &chunk)
            guard case .bytes(let count) = read else { return read }
            filtered = chunk[..<count]
        }
        let count = buffer.append(prefixOf: filtered)
        filtered = filtered.dropFirst(count)
        return .bytes(count)
    }

    /// Reads into an empty buffer, and filters the bytes.
    private func filter(_ buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        while true {
            _ = buffer.append(prefixOf: held)
            let read = try buffer.append(atMost: .max) { part throws(ImportError) in
                try hasEnded ? .end : upstream.read(into: &part)
            }
            hasEnded = read == .end
            if read == .needMoreData || buffer.isEmpty {
                buffer.removeAll()
                return read
            }
            var text = buffer.mutableSpan
            let count = try filter.filter(&text, isAtEnd: read == .end)
            held = [UInt8](copying: buffer.span.extracting(droppingFirst: count))
            buffer.removeLast(buffer.count - count)
            if count > 0 { return .bytes(count) }
        }
    }
}
