/// A scanner for the ends and the escapes of strings in raw text. Only this type implements the meaning of a backslash in
/// a scan.
@usableFromInline
package struct StringScanner: ~Escapable {
    @usableFromInline let text: Span<UInt8>

    @inlinable
    @_lifetime(copy text)
    package init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// Returns the end of the string that a position is in, including its closing quote; `nil` if the text ends before.
    ///
    /// A raw line feed also ends a string: a string may not hold one, and the next line does not belong to the string.
    ///
    /// - Parameter position: where to start the search, not within an escape. Set to where to resume it if the text ends.
    package func end(resumingAt position: inout Int) -> Int? {
        while let next = endOfPlainText(from: position) {
            position = next
            guard text[next] == UInt8(ascii: "\\") else { return next + 1 }
            guard next + 1 < text.count else { return nil }
            position += text[next + 1] == 0x0A ? 1 : 2
        }
        position = max(position, text.count)
        return nil
    }

    /// Returns the position of the first quote, backslash or line feed at or after a position. Examining sixteen bytes at a
    /// time takes a third of the instructions.
    private func endOfPlainText(from position: Int) -> Int? {
        // SAFETY: the bytes are read within their count; the buffer does not leave the closure.
        unsafe text.withUnsafeBufferPointer { bytes in
            var index = position
            while index + ByteVector.count <= bytes.count {
                let vector = unsafe ByteVector(UnsafeRawPointer(bytes.baseAddress! + index))
                if let found = ByteVector.first(vector.endsPlainText) { return index + found }
                index += ByteVector.count
            }
            return (index..<max(index, bytes.count)).first { unsafe Self.endsPlainText(bytes[$0]) }
        }
    }

    private static func endsPlainText(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x0A
    }

    /// Returns the position of the opening quote of the string that ends at `end`, including its closing quote.
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

    /// Returns the position of the next backslash that begins an escape, at or after a position that is not within one.
    func nextEscape(from position: Int) -> Int? {
        let rest = text.extracting(min(position, text.count)...)
        // SAFETY: the buffer does not leave the closure.
        return unsafe rest.withUnsafeBufferPointer { unsafe $0.firstIndex(ofByte: UInt8(ascii: "\\")) }
            .map { position + $0 }
    }
}
