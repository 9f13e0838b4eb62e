private import CTextMasks

/// A scanner for the ends of lines, or of the texts of a JSON text sequence. A part that is not blank is a record.
struct PartScanner {
    private let separator: Separator
    /// Whether the current part has a byte that is not white space.
    private var hasText: Bool

    /// Creates a scanner for the text from any position.
    ///
    /// - Parameter hasText: whether the current part has a byte that is not white space before the position.
    init(_ separator: Separator, hasText: Bool) {
        self.separator = separator
        self.hasText = hasText
    }

    mutating func scan(_ text: Span<UInt8>) -> BoundaryScanner.Boundaries {
        // SAFETY: each block has 64 bytes, and is read only during the call.
        unsafe text.withUnsafeBufferPointer { bytes in
            var found = BoundaryScanner.Boundaries()
            var offset = 0
            while offset + Self.blockSize <= bytes.count {
                unsafe scan(
                    line_masks_of(bytes.baseAddress! + offset, separator.rawValue), at: offset, &found)
                offset += Self.blockSize
            }
            if offset < bytes.count {
                var rest = [UInt8](repeating: UInt8(ascii: " "), count: Self.blockSize)
                for index in offset..<bytes.count { rest[index - offset] = unsafe bytes[index] }
                unsafe rest.withUnsafeBufferPointer {
                    unsafe scan(line_masks_of($0.baseAddress!, separator.rawValue), at: offset, &found)
                }
            }
            return found
        }
    }

    private static let blockSize = 64

    private mutating func scan(_ masks: line_masks, at offset: Int, _ found: inout BoundaryScanner.Boundaries)
    {
        guard masks.separators != 0 else {
            hasText = hasText || masks.text != 0
            return
        }
        var (separators, text) = (masks.separators, masks.text)
        while separators != 0 {
            // The bytes up to the separator, which is the lowest bit.
            let part = separators ^ (separators - 1)
            if hasText || text & part != 0 { found.recordCount += 1 }
            hasText = false
            text &= ~part
            separators &= separators - 1
        }
        hasText = text != 0
        found.last = offset + Self.blockSize - masks.separators.leadingZeroBitCount
    }
}
