/// The text of a value without the white space between its tokens.
@safe
package struct CompactText {
    private let text: UnsafeBufferPointer<UInt8>
    /// A copy of the text, whose beginning becomes the compact text.
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// The position in the text after the last white space that was removed.
    private var start = 0
    /// The number of bytes of the compact text before this position.
    private var count = 0

    /// Appends a valid JSON text without the white space outside of strings. Strings and numbers keep their spelling.
    package static func append(_ json: Span<UInt8>, to bytes: inout [UInt8]) {
        // SAFETY: the buffers are valid for the calls, and have the same size.
        unsafe json.withUnsafeBufferPointer { text in
            let offset = bytes.count
            // Most texts have no white space between tokens, and are copied once.
            unsafe bytes.append(contentsOf: text)
            let count = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                var compactText = unsafe CompactText(
                    text: text, output: UnsafeMutableBufferPointer(rebasing: bytes[offset...]))
                compactText.removeSpaces()
                return compactText.count
            }
            bytes.removeLast(text.count - count)
        }
    }

    private mutating func removeSpaces() {
        var strings = StringMask()
        // SAFETY: the text is valid during the call.
        unsafe text.span.forEachBlock { block in
            let masks = block.spaceMasks
            let inStrings = strings.next(
                quotes: masks.quotes, backslashes: masks.backslashes, count: block.count)
            var spaces = masks.spaces & ~inStrings
            while spaces != 0 {
                let index = spaces.trailingZeroBitCount
                keep(upTo: block.offset + index)
                // The addition clears the bits of adjacent spaces, and sets the bit after them.
                let rest = spaces &+ (1 << index)
                start = block.offset + (rest == 0 ? TextBlock.size : rest.trailingZeroBitCount)
                spaces &= rest
            }
            return true
        }
        // SAFETY: only the size of the text is read.
        keep(upTo: unsafe text.count)
    }

    /// Keeps the text from ``start`` on. The last block has spaces after the text, so the end may exceed the text.
    private mutating func keep(upTo end: Int) {
        // SAFETY: the range is in the text. The compact text is not longer than the text before the range, so the range also
        // fits in the output.
        let length = unsafe min(end, text.count) - start
        guard length > 0 else { return }
        if count < start {
            unsafe (output.baseAddress! + count).update(from: text.baseAddress! + start, count: length)
        }
        count += length
    }
}
