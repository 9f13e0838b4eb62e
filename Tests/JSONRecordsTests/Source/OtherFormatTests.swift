import Testing

@testable import JSONRecords

@Suite struct OtherFormatTests {
    /// The first block of an archive with one file.
    private static func tar(_ name: String) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        header.replaceSubrange(0..<name.utf8.count, with: name.utf8)
        header.replaceSubrange(100..<108, with: "0000644\0".utf8)
        header.replaceSubrange(257..<263, with: "ustar\0".utf8)
        return header
    }

    private static let samples: [([UInt8], OtherFormat)] = [
        ([0x50, 0x4B, 0x03, 0x04, 0x14], .zip),
        ([0x50, 0x4B, 0x05, 0x06, 0x00], .zip),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0x00], .sevenZip),
        (Array("PAR1\u{15}".utf8), .parquet),
        (Array("SQLite format 3\0".utf8), .sqlite),
        (Array("<!DOCTYPE HTML>".utf8), .html),
        (Array("<html lang=\"en\">".utf8), .html),
        (Array("<Head><title>".utf8), .html),
        (Array("<?xml version=\"1.0\"?>".utf8), .xml),
        (Array("Obj\u{1}\u{4}".utf8), .avro),
        ([0xFF, 0x06, 0x00, 0x00] + Array("sNaPpY".utf8), .snappy),
        ([0x5D, 0x00, 0x00, 0x80, 0x00], .lzma),
        ([0x1F, 0x8B, 0x08, 0x00], .gzip),
        (Array("version https://git-lfs.github.com/spec/v1\n".utf8), .gitLFS),
        ([0xAB, 0x01, 0x00, 0x00, 0x02] + Array("name\0".utf8), .bson),
        (tar("dump.json"), .tar),
        (tar("tweets.json"), .tar),
        (tar("2024.json"), .tar),
        (tar(String(repeating: "d", count: 100)), .tar),
    ]

    @Test(arguments: samples)
    func firstBytesDetermineFormat(start: [UInt8], format: OtherFormat) {
        #expect(OtherFormat.detect(in: start.span, isAtEnd: false) == .found(format))
        #expect(OtherFormat.detect(in: start.span, isAtEnd: true) == .found(format))
    }

    @Test(arguments: samples)
    func prefixIsUndecidedOrHasFormatOfText(start: [UInt8], format: OtherFormat) {
        for count in 0..<start.count {
            let prefix = Array(start.prefix(count))
            let detection = OtherFormat.detect(in: prefix.span, isAtEnd: false)
            #expect(count == 0 || detection == .undecided || detection == .found(format), "\(count)")
        }
    }

    @Test func everyFormatWithMagicNumberIsTested() {
        let texts: Set<OtherFormat> = [
            .javaScript, .jsonp, .guardedJSON, .serverSentEvents, .csv, .prefixedJSON, .loggedObjects, .yaml,
            .python, .commentedJSON, .linesWithCommas,
        ]
        #expect(Set(Self.samples.map(\.1)) == Set(OtherFormat.allCases).subtracting(texts.union([.brotli])))
    }

    /// The first value of a stream may arrive long before the next byte.
    @Test(arguments: [
        "{", "[", "\u{1E}", "\"", "{\"a\":1}", "1\n", "-1 ", "true\n", "null\r\n", "1,", "7\n", "<p>\n",
        "# comment\n",
        "PK\n",
        "Server started\n", "00\n\0\u{10}0",
    ])
    func firstLineOfTextIsDecidedWithoutMoreBytes(text: String) {
        let start = Array(text.utf8)
        #expect(OtherFormat.detect(in: start.span, isAtEnd: false) == OtherFormat.Detection.none)
    }

    @Test(arguments: ["1", "true", "7", "PK", "<htm", "dump.json", "Z"])
    func incompleteTextIsDecidedAtItsEnd(text: String) {
        let start = Array(text.utf8)
        #expect(OtherFormat.detect(in: start.span, isAtEnd: false) == .undecided)
        #expect(OtherFormat.detect(in: start.span, isAtEnd: true) == OtherFormat.Detection.none)
    }

    @Test(
        arguments: [
            ("{\"a\":1}\n{\"a\":2}\n", nil), ("Server started\n{\"a\":1}\n", nil), ("oops\n", nil),
            ("Error: rate limit exceeded\n", nil), ("Server started [ok]\n", nil),
            ("level: info\n{\"a\":1}\n", nil),
            ("export const x = [\n", .javaScript), ("\n\nid: 1\nname: x\n", .yaml),
            ("1, 2, 3\n", nil),
            ("---\nid: 1\n", .yaml), ("- id: 1\n- id: 2\n", .yaml), ("name: x\nids:\n- 1\n", .yaml),
            ("{\"a\":1,}\n", nil),
            ("id,name\n1,x\n", .csv), ("Hello, world\nfoo\n", nil), ("{a:1}\n", nil), ("(1)\n", nil),
            ("f({\"a\":1})", .jsonp), ("let x = [\n", .javaScript),
            ("2024-01-01 INFO {\"a\":1}\n", .prefixedJSON), ("[1-2] up\n{\"a\":1}\n", .loggedObjects),
            ("0:00 [main] {\"a\":1}\n", .loggedObjects), ("[1, [2], {\"a\":1}\n", nil),
            ("\n// c\n{}", .commentedJSON),
        ] as [(String, OtherFormat?)])
    func textDeterminesFormat(text: String, format: OtherFormat?) {
        #expect(OtherFormat(text: text) == format)
    }

    @Test(arguments: [("dump.json.br", true), ("DUMP.BR", true), ("dump.json", false), ("br", false)])
    func extensionDeterminesBrotli(name: String, isBrotli: Bool) {
        #expect(OtherFormat(extensionOf: name) == (isBrotli ? .brotli : nil))
    }
}
