/// A check that bytes are valid UTF-8, without control characters other than JSON's white space.
///
/// libyajl accepts some texts without either property. A pass over vectors of bytes costs 2% of the cost of parsing the
/// text, and 6% where non-ASCII text is frequent; there, turning off libyajl's own UTF-8 validation saves 4%.
struct UTF8Validator: ~Escapable {
    /// The extent of the valid text, and what ends it.
    enum Validity: Equatable {
        /// All of the text is valid.
        case valid
        /// The bytes from this offset on are the beginning of a character whose rest has not arrived.
        case incomplete(from: Int)
        /// The byte at this offset is not valid UTF-8.
        case invalidUTF8(at: Int)
        /// The byte at this offset is a control character other than white space.
        case controlCharacter(at: Int)
    }

    private static let blockSize = 64

    private let text: Span<UInt8>

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    func validate() -> Validity {
        ScanCount.add(text.count)
        var index = 0
        while true {
            index = skipValidBlocks(from: index)
            guard index < text.count else { return .valid }
            // The next block is incomplete or may contain an error: check one character at a time.
            let byte = text[index]
            if byte < 0x80 {
                guard byte >= 0x20 || byte.isJSONWhiteSpace else {
                    return .controlCharacter(at: index)
                }
                index += 1
            } else {
                let length = characterLength(at: index)
                guard length > 0 else {
                    return length == 0 ? .incomplete(from: index) : .invalidUTF8(at: index)
                }
                index += length
            }
        }
    }

    /// Skips whole blocks of valid text. Returns an index between two characters if `start` is between two.
    private func skipValidBlocks(from start: Int) -> Int {
        // SAFETY: only bytes of the text are read: those of each block, and the three before it, if the text has them.
        // The pointer does not outlive the closure. A bounds check for each byte would keep the compiler from using
        // vector instructions.
        unsafe text.withUnsafeBufferPointer { buffer in
            guard let bytes = buffer.baseAddress else { return start }
            var index = start
            while index + Self.blockSize <= buffer.count {
                let block = unsafe bytes + index
                let followsASCII = unsafe index == start || block[-1] < 0x80
                guard
                    unsafe followsASCII && (Self.isPrintable(block) || Self.isASCII(block))
                        || index >= 3 && Self.isValid(block)
                else {
                    break
                }
                index += Self.blockSize
            }
            // If all complete blocks are valid, the remaining text is shorter than a block. The last `blockSize` bytes
            // of the text contain the remaining text, and begin in text that is valid already.
            if buffer.count - start >= Self.blockSize,
                unsafe Self.isPrintable(bytes + (buffer.count - Self.blockSize)),
                index + Self.blockSize > buffer.count
            {
                return buffer.count
            }
            return unsafe Self.endOfCharacters(before: index, from: start, in: bytes)
        }
    }

    /// Returns whether a block is ASCII without bytes below 0x20, as nearly all blocks of compact JSON are.
    ///
    /// The subtraction takes 0x20 from each byte of a word, which sets the high bit of every ASCII byte below 0x20.
    /// Only such a byte borrows from the next one, so that a borrow does not change the result.
    private static func isPrintable(_ block: UnsafePointer<UInt8>) -> Bool {
        typealias Words = SIMD2<UInt64>
        var bits = Words.zero
        for offset in stride(from: 0, to: blockSize, by: 16) {
            // SAFETY: the block has `blockSize` bytes.
            let words = unsafe UnsafeRawPointer(block).loadUnaligned(fromByteOffset: offset, as: Words.self)
            bits |= words | (words &- Words(repeating: 0x2020_2020_2020_2020))
        }
        return (bits[0] | bits[1]) & 0x8080_8080_8080_8080 == 0
    }

    /// Returns whether a block is ASCII without control characters other than white space, as blocks with line ends are.
    private static func isASCII(_ block: UnsafePointer<UInt8>) -> Bool {
        var invalidBytes = ByteVector.Mask(repeating: false)
        for offset in stride(from: 0, to: blockSize, by: ByteVector.count) {
            // SAFETY: the block has `blockSize` bytes.
            invalidBytes = unsafe invalidBytes .| ByteVector(block + offset).isControlOrNonASCII
        }
        return !ByteVector.any(invalidBytes)
    }

    /// Returns whether a block is valid, given that the three bytes before it are.
    ///
    /// Non-ASCII text often changes between characters of different lengths. A branch at each change takes several
    /// times as long as examining sixteen bytes at once.
    private static func isValid(_ block: UnsafePointer<UInt8>) -> Bool {
        var invalidBytes = ByteVector.Mask(repeating: false)
        for offset in stride(from: 0, to: blockSize, by: ByteVector.count) {
            // SAFETY: the block has `blockSize` bytes, and three before it that belong to the text.
            let bytes = unsafe UnsafeRawPointer(block + offset)
            invalidBytes = unsafe invalidBytes
                .| ByteVector(bytes).invalidBytes(
                    after: ByteVector(bytes - 1), ByteVector(bytes - 2), ByteVector(bytes - 3))
        }
        return !ByteVector.any(invalidBytes)
    }

    /// Returns the end of the last character that ends at or before `index`, in valid text.
    private static func endOfCharacters(
        before index: Int, from start: Int, in bytes: UnsafePointer<UInt8>
    ) -> Int {
        // SAFETY: the index is inside the text, and not before `start`.
        guard index > start, unsafe bytes[index - 1] >= 0x80 else { return index }
        for (distance, lead) in [(1, 0xC0 as UInt8), (2, 0xE0), (3, 0xF0)] where index - distance >= start {
            if unsafe bytes[index - distance] >= lead { return index - distance }
        }
        return index
    }

    /// Returns the length of the character at `start`, which is not ASCII: 2 to 4; 0 if the rest of the character is
    /// missing; -1 if the character is not valid (Unicode 16, table 3-7).
    private func characterLength(at start: Int) -> Int {
        let first = text[start]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return -1
        }
        guard start + 1 < text.count else { return 0 }
        guard second.contains(text[start + 1]) else { return -1 }
        for index in start + 2..<max(start + length, start + 2) {
            guard index < text.count else { return 0 }
            guard text[index] & 0xC0 == 0x80 else { return -1 }
        }
        return length
    }
}
