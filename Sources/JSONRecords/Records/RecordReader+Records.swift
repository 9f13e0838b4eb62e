/// What becomes of records.
extension RecordReader: RecordSource {
    /// The number of the record that is being read, or would be next.
    package var recordNumber: Int {
        // All that is in a line is one record.
        if case .pending = state, framing != .lines { return total.nextNumber + 1 }
        return total.nextNumber
    }

    /// The number of the record that is being read, or would be next; `nil` outside of the records.
    var currentRecord: Int? {
        switch state {
        // What follows the only value belongs to no record.
        case .outside where !envelope.nextValueIsRecord || framing == .value,
            .pending where framing == .value:
            nil
        default: recordNumber
        }
    }

    package var recordPath: [JSONPath.Component] { envelope.path }

    /// The path of the value that is being read.
    var currentPath: JSONPath {
        guard case .inRecord = state else { return JSONPath(envelope.path) }
        return JSONPath(envelope.path + consumer.path)
    }

    /// Whether the next record is passed over.
    var isSkipping: Bool { total.nextNumber <= options.skippedRecordCount }

    // MARK: - Records that are complete

    /// Takes note that the last event of the record was sent. Returns 0 to stop the parser, as a callback does.
    ///
    /// - Parameter isScalar: whether the record is neither an array nor an object.
    package func recordCompleted(isScalar: Bool) -> Int32 {
        guard case .inRecord(let start) = state else {
            preconditionFailure("a record ends that has not begun")
        }
        if !isScalar { context.value.install(Self.events) }
        if envelope.hasTopLevelRecords {
            guard !isScalar, !framing.splitsLines else {
                let range = range(from: start, to: nil)
                // What follows may come with another chunk.
                if options.keepsRejectedText, !line.isRetained {
                    context.value.cursor.retainedRecord = range.lowerBound
                }
                state = .pending(range, isScalar: isScalar)
                return 1
            }
            // The tokens of the record need not be scanned again at the end of the text: 5% of the time of a small one.
            context.value.cursor.moveScanStartToBracket()
        }
        return deliverRecord(start: start, end: nil) ? 1 : 0
    }

    /// Takes note that the rest of a record has been skipped. Returns 0 to stop the parser.
    func recordSkipped() -> Int32 {
        if case .rejecting(let start) = state {
            context.value.install(Self.events)
            return rejectionEnds(start: start) ? 1 : 0
        }
        return recordCompleted(isScalar: false)
    }

    /// Hands on the record that waited for what follows it.
    func flushPending() -> Bool {
        guard case .pending(let range, _) = state else { return true }
        state = .outside
        return deliverRecord(start: range.lowerBound, end: range.upperBound)
    }

    private func deliverRecord(start: Int?, end: Int?) -> Bool {
        do {
            if isSkipping {
                try consumer.recordSkipped(number: total.nextNumber)
            } else {
                // SAFETY: the value does not outlive the call.
                try consumer.recordCompleted(CompletedRecord(reader: self, start: start, end: end))
            }
        } catch {
            stopError = RethrownError(error: error)
            return false
        }
        total.recordCount += 1
        return recordEnds()
    }

    /// Continues after a record, whether it was handed on or rejected.
    private func recordEnds() -> Bool {
        state = .outside
        if !line.isRetained { context.value.cursor.retainedRecord = nil }
        envelope.valueEnds()
        return true
    }

    // MARK: - Records that are wrong

    /// Rejects the record. What the error lacks is filled in: path, record and location of the event that is being
    /// reported. Returns 0 to stop the parser.
    package func reject(_ error: ImportError) -> Int32 {
        guard case .inRecord(let start) = state else {
            preconditionFailure("a record is rejected that has not begun")
        }
        let error = error.with(
            path: currentPath, record: recordNumber, location: currentLocation())
        guard options.errorPolicy != .fail else {
            stopError = error
            return 0
        }
        let offset = start ?? tokenStart
        do {
            try consumer.recordDiscarded()
        } catch {
            stopError = error
            return 0
        }
        context.value.cursor.retainedValue = nil
        state = .rejecting(start: offset)
        rejectionError = error
        guard context.value.depth == envelope.depth else {
            context.value.skip(.record, to: envelope.depth)
            return 1
        }
        context.value.install(Self.events)
        return rejectionEnds(start: offset) ? 1 : 0
    }

    /// Counts a rejected record whose rest has been skipped.
    private func rejectionEnds(start: Int) -> Bool {
        let range = start..<max(context.value.cursor.tokenEnd, start)
        do {
            let error = takeRejectionError()
            try options.report(total.reject(error, range: range, under: options) { retainedText(range) })
        } catch {
            stopError = error
            return false
        }
        line.isRejected = true
        return recordEnds()
    }

    /// Ends the import with an error of the event that is being reported. Returns 0, which stops the parser.
    package func stop(_ error: ImportError) -> Int32 {
        stopError = error.with(path: currentPath, record: currentRecord)
        return 0
    }

    // MARK: - The text

    package var tokenStart: Int { tokenizer.tokenStart }

    package var tokenText: String { tokenizer.tokenText }

    package func location(of offset: Int) -> SourceLocation? { tokenizer.location(of: offset) }

    package func repairedText() -> String? { tokenizer.repairedText() }

    /// Where a record is in the text.
    ///
    /// - Parameters:
    ///   - start: its first byte; `nil` if the record is the token that is being reported.
    ///   - end: `nil` if it ends with the token that is being reported.
    func range(from start: Int?, to end: Int?) -> Range<Int> {
        let start = start ?? tokenStart
        return start..<max(end ?? context.value.cursor.tokenEnd, start)
    }

    /// The text of a record, or of a line, if such texts are kept.
    func retainedText(_ range: Range<Int>) -> String? {
        options.keepsRejectedText ? tokenizer.text(range) : nil
    }
}
