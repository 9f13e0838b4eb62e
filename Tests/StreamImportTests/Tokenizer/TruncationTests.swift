import StreamImport
import Testing

/// Imports of truncated and empty texts.
@Suite(.manyVariants) struct TruncationTests {
    static let texts = [
        #"[{"x":1,"y":2},{"x":-3.5e1,"z":[true,false,null,"a\n\u00e9"]}]"#,
        #"{"x":1,"y":{"z":[[],{}]}}"#,
        #""text""#, "[1]", "{}", "true", "null", "false", "-1.5e+3",
    ]

    @Test(arguments: texts)
    func everyTruncationThrowsUnexpectedEnd(text: String) throws {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            // A prefix of a number can be a number.
            guard !["-1", "-1.5", "-1.5e+3"].contains(String(decoding: part, as: UTF8.self)) else { continue }
            let outcome = try importAllChunkSizes(to: JSONValue.self, from: part) { $0.format = .json }
            #expect(outcome.error?.code == .unexpectedEnd, "\(String(decoding: part, as: UTF8.self))")
            #expect(outcome.error?.location?.offset == count)
            #expect(outcome.error?.advice != nil)
        }
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
