/// The spelling of a string in the text, with its escapes. Unpaired surrogates are detected in the spelling, because
/// libyajl decodes them to other characters.
package struct StringSpelling: ~Escapable {
    /// The spelling of the string without its quotes, or a text with strings.
    private let raw: Span<UInt8>

    /// - Parameter raw: the spelling of a string without its quotes. To search for unpaired surrogates, any valid JSON text.
    @_lifetime(copy raw)
    package init(_ raw: Span<UInt8>) {
        self.raw = raw
    }

    /// Returns whether a string that libyajl has decoded may have had an unpaired surrogate.
    ///
    /// libyajl decodes an unpaired high surrogate to a question mark, a low one to ED B0 80 to ED BF BF, and a high one
    /// before another escape to a character of four bytes. Most strings have none of these bytes, and their spelling in
    /// the text is not examined.
    static func mayHaveUnpairedSurrogate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var flags: UInt8 = 0
        for index in 0..<text.count {
            // SAFETY: the caller lends the bytes, and the index is less than their count.
            let byte = unsafe text[index]
            flags |= (byte == UInt8(ascii: "?") ? 1 : 0) | (byte >= 0xED ? 1 : 0)
        }
        return flags != 0
    }

    /// The decoded text, with U+FFFD for each unpaired surrogate; `nil` if the string has none.
    var repaired: String? { hasUnpairedSurrogate ? decoded : nil }

    /// The decoded text, with U+FFFD for each unpaired surrogate.
    var decoded: String { String(decoding: decodedBytes, as: UTF8.self) }

    /// The bytes of the decoded text, with U+FFFD for each unpaired surrogate.
    package var decodedBytes: [UInt8] {
        var (bytes, position): ([UInt8], Int) = ([], 0)
        while let escape = escape(from: position) {
            bytes.append(copying: raw.extracting(position..<escape.range.lowerBound))
            bytes += escape.text.utf8
            position = escape.range.upperBound
        }
        bytes.append(copying: raw.extracting(position...))
        return bytes
    }

    /// Whether an escape is an unpaired surrogate.
    package var hasUnpairedSurrogate: Bool {
        // Most texts have no escapes.
        guard var position = StringScanner(raw).nextEscape(from: 0), mayHaveSurrogates else { return false }
        while let escape = escape(from: position) {
            if escape.isUnpaired { return true }
            position = escape.range.upperBound
        }
        return false
    }

    /// Whether `\ud` or `\uD` occurs, with which the escape of each surrogate begins.
    ///
    /// Examines sixteen positions at once: most strings have other escapes, each of which would take a call.
    private var mayHaveSurrogates: Bool {
        // SAFETY: a vector is read at positions at least two before the last one that it fits at, and the buffer does
        // not leave the closure.
        unsafe raw.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + ByteVector.count + 2 <= bytes.count {
                let start = unsafe UnsafeRawPointer(bytes.baseAddress! + index)
                let found = unsafe ByteVector.surrogateEscapes(
                    ByteVector(start), ByteVector(start + 1), ByteVector(start + 2))
                if ByteVector.any(found) { return true }
                index += ByteVector.count
            }
            return (index..<max(index, bytes.count - 2)).contains {
                unsafe bytes[$0] == UInt8(ascii: "\\") && bytes[$0 + 1] == UInt8(ascii: "u")
                    && bytes[$0 + 2] | 0x20 == UInt8(ascii: "d")
            }
        }
    }

    // MARK: - Escapes

    /// An escape, or the two escapes of a surrogate pair.
    private struct Escape {
        let range: Range<Int>
        /// The code unit; for a pair, the high surrogate.
        let unit: UInt16
        /// The low surrogate of a pair.
        var low: UInt16?

        var isUnpaired: Bool { low == nil && (UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit)) }

        var text: String { String(decoding: [unit, low].compactMap(\.self), as: UTF16.self) }
    }

    /// Returns the first escape, or pair of escapes, at or after a position that is not within an escape.
    private func escape(from position: Int) -> Escape? {
        guard let start = StringScanner(raw).nextEscape(from: position) else { return nil }
        guard let unit = codeUnit(at: start) else {
            return Escape(range: start..<start + 2, unit: Self.character(escaped: raw[start + 1]))
        }
        guard UTF16.isLeadSurrogate(unit), let low = codeUnit(at: start + 6), UTF16.isTrailSurrogate(low)
        else {
            return Escape(range: start..<start + 6, unit: unit)
        }
        return Escape(range: start..<start + 12, unit: unit, low: low)
    }

    /// Returns the code unit of a `\uXXXX` at a position; `nil` if no such escape begins there.
    private func codeUnit(at position: Int) -> UInt16? {
        guard position + 5 < raw.count, raw[position] == UInt8(ascii: "\\"),
            raw[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for index in position + 2..<position + 6 {
            guard let digit = Self.digit(raw[index]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// Returns the value of a hexadecimal digit; `nil` for other bytes.
    private static func digit(_ byte: UInt8) -> UInt16? {
        let decimal = byte &- UInt8(ascii: "0")
        if decimal < 10 { return UInt16(decimal) }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? UInt16(letter) + 10 : nil
    }

    private static func character(escaped byte: UInt8) -> UInt16 {
        switch byte {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: UInt16(byte)
        }
    }
}

/// A scanner for the beginnings, the ends and the escapes of strings in raw text. All scans use this type to find out
/// which backslashes begin escapes.
@usableFromInline
package struct StringScanner: ~Escapable {
    @usableFromInline let text: Span<UInt8>

    @inlinable
    @_lifetime(copy text)
    package init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// Returns the position after the closing quote of the string that `position` is in; `nil` if the text ends before
    /// that quote.
    ///
    /// A raw line feed or record separator also ends a string: a string must not contain one, and the next line or text does
    /// not belong to the string.
    ///
    /// - Parameter position: the position at which to start the search, not within an escape. If the text ends, set to
    ///   the position at which to resume the search in more text.
    package func end(resumingAt position: inout Int) -> Int? {
        while let next = endOfPlainText(from: position) {
            position = next
            guard text[next] == UInt8(ascii: "\\") else { return next + 1 }
            guard next + 1 < text.count else { return nil }
            position += Separator(rawValue: text[next + 1]) == nil ? 2 : 1
        }
        position = max(position, text.count)
        return nil
    }

    /// Returns the position of the first quote, backslash or separator at or after a position. Examining sixteen bytes
    /// at a time takes a third of the instructions of examining single bytes.
    private func endOfPlainText(from position: Int) -> Int? {
        var index = position
        while index + ByteVector.count <= text.count {
            if let found = ByteVector.first(ByteVector(text, at: index).endsPlainText) {
                return index + found
            }
            index += ByteVector.count
        }
        return (index..<max(index, text.count)).first { Self.endsPlainText(text[$0]) }
    }

    private static func endsPlainText(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || Separator(rawValue: byte) != nil
    }

    /// Returns the position of the opening quote of the string whose closing quote is the byte before `end`.
    ///
    /// Inside a string every quote follows an odd number of backslashes; the opening quote follows none.
    func start(endingAt end: Int) -> Int {
        var index = end - 2
        while index > 0 {
            if text[index] == UInt8(ascii: "\"") {
                var backslashes = 0
                while index - backslashes > 0, text[index - backslashes - 1] == UInt8(ascii: "\\") {
                    backslashes += 1
                }
                if backslashes.isMultiple(of: 2) { return index }
            }
            index -= 1
        }
        return max(index, 0)
    }

    /// Returns the position of the next backslash at or after a position that is not within an escape; `nil` if there
    /// is none. This backslash begins an escape.
    func nextEscape(from position: Int) -> Int? {
        text.extracting(min(position, text.count)...).firstIndex(of: UInt8(ascii: "\\"))
            .map { position + $0 }
    }
}

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
