/// Values that are told apart by lines.
extension RecordReader {
    func startLine() {
        line = Line(start: tokenizer.position, isRetained: options.keepsRejectedText && framing.splitsLines)
        context.value.cursor.scanStart = line.start
        context.value.cursor.retainedRecord = line.isRetained ? line.start : nil
    }

    func lineEnds() throws {
        if framing == .undecided { decideFraming() }
        guard framing == .lines else { return }
        guard context.value.depth == 0 else {
            try handleSyntaxError(.truncatedLine(at: tokenizer.location(of: tokenizer.lineEnd)))
            return try startNextLine(needsParser: true)
        }
        guard flushPending() else { return try parserStopped() }
        startLine()
    }

    /// Decides after the first line: it was one value, or values are told apart otherwise.
    private func decideFraming() {
        let isLine = context.value.depth == 0 && line.values == 1
        framing = isLine ? .lines : .sequence
        guard !isLine else { return }
        tokenizer.splitsLines = false
        // What is retained of a record that is open goes with the record.
        line.isRetained = false
    }

    /// Skips what is left of a line that is not JSON.
    func skipLine() throws -> Step {
        let step = try tokenizer.skipLine()
        if case .needMoreData = step { return .needMoreData }
        try startNextLine(needsParser: false)
        guard case .finished = step else { return .advanced }
        try finish()
        return .finished
    }

    /// Rejects a line that is not JSON, and makes ready for the next one.
    private func startNextLine(needsParser: Bool) throws {
        state = .outside
        let error = takeRejectionError()
        // A line whose value was rejected already is not rejected once more for what follows the value.
        if !path.components.isEmpty || !line.isRejected {
            let range = line.start..<tokenizer.lineEnd
            try options.report(total.reject(error, range: range, under: options) { retainedText(range) })
        }
        if needsParser { try tokenizer.restartParser() }
        context.value.reset(Self.events)
        startLine()
    }
}
