private import CTextMasks

/// A scanner for the ends of records that are elements of an array, or top-level values that follow each other.
///
/// Examines 64 bytes at a time: backslashes tell which quotes are escaped, the other quotes tell which bytes are in strings,
/// and the brackets outside of strings tell the depth. The method is that of simdjson's first stage (Langdale and Lemire,
/// "Parsing Gigabytes of JSON per Second", 2019).
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
    private var isInString = false
    /// Whether the next byte is escaped by the last one.
    private var isEscaped = false
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
        // SAFETY: the block has 64 bytes.
        let masks = unsafe json_masks_of(block.bytes)
        let outside = ~bytesInStrings(masks, count: block.count)
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

    /// Returns the bytes that are in strings, with the opening quotes and without the closing ones.
    private mutating func bytesInStrings(_ masks: json_masks, count: Int) -> UInt64 {
        let quotes = masks.quotes & ~escapedBytes(masks.backslashes, count: count)
        let inStrings = quotes.prefixXor ^ (isInString ? .max : 0)
        isInString = inStrings >> 63 != 0
        return inStrings
    }

    /// Returns the bytes that a backslash escapes: those after an odd number of backslashes.
    private mutating func escapedBytes(_ backslashes: UInt64, count: Int) -> UInt64 {
        let first: UInt64 = isEscaped ? 1 : 0
        guard backslashes != 0 else {
            isEscaped = false
            return first
        }
        let evenBits: UInt64 = 0x5555_5555_5555_5555
        let escaping = backslashes & ~first
        let following = escaping << 1 | first
        let oddStarts = escaping & ~evenBits & ~following
        let (evenSequences, overflow) = oddStarts.addingReportingOverflow(escaping)
        let escaped = (evenBits ^ (evenSequences << 1)) & following
        isEscaped = count < TextBlock.size ? escaped >> count & 1 != 0 : overflow
        return escaped
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
            // SAFETY: the index is that of one of the block's 64 bytes.
            hasEnded = unsafe !block.bytes[bits.trailingZeroBitCount].isJSONWhiteSpace
            bits &= bits - 1
        }
    }
}

extension UInt64 {
    /// The number whose bits in a range are set, and no others.
    fileprivate static func bits(_ range: Range<Int>) -> UInt64 {
        (range.upperBound < 64 ? 1 << range.upperBound - 1 : .max) & ~(1 << range.lowerBound &- 1)
    }

    /// Each bit is the exclusive or of this number's bit and all lower bits.
    fileprivate var prefixXor: UInt64 {
        var bits = self
        bits ^= bits << 1
        bits ^= bits << 2
        bits ^= bits << 4
        bits ^= bits << 8
        bits ^= bits << 16
        return bits ^ bits << 32
    }
}
