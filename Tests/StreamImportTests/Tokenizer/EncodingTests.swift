import StreamImport
import Testing

/// Text that is not UTF-8 is an error.
@Suite(.manyVariants) struct EncodingTests {
    /// Bytes that are not UTF-8, and the index of the first invalid byte.
    static let invalidSamples: [(bytes: [UInt8], invalidIndex: Int)] = [
        ([0x80], 0), ([0xBF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC2, 0x20], 0),
        ([0xE0, 0x80, 0x80], 0), ([0xE0, 0x9F, 0xBF], 0), ([0xED, 0xA0, 0x80], 0), ([0xED, 0xBF, 0xBF], 0),
        ([0xE2, 0x82, 0x20], 0), ([0xE2, 0x28, 0xA1], 0),
        ([0xF0, 0x80, 0x80, 0x80], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
        ([0xF0, 0x9F, 0x98, 0x20], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xF7, 0xBF, 0xBF, 0xBF], 0),
        ([0xF8, 0x88, 0x80, 0x80, 0x80], 0), ([0xFE], 0), ([0xFF], 0),
        (Array("é".utf8) + [0xFF], 2), (Array("日本".utf8) + [0xC3], 6), (Array("😀".utf8) + [0x98], 4),
    ]

    private func hexadecimal(_ byte: UInt8) -> String { "0x" + String(byte, radix: 16, uppercase: true) }

    @Test(arguments: invalidSamples)
    func invalidUTF8InStringReportsByteOffset(bytes: [UInt8], invalidIndex: Int) async throws {
        let text = Array("[\"a\",\n \"b".utf8) + bytes + Array("c\"]".utf8)
        let outcome = try await importAllVariants(to: String.self, from: text)
        #expect(outcome.records == ["a"])
        let offset = 9 + invalidIndex
        #expect(
            outcome.message == """
                invalidEncoding at 2:2 (7), record 2, $[1]: expected UTF-8, found \
                \(hexadecimal(bytes[invalidIndex])) at byte \(offset)
                """)
        #expect(outcome.error?.advice == "convert the input to UTF-8")
    }

    @Test(arguments: invalidSamples)
    func invalidUTF8OutsideStringsThrows(bytes: [UInt8], invalidIndex: Int) async throws {
        let outcome = try await importAllVariants(
            to: Int.self, from: Array("[1, ".utf8) + bytes + Array("]".utf8))
        #expect(outcome.records == [1])
        // If the bytes begin with a valid character, the error reports that character.
        #expect(outcome.error?.code == (invalidIndex == 0 ? .invalidEncoding : .invalidToken))
        #expect(outcome.error?.location?.offset == 4)
        #expect(outcome.error?.record == 2)
    }

    @Test(arguments: invalidSamples)
    func invalidUTF8InKeyOrSkippedValueThrows(bytes: [UInt8], invalidIndex: Int) async throws {
        for (head, tail) in [("[{\"", "\":1}]"), ("[{\"z\":[\"", "\"]}]"), ("{\"z\":{\"", "\":1}}")] {
            let text = Array(head.utf8) + bytes + Array(tail.utf8)
            let outcome = try await importAllVariants(to: Point.self, from: text)
            #expect(outcome.error?.code == .invalidEncoding)
            #expect(outcome.error?.location?.offset == head.utf8.count - 1)
            #expect(outcome.records == [])
        }
    }

    @Test(
        arguments: [[0xC3], [0xE6], [0xE6, 0x97], [0xF0], [0xF0, 0x9F], [0xF0, 0x9F, 0x98]] as [[UInt8]])
    func truncatedCharacterAtEndThrowsUnexpectedEnd(bytes: [UInt8]) async throws {
        for head in ["[\"a", "[1,", "[]"] {
            let text = Array(head.utf8) + bytes
            let outcome = try await importAllVariants(to: JSONValue.self, from: text)
            #expect(outcome.error?.code == .unexpectedEnd)
            #expect(outcome.error?.location?.offset == text.count)
        }
    }

    @Test func nonASCIICharactersArePreserved() async throws {
        let samples = [
            "\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\u{D7FF}\u{E000}\u{FFFD}", "日本語", "e\u{301}", "👨‍👩‍👧",
            "\u{7F}\u{85}\u{2028}\u{2029}\u{FEFF}", String(repeating: "é", count: 100),
        ]
        for sample in samples {
            let outcome = try await importAllVariants(
                to: [String: String].self, from: "[{\"\(sample)\":\"\(sample)\"}]")
            #expect(outcome.records == [[sample: sample]])
            #expect(outcome.records?.first?.keys.first.map { Array($0.utf8) } == Array(sample.utf8))
        }
    }

    @Test(arguments: ImportFormat.allCases)
    func byteOrderMarkIsSkipped(format: ImportFormat) async throws {
        let text = "\u{FEFF}{\"x\":1}"
        let outcome = try await importAllVariants(to: Point.self, from: text) { $0.format = format }
        #expect(outcome.records == [Point(x: 1)])
        #expect(outcome.summary?.textBytes == 10)
    }

    @Test func byteOrderMarkCountsTowardOffset() async throws {
        let outcome = try await importAllVariants(to: Int.self, from: "\u{FEFF}[1,\nx]")
        #expect(outcome.error?.location == StreamImport.SourceLocation(offset: 7, line: 2, column: 1))
    }

    @Test func byteOrderMarkAfterStartOfTextThrowsSyntaxError() async throws {
        for text in ["\u{FEFF}\u{FEFF}[1]", " \u{FEFF}[1]", "[\u{FEFF}1]", "[1]\u{FEFF}"] {
            let outcome = try await importAllVariants(to: Int.self, from: text) { $0.format = .json }
            #expect(outcome.error?.category == .syntax, "\(text.debugDescription)")
            #expect(outcome.error?.message.hasSuffix("found a byte order mark") == true)
            #expect(outcome.error?.advice?.hasPrefix("remove the mark") == true)
        }
    }

    /// The message quoted the first byte of the character as U+FFFD.
    @Test(arguments: ["“", "é", "😀", "\u{A0}"])
    func unexpectedCharacterIsQuoted(character: String) async throws {
        let outcome = try await importAllVariants(to: Int.self, from: "[1,\(character)2]")
        #expect(outcome.error?.message == "expected JSON, found \(character)")
    }

    @Test func byteOrderMarkOfSecondFileIsNamed() async throws {
        let text = "{\"x\":1}\n\u{FEFF}{\"x\":2}\n{\"x\":3}\n"
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [Point(x: 1), Point(x: 3)])
        #expect(outcome.rejected.map { $0.hasSuffix("expected JSON, found a byte order mark") } == [true])
    }

    @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"], [true, false])
    func errorNamesUnsupportedEncoding(name: String, hasMark: Bool) async throws {
        let isWide = name.contains("32")
        let isLittle = name.hasSuffix("LE")
        let text = (hasMark ? "\u{FEFF}" : "") + "[{\"x\":1}]"
        let bytes: [UInt8] = text.unicodeScalars.flatMap { scalar -> [UInt8] in
            let bytes = (0..<(isWide ? 4 : 2)).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
            return isLittle ? bytes : bytes.reversed()
        }
        let outcome = try await importAllVariants(to: Point.self, from: bytes)
        #expect(outcome.error?.code == .invalidEncoding)
        #expect(outcome.error?.message == "expected UTF-8, found \(name)")
        #expect(outcome.records == [])
    }

    @Test func nullCharacterThrowsInvalidToken() async throws {
        for text in ["[1\u{0},2]", "[\"a\u{0}\"]", "[1]\u{0}"] {
            let outcome = try await importAllVariants(to: JSONValue.self, from: text)
            #expect(outcome.error?.code == .invalidToken)
            let offset = text.utf8.firstIndex(of: 0).map { text.utf8.distance(from: text.startIndex, to: $0) }
            #expect(
                outcome.error?.message
                    == "the control character 0x00 at byte \(offset ?? -1) is not allowed in JSON")
        }
    }

    @Test(arguments: [UInt8](0..<0x20).filter { ![0x09, 0x0A, 0x0D].contains($0) })
    func controlCharacterBetweenTokensThrowsInvalidToken(byte: UInt8) async throws {
        let outcome = try await importAllVariants(
            to: Int.self, from: Array("[1,".utf8) + [byte] + Array("2]".utf8))
        #expect(outcome.records == [1])
        let digits = String(byte, radix: 16, uppercase: true)
        #expect(
            outcome.message == """
                invalidToken at 1:4 (3), record 2, $[1]: the control character \
                0x\(byte < 16 ? "0" : "")\(digits) at byte 3 is not allowed in JSON
                """)
    }

    @Test(arguments: [UInt8](0..<0x20))
    func controlCharacterInStringThrowsInvalidToken(byte: UInt8) async throws {
        let text = Array("[\"a\",\"b".utf8) + [byte] + Array("c\"]".utf8)
        let outcome = try await importAllVariants(to: String.self, from: text)
        #expect(outcome.records == ["a"])
        #expect(outcome.error?.code == .invalidToken)
        #expect(outcome.error?.location?.offset == 5)
        #expect(outcome.error?.path?.description == "$[1]")
    }
}
