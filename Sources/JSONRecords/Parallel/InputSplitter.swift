/// A search for the boundaries at which a file is divided into parts.
///
/// The text up to the first boundary is parsed. From then on, it is only scanned, at several times the speed of a parser. So
/// the boundaries of a text that is not valid JSON may be wrong after its first error, which a reader of the parts reports.
package final class InputSplitter {
    private let whole: InputPart
    private let paths: RecordPaths
    private let reader: RecordReader
    private let segmenter: Segmenter

    /// - Parameters:
    ///   - whole: the whole input, as a part.
    ///   - origin: the origin of the bytes.
    ///   - options: the format, the limits, and the size of a chunk.
    package init(
        _ whole: InputPart, from origin: InputOrigin, options: ReadOptions
    ) throws(ImportError) {
        self.whole = whole
        paths = RecordPaths(whole.path)
        var options = options
        // The reader parses only the text up to the first boundary.
        options.parser = .libyajl
        options.skippedRecordCount = .max
        // A line that is not valid JSON counts as a record.
        options.errorPolicy = .skip()
        try paths.validate()
        try options.validate()
        segmenter = Segmenter(
            try origin.makeSource(), segmentBytes: options.chunkBytes, chunkBytes: options.chunkBytes)
        reader = RecordReader(
            segmenter, inputName: origin.name, paths: paths, options: options, consumer: SkippingConsumer())
    }

    /// Returns the parts of the file, which all have the number 1. A file that cannot be divided, such as a compressed one,
    /// is one part.
    ///
    /// - Parameter offsets: the offsets at which a part should end, in ascending order. A part ends at the last boundary of
    ///   the first chunk that has a boundary at the offset or after it.
    /// - Throws: ``ImportError``, if the file cannot be read, or if the text before the first boundary is not valid.
    /// - Complexity: O(*n*) for *n* bytes of text up to the last offset.
    package func parts(endingNear offsets: [Int]) throws -> [InputPart] {
        guard !offsets.isEmpty, !whole.fingerprint.isCompressed, !paths.mayLeadToSeveralArrays,
            var boundary = try firstBoundary()
        else { return [whole] }
        segmenter.resume(at: boundary)
        var (parts, last): ([InputPart], InputPart) = ([], whole)
        for offset in offsets {
            if boundary.offset < offset {
                guard let next = try segmenter.nextBoundary(after: offset) else { break }
                boundary = next
            }
            // A part has at least one record.
            guard boundary.recordNumber > last.firstRecord, boundary.offset < whole.byteRange.upperBound
            else {
                continue
            }
            parts.append(last.removeFirst(upTo: boundary))
            // The format of the first part is detected again: a first line that is not valid counts otherwise with the format of
            // lines.
            (last.format, last.path) = (reader.format, JSONPath(Array(reader.envelope.path.dropLast())))
        }
        return parts + [last]
    }

    /// Reads up to the first boundary.
    ///
    /// - Returns: `nil` if the text has no boundary that is found without parsing.
    private func firstBoundary() throws -> Boundary? {
        while true {
            switch try reader.step() {
            case .finished: return nil
            case .advanced: segmenter.scan(after: reader)
            case .needMoreData where segmenter.isAtBoundary:
                return reader.isBetweenRecords ? reader.boundary : nil
            case .needMoreData: break
            }
        }
    }
}

extension InputPart {
    /// Divides the part at a boundary. This part becomes the part after the boundary.
    ///
    /// - Returns: the part before the boundary.
    fileprivate mutating func removeFirst(upTo boundary: Boundary) -> InputPart {
        let location = boundary.counter.location
        var first = self
        first.byteRange = byteRange.lowerBound..<location.offset
        first.recordCount = boundary.recordNumber - firstRecord
        byteRange = location.offset..<byteRange.upperBound
        firstRecord = boundary.recordNumber
        (line, column) = (location.line, location.column)
        return first
    }
}

extension RecordReader {
    /// The format of a text whose framing is known.
    fileprivate var format: ImportFormat {
        switch framing {
        case .document: .json
        case .lines: .lines
        case .sequence: .sequence
        case .textSequence: .textSequence
        case .automatic, .undecided, .value: preconditionFailure("the text cannot be divided")
        }
    }
}
