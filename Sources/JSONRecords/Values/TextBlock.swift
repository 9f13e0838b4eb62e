internal import CTextMasks

/// 64 bytes of text, which are examined at once. If the text ends earlier, white space follows it.
@safe
struct TextBlock {
    static let size = 64

    /// The address of 64 bytes.
    private let bytes: UnsafePointer<UInt8>
    /// The number of bytes that belong to the text.
    let count: Int
    /// The position of the block in the piece of text.
    let offset: Int

    fileprivate init(_ bytes: UnsafePointer<UInt8>, count: Int, offset: Int) {
        // SAFETY: the caller keeps the bytes valid as long as the block is used.
        unsafe self.bytes = bytes
        self.count = count
        self.offset = offset
    }
}

// SAFETY, of all members: the block has 64 bytes.
extension TextBlock {
    /// The bytes that matter for the structure of JSON.
    @inline(__always) var jsonMasks: json_masks { unsafe json_masks_of(bytes) }

    /// The bytes that tell where white space is between tokens.
    @inline(__always) var spaceMasks: space_masks { unsafe space_masks_of(bytes) }

    /// Returns the places of a byte.
    @inline(__always)
    func mask(of byte: UInt8) -> UInt64 { unsafe mask_of(load_block(bytes), byte) }

    /// Returns a separator's bytes, and the bytes that are not white space.
    @inline(__always)
    func lineMasks(_ separator: Separator) -> line_masks { unsafe line_masks_of(bytes, separator.rawValue) }

    subscript(index: Int) -> UInt8 {
        precondition(0..<Self.size ~= index)
        return unsafe bytes[index]
    }
}

extension Span<UInt8> {
    /// Calls `body` with one block after another, until it returns `false`. Only the last block may have fewer bytes of the
    /// text than others.
    @inline(__always)
    func forEachBlock(_ body: (TextBlock) -> Bool) {
        // SAFETY: each block has 64 bytes, and is read only during the call.
        unsafe withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset + TextBlock.size <= bytes.count {
                guard
                    unsafe body(
                        TextBlock(bytes.baseAddress! + offset, count: TextBlock.size, offset: offset))
                else { return }
                offset += TextBlock.size
            }
            guard offset < bytes.count else { return }
            // On the stack: an array would be an allocation for each record that is shorter than a block.
            var rest = SIMD64<UInt8>(repeating: UInt8(ascii: " "))
            unsafe withUnsafeMutableBytes(of: &rest) { rest in
                unsafe rest.copyBytes(from: bytes[offset...])
                _ = unsafe body(
                    TextBlock(
                        UnsafePointer(rest.baseAddress!.assumingMemoryBound(to: UInt8.self)),
                        count: bytes.count - offset, offset: offset))
            }
        }
    }

    /// Returns the position of the next byte by which the text may differ from JSON; `count` if it has none.
    func nextDifference(from position: Int, _ search: inout difference_search) -> Int {
        // SAFETY: only bytes of the text are read, and only during the call.
        unsafe withUnsafeBufferPointer {
            unsafe next_difference(&search, $0.baseAddress, position, $0.count)
        }
    }
}

/// The bytes of a text that are in strings, found without parsing, one ``TextBlock`` after another.
///
/// Backslashes tell which quotes are escaped, and the other quotes tell which bytes are in strings. The method is that of
/// simdjson's first stage (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019).
struct StringMask {
    /// Whether the next byte is in a string.
    private(set) var isInString = false
    /// Whether the next byte is escaped by the last one.
    private var isEscaped = false

    // Without the inlining in this file, writing records takes 0.9% more instructions (people).

    /// Returns the bytes of the next block that are in strings, with the opening quotes and without the closing ones.
    ///
    /// - Parameters:
    ///   - quotes: the quotes of the block.
    ///   - backslashes: its backslashes.
    ///   - count: the number of bytes of the block that belong to the text.
    @inline(__always)
    mutating func next(quotes: UInt64, backslashes: UInt64, count: Int) -> UInt64 {
        let unescapedQuotes = quotes & ~escapedBytes(backslashes, count: count)
        let inStrings = prefix_xor(unescapedQuotes) ^ (isInString ? .max : 0)
        isInString = inStrings >> 63 != 0
        return inStrings
    }

    /// Returns the bytes that a backslash escapes: those after an odd number of backslashes.
    @inline(__always)
    private mutating func escapedBytes(_ backslashes: UInt64, count: Int) -> UInt64 {
        let first: UInt64 = isEscaped ? 1 : 0
        guard backslashes != 0 else {
            isEscaped = false
            return first
        }
        let masks = escaped_bytes(backslashes, first)
        isEscaped = count < TextBlock.size ? masks.escaped >> count & 1 != 0 : masks.next != 0
        return masks.escaped
    }
}

extension UInt64 {
    /// The number whose bits in a range are set, and no others.
    static func bits(_ range: Range<Int>) -> UInt64 {
        (range.upperBound < 64 ? 1 << range.upperBound - 1 : .max) & ~(1 << range.lowerBound &- 1)
    }
}

/// A byte at which the tokenizer stops, so that the text after it does not depend on the text before it.
enum Separator: UInt8 {
    /// The end of a line. JSON treats the byte as white space.
    case lineFeed = 0x0A

    /// The beginning of a text in a JSON text sequence (RFC 7464). JSON does not allow the byte, and libyajl does not
    /// receive it.
    case recordSeparator = 0x1E
}
