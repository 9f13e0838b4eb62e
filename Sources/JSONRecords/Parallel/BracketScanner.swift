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
