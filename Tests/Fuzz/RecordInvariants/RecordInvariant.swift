internal import JSONRecords
import TestSupport

/// Reads the records of an input in every chunking, and compares events, errors, summaries and rejected texts.
///
/// - Parameter input: a header and a text; see ``RecordTestCase``.
/// - Returns: the first difference; `nil` if there is none.
package func recordDifference(of input: [UInt8]) -> String? {
    guard let testCase = RecordTestCase(input) else { return nil }
    let expected = testCase.transcript(.whole)
    for chunking in Chunking.all(seed: testCase.seed) {
        let found = testCase.transcript(chunking)
        if found != expected { return difference(found, expected, chunking) }
    }
    return nil
}

private func difference(_ found: [String], _ expected: [String], _ chunking: Chunking) -> String {
    let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let line = index ?? min(found.count, expected.count)
    func text(_ lines: [String]) -> String { line < lines.count ? lines[line] : "nothing" }
    return """
        \(chunking), after \(line) equal lines:
            \(text(found))
        instead of
            \(text(expected))
        """
}

extension RecordTestCase {
    /// Returns the transcript of the consumer, the rejected records, the error and the summary, as lines.
    fileprivate func transcript(_ chunking: Chunking) -> [String] {
        var options = options
        options.chunkBytes = chunking.chunkBytes(text)
        let rejected = Locked<[String]>([])
        if reportsRejected {
            options.onRejected = { record in
                rejected.withLock { $0.append("onRejected: \(describe(record))") }
                if record.number == 5 { throw TestError() }
            }
        }
        let consumer = TranscriptConsumer(behavior)
        let reader = RecordReader(chunking.source(text), path: path, options: options, consumer: consumer)
        let thrownError = thrownError(of: reader, stepLimit: chunking.stepLimit)
        return consumer.lines + rejected.withLock { $0 } + [thrownError ?? "complete"]
            + describe(reader.summary, isComplete: thrownError == nil)
    }

    /// Reads to the end of the input.
    ///
    /// - Returns: the error that ends the import; `nil` if there is none.
    private func thrownError(of reader: RecordReader, stepLimit: Int) -> String? {
        // Each byte may end a line, and a pause may follow each byte.
        var steps = 100 + 8 * text.count
        do {
            while try reader.step(limit: stepLimit) != .finished {
                steps -= 1
                precondition(steps > 0, "the import does not end")
            }
            return nil
        } catch {
            return describe(error)
        }
    }
}

// MARK: - Descriptions

private func describe(_ summary: RecordSummary, isComplete: Bool) -> [String] {
    var lines = ["\(summary.recordCount) records, \(summary.rejectedCount) rejected"]
    lines += summary.rejectedRecords.map { "rejected: \(describe($0))" }
    // The number of bytes that were read before an error depends on the chunk size.
    if isComplete { lines.append("\(summary.textBytes) of \(summary.bytesRead) bytes") }
    return lines
}

private func describe(_ record: RejectedRecord) -> String {
    "#\(record.number) \(record.byteRange) \(record.text?.debugDescription ?? "no text") \(describe(record.error))"
}

private func describe(_ error: any Error) -> String {
    guard let error = error as? ImportError else { return "\(error)" }
    return "\(error.code) \(error) \(error.cause.map(describe) ?? "")"
}
