/// The separation of lines.
extension Tokenizer {
    /// The offset up to which the text was parsed.
    var position: Int { window.base + parsedEnd }

    /// The offset at which the line that was just parsed or skipped ends, without its line feed.
    var lineEnd: Int {
        let last = parsedEnd - 1
        return last >= 0 && window[last] == UInt8(ascii: "\n") ? position - 1 : position
    }

    /// Skips to the line after the rejected one, and starts a new parser.
    ///
    /// - Returns: `nil` if the new parser has started; `needMoreData` if the method must be called again once the
    ///   source has another chunk; `finished` if no further line exists.
    func skipLine() throws(ImportError) -> Step? {
        openToken = nil
        while true {
            if let next = window.endOfLine(in: parsedEnd..<window.count) {
                parsedEnd = next
                break
            }
            parsedEnd = window.count
            validatedEnd = parsedEnd
            slide()
            switch try readMore() {
            case .bytes: continue
            case .needMoreData: return .needMoreData
            case .end: return .finished
            }
        }
        // If the validation stopped within the line, it continues after the line.
        if validatedEnd < parsedEnd {
            validatedEnd = parsedEnd
            validity = .valid
            validateUTF8()
        }
        try restartParser()
        return nil
    }

    /// Starts a new parser at the end of the last line.
    func restartParser() throws(ImportError) {
        scanStart = position
        try makeParser()
    }
}
