import StreamImport
import Testing

/// Imports of truncated and empty texts.
@Suite(.manyVariants) struct TruncationTests {
    static let texts = [
        #"[{"x":1,"y":2},{"x":-3.5e1,"z":[true,false,null,"a\n\u00e9"]}]"#,
        #"{"x":1,"y":{"z":[[],{}]}}"#,
        #""text""#, "[1]", "{}", "true", "null", "false", "-1.5e+3",
        #"{"é":"日本😀\ud83d\ude00","v":[1e-5,false]}"#,
    ]

    /// Calls `body` with each beginning of a text that is not a value itself. A beginning of a number can be a number.
    private func forEachTruncation(
        of text: String, after first: String = "", from minimum: Int = 1, _ body: ([UInt8]) throws -> Void
    ) rethrows {
        let bytes = Array(text.utf8)
        for count in minimum..<bytes.count
        where !["-1", "-1.5"].contains(String(decoding: bytes.prefix(count), as: UTF8.self)) {
            try body(Array(first.utf8) + bytes.prefix(count))
        }
    }

    @Test(arguments: texts, [ImportFormat.automatic, .json, .lines, .sequence])
    func everyTruncationThrowsUnexpectedEnd(text: String, format: ImportFormat) throws {
        // An empty text of lines is complete.
        try forEachTruncation(of: text, from: format == .lines ? 1 : 0) { part in
            let outcome = try importAllChunkSizes(to: JSONValue.self, from: part) { $0.format = format }
            #expect(outcome.error?.code == .unexpectedEnd, "\(String(decoding: part, as: UTF8.self))")
            #expect(outcome.error?.location?.offset == part.count)
            let advice = [
                "check whether the input is truncated", "the line ends inside a string; it may be incomplete",
            ].prefix(format == .lines ? 2 : 1)
            #expect(part.isEmpty || advice.contains(outcome.error?.advice ?? ""))
        }
    }

    @Test(arguments: texts)
    func everyTruncationOfTextSequenceThrowsUnexpectedEnd(text: String) throws {
        try forEachTruncation(of: text, after: "\u{1E}") { part in
            let outcome = try importAllChunkSizes(to: JSONValue.self, from: part)
            #expect(outcome.error?.code == .unexpectedEnd, "\(String(decoding: part, as: UTF8.self))")
            #expect(outcome.error?.location?.offset == part.count)
        }
    }

    @Test(arguments: texts) func truncatedLastLineIsRejected(text: String) throws {
        let first = "{\"x\":1}\n"
        try forEachTruncation(of: text, after: first) { part in
            let outcome = try importAllChunkSizes(to: JSONValue.self, from: part) {
                $0.errorPolicy = .collect()
            }
            #expect(outcome.records == [.object(["x": .number("1")])])
            #expect(outcome.message == nil)
            let rejected = outcome.summary?.rejectedRecords.first
            #expect(rejected?.error.code == .unexpectedEnd, "\(String(decoding: part, as: UTF8.self))")
            #expect(rejected?.byteRange == first.utf8.count..<part.count)
        }
    }

    /// The only line is not known to be a line. The result does not depend on the token in which the text ends.
    @Test(arguments: texts) func truncatedFirstLineEndsImport(text: String) throws {
        try forEachTruncation(of: text) { part in
            let outcome = try importAllChunkSizes(to: JSONValue.self, from: part) {
                $0.errorPolicy = .skip()
            }
            #expect(outcome.error?.code == .unexpectedEnd, "\(String(decoding: part, as: UTF8.self))")
        }
    }

    @Test(
        arguments: [
            // The line ends within the string, and not the text.
            ("{\"a\":\"x\n", .lines, .invalidToken), ("{\"a\":\"x\n", .automatic, .invalidToken),
            // The last token is complete.
            ("{12", .lines, .unexpectedToken), ("[1] x", .lines, .invalidToken),
            ("trux", .lines, .invalidToken), ("1 2", .lines, .trailingData),
        ] as [(String, ImportFormat, ImportError.Code)])
    func errorBeforeEndIsNotTruncation(text: String, format: ImportFormat, code: ImportError.Code)
        async throws
    {
        let outcome = try await importAllVariants(to: JSONValue.self, from: text) { $0.format = format }
        #expect(outcome.error?.code == code, "\(text)")
    }

    @Test(arguments: ImportFormat.allCases)
    func truncatedArrayThrowsUnexpectedEnd(format: ImportFormat) async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "[1,2") { $0.format = format }
        #expect(outcome.error?.code == .unexpectedEnd)
        #expect(outcome.error?.location?.offset == 4)
    }

    @Test(.allVariants) func recordsBeforeTruncationAreDelivered() async throws {
        let outcome = try await importAllVariants(to: Point.self, from: "[{\"x\":1},\n {\"x\":2},{\"x\"")
        #expect(outcome.records == [Point(x: 1), Point(x: 2)])
        #expect(
            outcome.message
                == "unexpectedEnd at 2:14 (23), record 3, $[2].x: expected the rest of the JSON value, found the end of the input"
        )
        #expect(outcome.error?.advice == "check whether the input is truncated")
        #expect(outcome.summary?.recordCount == 2)
    }

    @Test func numberAtEndOfInputIsRead() async throws {
        // In a text sequence, white space must follow a number.
        for format in ImportFormat.allCases where format != .textSequence {
            let outcome = try await importAllVariants(to: Int.self, from: "1234567") { $0.format = format }
            #expect(outcome.records == [1_234_567])
        }
    }

    @Test func minusSignAtEndOfInputThrowsUnexpectedEnd() async throws {
        let outcome = try await importAllVariants(to: Int.self, from: "-") { $0.format = .json }
        #expect(outcome.error?.code == .unexpectedEnd)
    }

    struct EmptyInput: Sendable {
        let text: String
        let format: ImportFormat
        let isAccepted: Bool
    }

    @Test(
        arguments: ["", " ", "\n", " \n\r\n\t", "\u{FEFF}", "\u{FEFF}\n"].flatMap { text in
            ImportFormat.allCases.map {
                EmptyInput(text: text, format: $0, isAccepted: [.lines, .textSequence].contains($0))
            }
        })
    func emptyInputIsAcceptedOnlyInLinesAndTextSequences(input: EmptyInput) async throws {
        let outcome = try await importAllVariants(to: Point.self, from: input.text) {
            $0.format = input.format
        }
        #expect(outcome.records == [])
        if input.isAccepted {
            #expect(outcome.message == nil)
            #expect(outcome.summary?.recordCount == 0)
        } else {
            #expect(outcome.error?.code == .unexpectedEnd)
            #expect(outcome.error?.message == "expected a JSON value, found an empty input")
            #expect(
                outcome.error?.advice == "if an input without records is correct, set the format to lines")
        }
    }

    @Test func emptyArrayYieldsZeroRecords() async throws {
        let outcome = try await importAllVariants(to: Point.self, from: " [ ] ")
        #expect(outcome.message == nil)
        #expect(outcome.records == [])
    }
}
