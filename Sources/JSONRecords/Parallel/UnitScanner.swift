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
