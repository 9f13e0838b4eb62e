import StreamImport
import Testing

/// JSON text sequences: RFC 7464.
@Suite(.manyVariants) struct TextSequenceTests {
    @Test(arguments: [
        "\u{1E}{\"x\":1,\"y\":2}\n\u{1E}{\"x\":3}\n",
        // Line feeds do not separate texts.
        "\u{1E}{\n \"x\": 1,\n \"y\": 2\n}\n\u{1E}{\n\"x\":3}",
        // Brackets show where a text ends, so the line feed may be missing.
        "\u{1E}{\"x\":1,\"y\":2}\u{1E}{\"x\":3}",
        // Empty texts are not records.
        "\n\u{1E}\u{1E}\n\u{1E} {\"x\":1,\"y\":2} \r\n\u{1E}\u{1E}{\"x\":3}\n\u{1E}",
        // A byte order mark.
        "\u{FEFF}\u{1E}{\"x\":1,\"y\":2}\n\u{1E}{\"x\":3}\n",
    ])
    func textsAreRecords(text: String) async throws {
        for format in [ImportFormat.automatic, .textSequence] {
            let outcome = try await importAllVariants(to: Point.self, from: text) { $0.format = format }
            #expect(outcome.message == nil)
            #expect(outcome.records == [Point(x: 1, y: 2), Point(x: 3, y: nil)])
            #expect(outcome.summary?.textBytes == text.utf8.count)
        }
    }

    @Test func arrayIsOneRecord() async throws {
        let outcome = try await importAllVariants(to: [Int].self, from: "\u{1E}[1,2]\n\u{1E}[]\n")
        #expect(outcome.records == [[1, 2], []])
    }

    @Test func scalarFollowedByWhiteSpaceIsRecord() async throws {
        let outcome = try await importAllVariants(
            to: JSONValue.self, from: "\u{1E}1\n\u{1E}true \u{1E}\"a\"\u{1E}null\n")
        #expect(outcome.records == [.number("1"), .bool(true), .string("a"), .null])
    }

    @Test func emptySequenceHasNoRecords() async throws {
        for text in ["", "\n", "\u{1E}", "\u{1E}\n\u{1E}"] {
            let outcome = try await importAllVariants(to: Point.self, from: text) {
                $0.format = .textSequence
            }
            #expect(outcome.message == nil)
            #expect(outcome.records == [])
        }
    }

    @Test func elementsAtPathOfEachTextAreRecords() async throws {
        let text = "\u{1E}{\"a\":[{\"x\":1}]}\n\u{1E}{\"a\":[{\"x\":2},{\"x\":3}]}\n"
        let outcome = try await importAllVariants(to: Point.self, from: text, at: "a")
        #expect(outcome.records == [Point(x: 1), Point(x: 2), Point(x: 3)])
    }

    /// RFC 7464, 2.3 and 2.4.
    @Test(arguments: [
        ("{\"x\":1", "unexpectedEnd", 12, "expected the rest of the value, found the end of the text"),
        ("[1,\n", "unexpectedEnd", 10, "expected the rest of the value, found the end of the text"),
        ("\"abc", "unexpectedEnd", 10, "expected the rest of the value, found the end of the text"),
        ("\"abc ", "unexpectedEnd", 11, "expected the rest of the value, found the end of the text"),
        ("{\"x\":\"a", "unexpectedEnd", 13, "expected the rest of the value, found the end of the text"),
        ("12", "unexpectedEnd", 8, "expected the rest of the value, found the end of the text"),
        ("true", "unexpectedEnd", 10, "expected the rest of the value, found the end of the text"),
        ("tru", "unexpectedEnd", 9, "expected the rest of the value, found the end of the text"),
        ("/", "invalidToken", 6, "expected JSON, found a comment: '/'"),
        ("{\"x\":1,}\n", "unexpectedToken", 13, "expected a key in double quotes, found '}'"),
        ("{\"x\":7} {}\n", "trailingData", 14, "expected the end of the text, found another value"),
    ])
    func malformedTextIsRejectedAlone(text: String, code: String, offset: Int, message: String) async throws {
        let before = "\u{1E}{}\n\n"
        // The malformed text begins at offset 6. A line feed after it would complete a scalar.
        let sequence = before + "\u{1E}" + text + "\u{1E}{\"x\":9}\n"
        let outcome = try await importAllVariants(to: JSONValue.self, from: sequence) {
            $0.errorPolicy = .collect()
            $0.keepsRejectedText = true
        }
        let rejected = try #require(outcome.summary?.rejectedRecords.first)
        #expect(outcome.summary?.rejectedCount == 1)
        #expect(outcome.records == [.object([:]), .object(["x": .number("9")])])
        #expect(rejected.error.code.description == code)
        #expect(rejected.error.message == message)
        #expect(rejected.error.location?.offset == offset)
        #expect(rejected.byteRange == 6..<6 + text.utf8.count)
        #expect(rejected.text == text)
        #expect(rejected.number == 2)
    }

    @Test(arguments: ["{\"x\":1", "1", "\"a"])
    func truncatedTextAtEndOfInputIsError(text: String) async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "\u{1E}{}\n\u{1E}" + text)
        #expect(outcome.records == [.object([:])])
        #expect(outcome.error?.code == .unexpectedEnd)
        #expect(outcome.error?.location?.offset == 5 + text.utf8.count)
    }

    @Test func invalidUTF8RejectsOnlyItsText() async throws {
        let sequence: [UInt8] = Array("\u{1E}{\"x\":\"".utf8) + [0xFF] + Array("\"}\n\u{1E}{\"x\":2}\n".utf8)
        let outcome = try await importAllVariants(to: JSONValue.self, from: sequence) {
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [.object(["x": .number("2")])])
        #expect(outcome.summary?.rejectedRecords.first?.error.code == .invalidEncoding)
    }

    /// The byte is a control character in every other format.
    @Test(arguments: [ImportFormat.json, .lines, .sequence])
    func recordSeparatorIsErrorInOtherFormat(format: ImportFormat) async throws {
        let outcome = try await importAllVariants(to: Point.self, from: "\u{1E}{\"x\":1}\n") {
            $0.format = format
        }
        #expect(outcome.error?.message == "the control character 0x1E at byte 0 is not allowed in JSON")
    }
}
