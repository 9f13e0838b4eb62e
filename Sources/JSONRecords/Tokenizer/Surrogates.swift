/// Looks at the `\u` escapes of a string as it stands in the text, because libyajl makes other characters of
/// halves of surrogate pairs.
struct Surrogates: ~Escapable {
    /// The string between its quotes.
    private let raw: Span<UInt8>

    @_lifetime(copy raw)
    init(_ raw: Span<UInt8>) {
        self.raw = raw
    }

    /// Whether a string that libyajl has decoded may have had half of a surrogate pair in it.
    ///
    /// libyajl makes a question mark of a high half that stands alone, ED B0 80 to ED BF BF of a low one, and a
    /// character of four bytes of a high one before another escape. Most strings have nothing of the kind, and are
    /// not looked at as they stand in the text.
    static func mayBeUnpaired(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var suspicion: UInt8 = 0
        for index in 0..<count {
            // SAFETY: the caller lends `count` bytes.
            let byte = unsafe bytes[index]
            suspicion |= (byte == UInt8(ascii: "?") ? 1 : 0) | (byte >= 0xED ? 1 : 0)
        }
        return suspicion != 0
    }

    /// Whether each half of a pair stands beside its other half.
    var arePaired: Bool {
        var index = 0
        while let escape = nextEscape(from: index) {
            guard let unit = codeUnit(at: escape) else {
                index = escape + 2
                continue
            }
            index = escape + 6
            if UTF16.isTrailSurrogate(unit) { return false }
            guard UTF16.isLeadSurrogate(unit) else { continue }
            guard let low = codeUnit(at: index), UTF16.isTrailSurrogate(low) else { return false }
            index += 6
        }
        return true
    }

    /// The text the string stands for, with U+FFFD for each half that stands alone.
    func repaired() -> String {
        var units: [UInt8] = []
        var index = 0
        while let escape = nextEscape(from: index) {
            for position in index..<escape { units.append(raw[position]) }
            guard let unit = codeUnit(at: escape) else {
                units.append(Self.character(escaped: raw[escape + 1]))
                index = escape + 2
                continue
            }
            index = escape + 6
            var utf16 = [unit]
            if UTF16.isLeadSurrogate(unit), let low = codeUnit(at: index), UTF16.isTrailSurrogate(low) {
                utf16.append(low)
                index += 6
            }
            units += String(decoding: utf16, as: UTF16.self).utf8
        }
        for position in index..<raw.count { units.append(raw[position]) }
        return String(decoding: units, as: UTF8.self)
    }

    private func nextEscape(from start: Int) -> Int? {
        // SAFETY: the buffer does not leave the closure.
        let rest = raw.extracting(min(start, raw.count)...)
        return unsafe rest.withUnsafeBufferPointer { unsafe $0.firstIndex(ofByte: UInt8(ascii: "\\")) }.map {
            start + $0
        }
    }

    /// The code unit of a `\uXXXX` at a position, `nil` if there is another escape or none.
    private func codeUnit(at position: Int) -> UInt16? {
        guard position + 5 < raw.count, raw[position] == UInt8(ascii: "\\"),
            raw[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for index in position + 2..<position + 6 {
            guard let digit = Character(UnicodeScalar(raw[index])).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private static func character(escaped byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: byte
        }
    }
}
