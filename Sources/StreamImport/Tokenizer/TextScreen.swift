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
            index = skipPlainBlocks(from: index)
            guard index < text.count else { return .clean }
            // The rest of a block that is not plain, one character at a time.
            let end = min(index + Self.blockSize, text.count)
            while index < end {
                let byte = text[index]
                if byte < 0x80 {
                    guard byte >= 0x20 || TokenScanner.isWhiteSpace(byte) else {
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
    }

    /// Skips blocks of ASCII without control characters other than white space.
    private func skipPlainBlocks(from start: Int) -> Int {
        // SAFETY: the loop's condition keeps each block inside of the span; the pointer does not outlive the
        // closure. A bounds check for each byte would keep the compiler from using vector instructions.
        unsafe text.withUnsafeBufferPointer { buffer in
            guard let bytes = unsafe buffer.baseAddress else { return start }
            var index = start
            while index + Self.blockSize <= buffer.count, unsafe Self.isPlain(bytes + index) {
                index += Self.blockSize
            }
            return index
        }
    }

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
