import Testing

@testable import JSONRecords

@Suite struct TextEncodingTests {
    @Test(arguments: [
        ([0xEF, 0xBB, 0xBF], TextEncoding.utf8(skipping: 3)),
        ([0xFE, 0xFF, 0x00, 0x5B], .unsupported("UTF-16BE")),
        ([0xFF, 0xFE, 0x5B, 0x00], .unsupported("UTF-16LE")),
        ([0x00, 0x00, 0xFE, 0xFF], .unsupported("UTF-32BE")),
        ([0xFF, 0xFE, 0x00, 0x00], .unsupported("UTF-32LE")),
        ([0xFE, 0xFF], .unsupported("UTF-16BE")),
        ([0xFF, 0xFE], .unsupported("UTF-16LE")),
    ])
    func byteOrderMarkDeterminesEncoding(start: [UInt8], encoding: TextEncoding) {
        #expect(detectedEncoding(on: start, isAtEnd: true) == encoding)
        #expect(detectedEncoding(on: start + [0x20, 0x20], isAtEnd: false) == encoding)
    }

    @Test(arguments: [
        (Array("[{\"a".utf8), TextEncoding.utf8(skipping: 0)),
        (Array("\"é\"".utf8), .utf8(skipping: 0)),
        ([], .utf8(skipping: 0)),
        (Array("1".utf8), .utf8(skipping: 0)),
        ([0x00, 0x5B, 0x00, 0x22], .unsupported("UTF-16BE")),
        ([0x5B, 0x00, 0x22, 0x00], .unsupported("UTF-16LE")),
        ([0x00, 0x00, 0x00, 0x5B], .unsupported("UTF-32BE")),
        ([0x5B, 0x00, 0x00, 0x00], .unsupported("UTF-32LE")),
        ([0x00, 0x22, 0x65, 0xE5], .unsupported("UTF-16BE")),
        ([0x22, 0x00, 0xE5, 0x65], .unsupported("UTF-16LE")),
        ([0x00, 0x31], .unsupported("UTF-16BE")),
        ([0x31, 0x00], .unsupported("UTF-16LE")),
    ])
    func nulsDetermineEncodingWithoutByteOrderMark(text: [UInt8], encoding: TextEncoding) {
        #expect(detectedEncoding(on: text, isAtEnd: true) == encoding)
    }

    @Test(
        arguments: [
            [0xEF, 0xBB], [0xEF, 0xBB, 0x20, 0x20], [0x00], [0x00, 0x00], [0x00, 0x00, 0x00, 0x00],
            [0x00, 0x5B, 0x5D, 0x0A], [0x5B, 0x00, 0x5D, 0x0A], [0x5B, 0x5D, 0x00, 0x00], [0xFE, 0xFE],
        ] as [[UInt8]])
    func unrecognizedBytesAreTreatedAsUTF8(text: [UInt8]) {
        #expect(detectedEncoding(on: text, isAtEnd: true) == .utf8(skipping: 0))
    }

    /// Compares each text of four bytes that the detection can distinguish with all its prefixes.
    @Test func prefixIsUndecidedOrHasEncodingOfText() {
        let distinctBytes: [UInt8] = [0x00, 0x22, 0x5B, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF]
        for number in 0..<4096 {
            let text = (0..<4).map { distinctBytes[(number >> ($0 * 3)) & 7] }
            let encoding = detectedEncoding(on: text, isAtEnd: false)
            #expect(encoding != .undecided)
            for count in 0..<4 {
                let prefixEncoding = detectedEncoding(on: Array(text.prefix(count)), isAtEnd: false)
                #expect(prefixEncoding == .undecided || prefixEncoding == encoding, "\(text), \(count)")
            }
        }
    }

    @Test func unsupportedEncodingErrorAdvisesConversion() {
        let error = ImportError.unsupportedEncoding("UTF-16LE")
        #expect(error.code == .invalidEncoding)
        #expect(
            error.description == """
                expected UTF-8, found UTF-16LE; convert it to UTF-8 first, for example with \
                iconv -f UTF-16LE -t UTF-8 FILE
                """)
    }

    private func detectedEncoding(on text: [UInt8], isAtEnd: Bool) -> TextEncoding {
        TextEncoding.detect(in: text.span, isAtEnd: isAtEnd)
    }
}
