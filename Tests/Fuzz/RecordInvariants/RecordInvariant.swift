internal import JSONRecords
import TestSupport

/// Reads the records of an input in every chunking, and compares events, errors, summaries and rejected texts with those of
/// libyajl alone.
///
/// - Parameter input: a header and a text; see ``RecordTestCase``.
/// - Returns: the first difference; `nil` if there is none.
package func recordDifference(of input: [UInt8]) -> String? {
    guard let testCase = RecordTestCase(input) else { return nil }
    var libyajlCase = testCase
    libyajlCase.options.parser = .libyajl
    let expected = libyajlCase.transcript(.whole)
    for chunking in Chunking.all(seed: testCase.seed) {
        let found = testCase.transcript(chunking)
        if found != expected { return difference(found, expected, "\(chunking)") }
    }
    for division in SegmentDivision.all(seed: testCase.seed) {
        let found = testCase.transcript(division)
        if found != expected { return difference(found, expected, "\(division)") }
    }
    for division in PartDivision.all(seed: testCase.seed) {
        if let difference = testCase.difference(division) { return difference }
    }
    return relaxedDifference(of: input)
}

/// Reads the records of an input that may be nearly JSON in every chunking, and compares events, errors, summaries and rejected
/// texts; if the input is JSON, also with those of a reader that accepts only JSON.
///
/// - Parameter input: a header and a text; see ``RecordTestCase``.
/// - Returns: the first difference; `nil` if there is none.
package func relaxedDifference(of input: [UInt8]) -> String? {
    guard let testCase = RecordTestCase(input) else { return nil }
    var (relaxedCase, jsonCase) = (testCase, testCase)
    relaxedCase.options.relaxedJSON = testCase.seed & 2 == 0 ? .nonFiniteAsNull : .nonFiniteAsText
    jsonCase.options.errorPolicy = .fail
    let isJSON = jsonCase.transcript(.whole).contains("complete")
    let expected = (isJSON ? testCase : relaxedCase).transcript(.whole)
    for chunking in Chunking.all(seed: testCase.seed) {
        let found = relaxedCase.transcript(chunking)
        if found != expected { return difference(found, expected, "relaxed, \(chunking)") }
    }
    return nil
}

/// Reads the records of an input on one thread and on three, and compares events, errors, summaries and rejected texts.
///
/// - Parameters:
///   - input: a header and a text; see ``RecordTestCase``.
///   - segmentBytes: the size of the segments for three threads.
/// - Returns: the first difference; `nil` if there is none.
package func threadDifference(of input: [UInt8], segmentBytes: Int) -> String? {
    guard let testCase = RecordTestCase(input) else { return "the input has no header" }
    let division = SegmentDivision(
        workerCount: 3, segmentBytes: segmentBytes, chunkBytes: 1 << 12, chunking: .whole)
    let (found, expected) = (testCase.transcript(division), testCase.transcript(.whole))
    return found == expected ? nil : difference(found, expected, "\(division)")
}

func difference(_ found: [String], _ expected: [String], _ variant: String) -> String {
    let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let line = index ?? min(found.count, expected.count)
    func text(_ lines: [String]) -> String { line < lines.count ? lines[line] : "nothing" }
    return """
        \(variant), after \(line) equal lines:
            \(text(found))
        instead of
            \(text(expected))
        """
}

extension RecordTestCase {
    /// Returns the transcript of the consumer, the rejected records, the error and the summary, as lines.
    fileprivate func transcript(_ chunking: Chunking) -> [String] {
        let rejected = RejectionList()
        let consumer = TranscriptConsumer(behavior)
        let reader = RecordReader(
            options.relaxedJSON == nil ? chunking.source(text) : RelaxedSource(chunking.source(text)),
            paths: RecordPaths(path),
            options: options(chunkBytes: chunking.chunkBytes(text), listing: rejected), consumer: consumer)
        let thrownError = thrownError(of: reader)
        return consumer.lines + rejected.lines + [thrownError ?? "complete"]
            + describe(reader.summary, isComplete: thrownError == nil)
    }

    func options(chunkBytes: Int, listing rejected: RejectionList) -> ReadOptions {
        var options = options
        options.chunkBytes = chunkBytes
        if reportsRejected { options.onRejected = { try rejected.append($0) } }
        return options
    }

    /// Reads to the end of the input.
    ///
    /// - Returns: the error that ends the import; `nil` if there is none.
    func thrownError(of reader: RecordReader) -> String? {
        // Each byte may end a line, and a pause may follow each byte.
        var steps = 100 + 8 * text.count
        do {
            while try reader.step() != .finished {
                steps -= 1
                precondition(steps > 0, "the import does not end")
            }
            return nil
        } catch {
            return describe(error)
        }
    }

    /// Returns the transcript of an import on several threads.
    fileprivate func transcript(_ division: SegmentDivision) -> [String] {
        let rejected = RejectionList()
        var options = options(chunkBytes: division.chunkBytes, listing: rejected)
        options.segmentBytes = division.segmentBytes
        options.parallelism = .cores(division.workerCount)
        do {
            let reader = try ParallelReader(
                division.source(text), inputName: nil, paths: RecordPaths(path), options: options
            ) { [behavior] in TranscriptConsumer(behavior) }
            defer { reader.close() }
            let (lines, thrownError) = read(reader, rejected)
            return lines + rejected.lines + [thrownError ?? "complete"]
                + describe(reader.summary, isComplete: thrownError == nil)
        } catch {
            return ["\(error)"]
        }
    }

    /// Reads to the end of the input.
    ///
    /// - Returns: the lines of the records, and the error that ends the import; `nil` if there is none.
    private func read(
        _ reader: ParallelReader<TranscriptConsumer>, _ rejected: RejectionList
    ) -> ([String], error: String?) {
        var lines: [String] = []
        while let batch = reader.next() {
            var batchLines = batch.outcome[...]
            /// Moves the lines of the records up to a number.
            func take(upTo number: Int) {
                lines += batchLines.prefix { $0.record <= number }.map(\.text)
                batchLines = batchLines.drop { $0.record <= number }
            }
            do {
                try reader.deliver(batch) { take(upTo: reader.summary.nextNumber) }
                take(upTo: .max)
            } catch {
                // An error of the batch comes after all of its records.
                let limitsRejections = (error as? ImportError)?.code == .tooManyRejected
                take(upTo: rejected.hasThrown ? 5 : limitsRejections ? reader.summary.nextNumber : .max)
                return (lines, describe(error))
            }
        }
        return (lines, nil)
    }
}

/// The rejected records that were reported to ``ReadOptions/onRejected``.
final class RejectionList: Sendable {
    private let state = Locked<(lines: [String], hasThrown: Bool)>(([], false))

    var lines: [String] { state.withLock { $0.lines } }
    var hasThrown: Bool { state.withLock { $0.hasThrown } }

    /// Adds a record. Throws an error at the fifth record of the input.
    func append(_ record: RejectedRecord) throws {
        state.withLock { state in
            state.lines.append("onRejected: \(describe(record))")
            state.hasThrown = record.number == 5
        }
        if record.number == 5 { throw TestError() }
    }
}

// MARK: - Descriptions

func describe(_ summary: RecordSummary, isComplete: Bool) -> [String] {
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
