/// A target that writes values as JSON text.
///
/// The escapes and the indentation are those of libyajl's generator, which calls a function for each quote, separator and
/// string. With that generator, writing a row with JSON takes 11% more instructions (people).
package final class TextTarget: ExportTarget {
    private let buffer: OutputBuffer
    private let isIndented: Bool
    /// Whether the text must be a single line.
    private let isLine: Bool
    /// The number of open brackets.
    private var depth = 0
    /// Whether a value precedes the next one in its array or object.
    private var hasPrevious = false
    /// Whether the next value belongs to the key that was written last.
    private var hasKey = false

    package init(buffer: OutputBuffer, isIndented: Bool, isLine: Bool = false) {
        self.buffer = buffer
        self.isIndented = isIndented
        self.isLine = isLine
    }

    // MARK: - Parts

    package func put(_ scalar: ExportedScalar) {
        switch scalar {
        case .null: put(literal: "null")
        case .bool(let value): put(literal: value ? "true" : "false")
        case .string(let text): put(text)
        case .integer(let number): put(number: String(number))
        case .unsigned(let number): put(number: String(number))
        case .double(let number): put(number: number.description)
        case .decimal(let number): put(number: number.description)
        case .number(let text): put(number: text)
        }
    }

    package func put(_ text: String) {
        startValue()
        write(text)
        endValue()
    }

    package func put(json text: [UInt8]) -> Bool {
        startValue()
        // SAFETY: the bytes are valid for the call, and the buffer copies them.
        unsafe (isLine ? text.inOneLine : text).withUnsafeBytes { unsafe buffer.append($0) }
        endValue()
        return true
    }

    package func key(_ key: String) {
        startValue()
        write(key)
        buffer.append(UInt8(ascii: ":"))
        if isIndented { buffer.append(UInt8(ascii: " ")) }
        hasKey = true
    }

    package func start(isObject: Bool) {
        startValue()
        buffer.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if isIndented { buffer.append("\n") }
        depth += 1
        hasPrevious = false
    }

    package func end(isObject: Bool) {
        depth -= 1
        if isIndented {
            buffer.append("\n")
            indent()
        }
        buffer.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        endValue()
    }

    /// Prepares for another text.
    package func reset() {
        (depth, hasPrevious, hasKey) = (0, false, false)
    }

    /// Prepares for another text on a new line.
    func startLine() {
        reset()
        buffer.append("\n")
    }

    // MARK: - Text

    private func put(literal text: StaticString) {
        startValue()
        buffer.append(text)
        endValue()
    }

    private func put(number: String) {
        startValue()
        var text = number
        // SAFETY: the bytes are valid for the call, and the buffer copies them.
        text.withUTF8 { unsafe buffer.append(UnsafeRawBufferPointer($0)) }
        endValue()
    }

    /// Writes the separator and the indentation before a key, or before a value that has no key.
    private func startValue() {
        guard !hasKey else {
            hasKey = false
            return
        }
        if hasPrevious { buffer.append(UInt8(ascii: ",")) }
        guard isIndented else { return }
        if hasPrevious { buffer.append("\n") }
        indent()
    }

    private func endValue() {
        hasPrevious = true
        if isIndented, depth == 0 { buffer.append("\n") }
    }

    private func indent() {
        for _ in 0..<depth { buffer.append("    ") }
    }

    /// Writes a string between quotation marks.
    private func write(_ text: String) {
        var text = text
        // SAFETY: the bytes are valid for the call, and the buffer copies them.
        text.withUTF8 { unsafe write(UnsafeRawBufferPointer($0)) }
    }

    private func write(_ text: UnsafeRawBufferPointer) {
        let quote = UInt8(ascii: "\"")
        // SAFETY: `end` is at least `start`, and not greater than the count of the bytes, which the caller keeps.
        var end = unsafe Self.endOfPlainText(text, from: 0)
        guard end < text.count else { return unsafe buffer.append(text, between: quote) }
        buffer.append(quote)
        var start = 0
        while end < text.count {
            unsafe buffer.append(UnsafeRawBufferPointer(rebasing: text[start..<end]))
            writeEscape(of: unsafe text[end])
            start = end + 1
            end = unsafe Self.endOfPlainText(text, from: start)
        }
        unsafe buffer.append(UnsafeRawBufferPointer(rebasing: text[start...]))
        buffer.append(quote)
    }

    /// Returns the index of the first byte that must be escaped, or the count of the bytes.
    private static func endOfPlainText(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        // SAFETY: the conditions keep the index, and the seven bytes after that of a word, within the bytes.
        while index + 8 <= text.count,
            !isEscaped(inWord: unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        {
            index += 8
        }
        while index < text.count, !isEscaped(unsafe text[index]) { index += 1 }
        return index
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Returns whether any of eight bytes must be escaped.
    private static func isEscaped(inWord word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
        let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
        // A subtraction borrows from the highest bit of a byte if the byte is less than what is subtracted.
        let less =
            (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        return less & (ones &* 0x80) != 0
    }

    private func writeEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): buffer.append(#"\""#)
        case UInt8(ascii: "\\"): buffer.append(#"\\"#)
        case 0x08: buffer.append(#"\b"#)
        case 0x09: buffer.append(#"\t"#)
        case 0x0A: buffer.append(#"\n"#)
        case 0x0C: buffer.append(#"\f"#)
        case 0x0D: buffer.append(#"\r"#)
        default:
            buffer.append(byte < 0x10 ? (#"\u000"# as StaticString) : #"\u001"#)
            let digit = byte & 0xF
            buffer.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
    }
}

extension [UInt8] {
    /// A JSON text with spaces for line feeds and carriage returns, which are white space between its tokens.
    fileprivate var inOneLine: [UInt8] {
        let lineEnds = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        return contains { lineEnds.contains($0) }
            ? map { lineEnds.contains($0) ? UInt8(ascii: " ") : $0 } : self
    }
}
