/// Finds where strings end and where their escapes are, in the text as it stands: what a backslash means to a scan is said
/// here only.
@usableFromInline
package struct StringScanner: ~Escapable {
    @usableFromInline let text: Span<UInt8>

    @inlinable
    @_lifetime(copy text)
    package init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// The end of the string that a position is in, its closing quote included; `nil` if the text ends before.
    ///
    /// A raw line feed ends a string as well: no string may hold one, and the line after it is another's.
    ///
    /// - Parameter position: where to search, not within an escape; left where to search again once there is more text.
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

    /// The first quote, backslash or line feed from a position on. Sixteen bytes at a time take a third of the instructions.
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

    /// The opening quote of the string that ends at `end`, its closing quote included.
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

    /// The next backslash that begins an escape, from a position on that is not within one.
    func nextEscape(from position: Int) -> Int? {
        let rest = text.extracting(min(position, text.count)...)
        // SAFETY: the buffer does not leave the closure.
        return unsafe rest.withUnsafeBufferPointer { unsafe $0.firstIndex(ofByte: UInt8(ascii: "\\")) }
            .map { position + $0 }
    }
}
