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
            for index in position..<escape.range.lowerBound { bytes.append(raw[index]) }
            bytes += escape.text.utf8
            position = escape.range.upperBound
        }
        for index in position..<raw.count { bytes.append(raw[index]) }
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
