/// Framing by lines, and by the texts of a JSON text sequence.
extension RecordReader {
    func startLine() {
        line = Line(
            start: translator?.beginning ?? tokenizer.position,
            isRetained: options.retainsRejectedText && framing.separator != nil)
        context.value.cursor.scanStart = tokenizer.position
        context.value.cursor.retainedRecord = line.isRetained ? line.start : nil
        if framing.separator != nil { beginPlainRecords(at: .afterComma) }
    }

    func lineEnds() throws {
        if framing == .undecided { decideFraming() }
        guard let unit = framing.singleValueUnit else { return }
        guard context.value.depth == 0 else {
            let end = tokenizer.location(of: tokenizer.lineEnd)
            let isAtEnd = framing == .lines && tokenizer.isAtUnfinishedLine
            try handleSyntaxError(isAtEnd ? .unexpectedEnd(at: end) : .truncated(unit, at: end))
            return try startNextLine(needsParser: true)
        }
        guard flushPending() else { return try parserStopped() }
        startLine()
    }

    /// Decides the framing after the first line.
    private func decideFraming() {
        framing = framing.decided(byFirstLine: context.value.depth == 0 && line.valueCount == 1)
        guard framing == .sequence else { return }
        tokenizer.separator = nil
        // From now on, the end of a record releases the retained text; the end of a line does not.
        line.isRetained = false
        beginPlainRecords(at: .afterComma)
    }

    /// Skips the rest of a line that is not valid JSON.
    func skipLine() throws -> Step {
        let step = try tokenizer.skipLine()
        if case .needMoreData = step { return .needMoreData }
        try startNextLine(needsParser: false)
        guard case .finished = step else { return .advanced }
        try finish()
        return .finished
    }

    /// Rejects a line that is not valid JSON, and prepares for the next one.
    private func startNextLine(needsParser: Bool) throws {
        state = .outside
        let error = takeRejectionError()
        try countRejected(error, range: line.start..<tokenizer.lineEnd)
        if needsParser { try tokenizer.restartParser() }
        context.value.reset(Self.events)
        startLine()
    }
}
