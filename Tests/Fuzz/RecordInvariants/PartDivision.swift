internal import JSONRecords

/// The division of an input into parts, and the size of the chunks in which each part is read.
struct PartDivision: CustomStringConvertible {
    let partBytes: Int
    /// The size of the chunks in which the input is searched for boundaries.
    let searchedChunkBytes: Int
    let chunkBytes: Int

    /// Returns the divisions to compare with the whole input.
    static func all(seed: UInt8) -> [PartDivision] {
        [(1, 1, 1), (7, 1, 3), (20, 4, 33), (64, 33, 1 << 12)].enumerated().map { index, size in
            PartDivision(
                partBytes: size.0 + Int(seed) % 4, searchedChunkBytes: size.1, chunkBytes: size.2)
        }
    }

    /// Returns the parts of a text; `nil` if the text is not divided.
    func parts(of text: [UInt8], format: ImportFormat, path: JSONPath, _ options: ReadOptions) -> [InputPart]?
    {
        let whole = InputPart(of: "", InputFingerprint(size: text.count), format: format, path: path)
        var options = options
        options.chunkBytes = searchedChunkBytes
        let offsets = Array(stride(from: partBytes, to: max(text.count, partBytes), by: partBytes))
        // An error in the text before the first boundary ends the search.
        let parts = try? InputSplitter(whole, from: InputOrigin(.bytes(text)), options: options)
            .parts(endingNear: offsets)
        guard let parts, parts.count > 1 else { return nil }
        return parts
    }

    var description: String {
        "parts of \(partBytes), found in chunks of \(searchedChunkBytes), read in chunks of \(chunkBytes)"
    }
}

extension RecordTestCase {
    /// Reads the parts of the text, and compares events, errors, summaries and rejected texts with those of the whole text.
    ///
    /// - Returns: the first difference; `nil` if there is none.
    func difference(_ division: PartDivision) -> String? {
        // A limit of rejected records holds for each part.
        switch options.errorPolicy {
        case .fail, .skip(limit: .max), .collect(limit: 1000): break
        case .skip, .collect: return nil
        }
        guard let parts = division.parts(of: text, format: options.format, path: path, options) else {
            return nil
        }
        var whole = parts[0]
        (whole.byteRange, whole.recordCount) = (0..<text.count, nil)
        let expected = transcript([whole], chunkBytes: division.chunkBytes)
        let found = transcript(parts, chunkBytes: division.chunkBytes)
        return found == expected
            ? nil
            : RecordInvariants.difference(found, expected, "\(division): \(parts.map(\.byteRange))")
    }

    /// Returns the transcript of the parts up to the first error: the events, the rejected records, the error and the sum of
    /// the summaries.
    private func transcript(_ parts: [InputPart], chunkBytes: Int) -> [String] {
        let rejected = RejectionList()
        var (lines, thrownError): ([String], String?) = ([], nil)
        var sum = RecordSummary()
        for part in parts where thrownError == nil {
            let consumer = TranscriptConsumer(behavior)
            do {
                let reader = try RecordInput(
                    part, part.origin(in: .bytes(text)),
                    options: options(chunkBytes: chunkBytes, listing: rejected)
                ).makeReader(for: consumer)
                thrownError = self.thrownError(of: reader)
                let summary = reader.summary
                sum.add(summary)
                sum.bytesRead += summary.bytesRead
                sum.textBytes += summary.textBytes
            } catch {
                thrownError = "\(error)"
            }
            lines += consumer.lines
        }
        return lines + rejected.lines + [thrownError ?? "complete"]
            + describe(sum, isComplete: thrownError == nil)
    }
}

/// Reads the records of an input as a whole and in parts, and compares events, errors, summaries and rejected texts.
///
/// - Parameters:
///   - input: a header and a text; see ``RecordTestCase``.
///   - partBytes: the size of the parts.
/// - Returns: the first difference; `nil` if there is none.
package func partDifference(of input: [UInt8], partBytes: Int) -> String? {
    guard let testCase = RecordTestCase(input) else { return "the input has no header" }
    return testCase.difference(
        PartDivision(partBytes: partBytes, searchedChunkBytes: 4, chunkBytes: 1 << 12))
}
