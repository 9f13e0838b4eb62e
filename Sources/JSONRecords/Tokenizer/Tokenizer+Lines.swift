/// How lines are told apart.
extension Tokenizer {
    /// The offset up to which the text was parsedEnd.
    var position: Int { window.base + parsedEnd }

    /// The offset at which the line that was just parsedEnd or skipped ends, its line feed left out.
    var lineEnd: Int {
        let last = parsedEnd - 1
        return last >= 0 && window[last] == UInt8(ascii: "\n") ? position - 1 : position
    }

    /// Goes to the line after the one that was refused, with a new parser.
    ///
    /// - Returns: `nil` when that is done; `needMoreData` to be called again once the source has another chunk;
    ///   `finished` if there is no further line.
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
        // What lies behind the line may have been validatedEnd already, and is good up to its own bad byte.
        if validatedEnd < parsedEnd {
            validatedEnd = parsedEnd
            validity = .valid
            validateUTF8()
        }
        try restartParser()
        return nil
    }

    /// Parses on where the last line ended, with a new parser.
    func restartParser() throws(ImportError) {
        scanStart = position
        try makeParser()
    }
}
