/// How lines are told apart.
extension Tokenizer {
    /// The offset up to which the text was parsed.
    var position: Int { window.base + parsed }

    /// The offset at which the line that was just parsed or skipped ends, its line feed left out.
    var lineEnd: Int {
        let last = parsed - 1
        return last >= 0 && window[last] == UInt8(ascii: "\n") ? position - 1 : position
    }

    /// Goes to the line after the one that was refused, with a new parser.
    ///
    /// - Returns: `nil` when that is done; `starved` to be called again once the source has another chunk;
    ///   `finished` if there is no further line.
    func skipLine() throws(ImportError) -> Step? {
        openToken = nil
        while true {
            if let next = window.endOfLine(in: parsed..<window.count) {
                parsed = next
                break
            }
            parsed = window.count
            screened = parsed
            slide()
            switch try readMore() {
            case .bytes: continue
            case .starved: return .starved
            case .end: return .finished
            }
        }
        // What lies behind the line may have been screened already, and is good up to its own bad byte.
        if screened < parsed {
            screened = parsed
            badByte = .clean
            screen()
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
