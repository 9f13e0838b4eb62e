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
