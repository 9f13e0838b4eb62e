/// Checks that bytes are valid UTF-8 and hold no control characters but JSON's white space.
///
/// libyajl is lenient about both. A pass over whole vectors of bytes costs 2% of what parsing them costs,
/// and libyajl saves more than that once it does not look at the encoding itself.
struct TextScreen: ~Escapable {
    /// How far the text is good, and what ends it.
    enum Verdict: Equatable {
        /// All of it is good.
        case clean
        /// The bytes from this offset on are the beginning of a character, whose rest is still to come.
        case incomplete(from: Int)
        /// The byte at this offset is no UTF-8.
        case invalidUTF8(at: Int)
        /// The byte at this offset is a control character.
        case controlCharacter(at: Int)
    }

    private static let blockSize = 64

    private let text: Span<UInt8>

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    func verdict() -> Verdict {
        var index = 0
        while true {
            index = skipGoodText(from: index)
            guard index < text.count else { return .clean }
            // What is left is the end of the text, or a fault: one character at a time tells.
            let byte = text[index]
            if byte < 0x80 {
                guard byte >= 0x20 || TokenScanner.isWhiteSpace(byte) else { return .controlCharacter(at: index) }
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

    /// Skips text that is good, as far as whole blocks go.
    private func skipGoodText(from start: Int) -> Int {
        // SAFETY: a block is looked at only where the text has one more byte than a block and the longest
        // character have; the pointer does not outlive the closure. A bounds check for each byte would keep the
        // compiler from using vector instructions.
        unsafe text.withUnsafeBufferPointer { buffer in
            guard let bytes = buffer.baseAddress else { return start }
            var index = start
            while index + Self.blockSize + 4 <= buffer.count {
                let block = unsafe bytes + index
                if unsafe Self.isPrintable(block) || Self.isPlain(block) {
                    index += Self.blockSize
                } else {
                    let end = index + Self.blockSize
                    while index < end {
                        let length = unsafe Self.goodLength(bytes + index)
                        guard length > 0 else { return index }
                        index += length
                    }
                }
            }
            return index
        }
    }

    /// How many bytes are good at a place behind which there are at least four: those of one character, or of
    /// four printable ASCII ones. 0 if that is not easily told.
    @inline(__always)
    private static func goodLength(_ place: UnsafePointer<UInt8>) -> Int {
        let word = unsafe UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self))
        if (word | (word &- 0x2020_2020)) & 0x8080_8080 == 0 { return 4 }
        let first = UInt8(truncatingIfNeeded: word)
        if first < 0x80 { return first >= 0x20 || TokenScanner.isWhiteSpace(first) ? 1 : 0 }
        if word & 0xC0C0F0 == 0x8080E0 {
            // Neither one that fits in two bytes, nor half of a surrogate pair.
            let value = (word & 0x0F) << 6 | (word >> 8 & 0x3F)
            return value >= 0x20 && value & 0x3E0 != 0x360 ? 3 : 0
        }
        if word & 0xC0E0 == 0x80C0 { return first >= 0xC2 ? 2 : 0 }
        if word & 0xC0C0_C0F8 == 0x8080_80F0 {
            // Neither one that fits in three bytes, nor one beyond U+10FFFF.
            let value = (word & 0x07) << 6 | (word >> 8 & 0x3F)
            return value >= 0x10 && value < 0x110 ? 4 : 0
        }
        return 0
    }

    /// Whether a block is ASCII without any control character, as nearly all blocks of compact JSON are.
    ///
    /// Eight bytes at a time: a byte has its high bit set, or gets it when 0x20 is taken away from it, if and
    /// only if it, or one below it in the word, is not printable.
    @inline(__always)
    private static func isPrintable(_ block: UnsafePointer<UInt8>) -> Bool {
        var bits: UInt64 = 0
        for offset in stride(from: 0, to: blockSize, by: 8) {
            let word = unsafe UnsafeRawPointer(block).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            bits |= word | (word &- 0x2020_2020_2020_2020)
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// Whether a block is ASCII without control characters other than white space.
    @inline(__always)
    private static func isPlain(_ block: UnsafePointer<UInt8>) -> Bool {
        var faults: UInt8 = 0
        for index in 0..<blockSize {
            let byte = unsafe block[index]
            let isControl: UInt8 = byte < 0x20 ? 1 : 0
            let isWhite: UInt8 = byte == 0x0A || byte == 0x0D || byte == 0x09 ? 1 : 0
            faults |= (isControl ^ isWhite) | byte & 0x80
        }
        return faults == 0
    }

    /// The length of the character at `start`, which is not ASCII: 2 to 4; 0 if its rest is missing; -1 if it
    /// is not valid (Unicode 16, table 3-7).
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
