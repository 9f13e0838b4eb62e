/// A scanner that finds the boundaries between the records of a text, without parsing the text.
///
/// Up to the first error of a text, the boundaries are those that a parser finds. After that error they may be wrong, so
/// the reader of a segment checks where its records end; see ``ParallelReader``.
enum BoundaryScanner {
    /// The records are the elements of an array, or top-level values that follow each other.
    case brackets(BracketScanner)
    /// The records are lines, or the texts of a JSON text sequence.
    case units(UnitScanner)

    /// The boundaries in a piece of the text, as positions in the piece.
    struct Boundaries: Equatable {
        /// The position of the last boundary: after the comma, the bracket or the separator that ends a record.
        var last: Int?
        /// The number of records that end at the boundaries.
        var recordCount = 0
        /// Whether no further boundary exists: the array has ended, or the text is not a sequence of arrays and objects.
        var isEnd = false
    }

    /// Scans the next piece of the text.
    mutating func scan(_ text: Span<UInt8>) -> Boundaries {
        switch self {
        case .brackets(var scanner):
            defer { self = .brackets(scanner) }
            return scanner.scan(text)
        case .units(var scanner):
            defer { self = .units(scanner) }
            return scanner.scan(text)
        }
    }
}

/// A scanner for the ends of records that are elements of an array, or top-level values that follow each other.
///
/// Examines 64 bytes at a time: a ``StringMask`` tells which bytes are in strings, and the brackets outside of strings tell
/// the depth.
struct BracketScanner {
    enum Records {
        /// A comma follows each record but the last one.
        case elements
        /// The records follow each other. Each is an array or an object.
        case values
    }

    private let records: Records
    /// The number of open arrays and objects of the current record.
    private var depth: Int
    private var strings = StringMask()
    private var hasEnded = false

    /// Creates a scanner for the text from a position between two tokens.
    ///
    /// - Parameter depth: the number of open arrays and objects of the current record.
    init(_ records: Records, depth: Int) {
        self.records = records
        self.depth = depth
    }

    mutating func scan(_ text: Span<UInt8>) -> BoundaryScanner.Boundaries {
        guard !hasEnded else { return BoundaryScanner.Boundaries(isEnd: true) }
        var found = BoundaryScanner.Boundaries()
        text.forEachBlock { block in
            scan(block, &found)
            return !hasEnded
        }
        found.isEnd = hasEnded
        return found
    }

    private mutating func scan(_ block: TextBlock, _ found: inout BoundaryScanner.Boundaries) {
        let masks = block.jsonMasks
        let outside = ~strings.next(
            quotes: masks.quotes, backslashes: masks.backslashes, count: block.count)
        let (opening, closing) = (masks.opening & outside, masks.closing & outside)
        // Most blocks are within a record.
        guard closing.nonzeroBitCount >= depth else {
            depth += opening.nonzeroBitCount - closing.nonzeroBitCount
            return
        }
        let (between, ends) = bytesBetweenRecords(opening: opening, closing: closing)
        switch records {
        case .elements: add(masks.commas & outside & between, at: block.offset, to: &found)
        case .values:
            endAtScalar(block, between & ~(opening | closing))
            if !hasEnded { add(ends, at: block.offset, to: &found) }
        }
    }

    /// Updates the depth.
    ///
    /// - Returns: the bytes that are not in a record, and the brackets that end a record.
    private mutating func bytesBetweenRecords(
        opening: UInt64, closing: UInt64
    ) -> (between: UInt64, ends: UInt64) {
        var (between, ends): (UInt64, UInt64) = (0, 0)
        var brackets = opening | closing
        var start = 0
        while brackets != 0 {
            let index = brackets.trailingZeroBitCount
            let bit: UInt64 = 1 << index
            brackets &= brackets - 1
            guard opening & bit == 0 else {
                if depth == 0 { between |= .bits(start..<index) }
                depth += 1
                continue
            }
            if depth == 0 {
                // The end of the array that contains the records.
                hasEnded = true
                return (between | .bits(start..<index), ends)
            }
            depth -= 1
            if depth == 0 {
                ends |= bit
                start = index + 1
            }
        }
        if depth == 0 { between |= .bits(start..<TextBlock.size) }
        return (between, ends)
    }

    private func add(_ bits: UInt64, at offset: Int, to found: inout BoundaryScanner.Boundaries) {
        guard bits != 0 else { return }
        found.recordCount += bits.nonzeroBitCount
        found.last = offset + TextBlock.size - bits.leadingZeroBitCount
    }

    /// Ends the scan if a byte between two values belongs to another value, which is a scalar: the ends of scalars are not
    /// found.
    private mutating func endAtScalar(_ block: TextBlock, _ between: UInt64) {
        var bits = between & .bits(0..<block.count)
        while bits != 0, !hasEnded {
            hasEnded = !block[bits.trailingZeroBitCount].isJSONWhiteSpace
            bits &= bits - 1
        }
    }
}

/// A scanner for the ends of lines, or of the texts of a JSON text sequence. A unit that is not blank is a record.
struct UnitScanner {
    private let separator: Separator
    /// Whether the current unit has a byte that is not white space.
    private var hasText: Bool

    /// Creates a scanner for the text from any position.
    ///
    /// - Parameter hasText: whether the current unit has a byte that is not white space before the position.
    init(_ separator: Separator, hasText: Bool) {
        self.separator = separator
        self.hasText = hasText
    }

    mutating func scan(_ text: Span<UInt8>) -> BoundaryScanner.Boundaries {
        var found = BoundaryScanner.Boundaries()
        text.forEachBlock { block in
            scan(block, &found)
            return true
        }
        return found
    }

    private mutating func scan(_ block: TextBlock, _ found: inout BoundaryScanner.Boundaries) {
        let masks = block.lineMasks(separator)
        guard masks.separators != 0 else {
            hasText = hasText || masks.text != 0
            return
        }
        var (separators, text) = (masks.separators, masks.text)
        while separators != 0 {
            // The bytes up to the separator, which is the lowest bit.
            let unit = separators ^ (separators - 1)
            if hasText || text & unit != 0 { found.recordCount += 1 }
            hasText = false
            text &= ~unit
            separators &= separators - 1
        }
        hasText = text != 0
        found.last = block.offset + TextBlock.size - masks.separators.leadingZeroBitCount
    }
}

/// The search for the boundaries after the text that a reader has parsed.
extension RecordReader {
    /// Returns a scanner for the boundaries in the text after the current position; `nil` if the text cannot be divided
    /// there.
    func makeScanner() -> BoundaryScanner? {
        guard tokenizer.canRemoveUnparsedText else { return nil }
        switch framing {
        case .document:
            // If records precede the array, because a key of the path occurs twice, the number of a record does not tell its
            // index, and the brackets around this array may differ from those around the first one.
            guard !paths.mayLeadToSeveralArrays, envelope.recordIndex == total.nextNumber - 1
            else { return nil }
            return makeBracketScanner(.elements)
        case .sequence:
            return paths.areAtRoot ? makeBracketScanner(.values) : nil
        case .lines, .textSequence:
            guard paths.areAtRoot, let separator = framing.separator else { return nil }
            return .units(UnitScanner(separator, hasText: line.valueCount > 0 || isSkippingLine))
        case .automatic, .undecided, .value: return nil
        }
    }

    private func makeBracketScanner(_ records: BracketScanner.Records) -> BoundaryScanner? {
        guard tokenizer.hasParsedValidText || tokenizer.isBetweenPlainRecords else { return nil }
        var scanner = BracketScanner(records, depth: context.value.depth - envelope.depth)
        tokenizer.withOpenToken { _ = scanner.scan($0) }
        return .brackets(scanner)
    }

    private var isSkippingLine: Bool {
        if case .skippingLine = state { true } else { false }
    }
}
