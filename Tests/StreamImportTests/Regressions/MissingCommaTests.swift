import StreamImport
import Testing

/// If a comma is missing, libyajl moves back by the length of the unexpected token. The distance depends on the chunks.
/// If the token was a number, the location of the error depended on the chunks, too.
@Suite struct MissingCommaTests {
    @Test(arguments: [
        (#"{"a":{}1"b":2}"#, 7, "1"), (#"{"a":{} 12"b":2}"#, 8, "12"), (#"{"a":1"b":2}"#, 6, #""b""#),
        (#"{"a":1 2,"b":3}"#, 7, "2"), (#"{"a":1 2]"#, 7, "2"), (#"{"a":1]"#, 6, "']'"),
        (#"{"a":""""}"#, 7, #""""#),
        (#"{"a":"" "","b":1}"#, 8, #""""#), (#"{"a":[1]]}"#, 8, "']'"), (#"{"a":1 true}"#, 7, "true"),
        (#"{"a":truefalse}"#, 5, "truefalse"), (#"{"a":-1:2}"#, 7, "':'"),
        (#"{"a":1 "long text"}"#, 7, #""long text""#),
        (#"{"a":"b"{}}"#, 8, "'{'"), (#"{"a":1"",}"#, 6, #""""#), (#"{"a":00}"#, 5, "00"),
        (#"{"a":{}00,"#, 7, "00"), (#"{"a":00[]}"#, 5, "00"), (#"{"a":1-2[]}"#, 5, "1-2"),
        (#"{"a":true1{}}"#, 5, "true1"), (#"{"a":0[]}"#, 6, "'['"),
    ])
    func errorReportsTokenFoundInsteadOfComma(text: String, offset: Int, found: String) async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: text) { $0.format = .json }
        #expect(outcome.error?.location?.offset == offset)
        #expect(outcome.error?.message == "expected ',' or '}' after a member, found \(found)")
        try importAllChunkSizes(
            to: JSONValue.self, from: Array(text.utf8), chunkSizes: Array(1...text.utf8.count)
        ) {
            $0.format = .json
        }
    }

    @Importable
    struct Number: Equatable {
        var n: Int?
    }

    /// The location of the mismatch is determined first, so that the scan for the unexpected token starts at the
    /// skipped value.
    @Test(arguments: [
        (#"[{"n":""[1]}]"#, 8, "'['"), (#"[{"n":"" {}}]"#, 9, "'{'"), (#"[{"n":""5}]"#, 8, "5"),
        (#"[{"n":"" true}]"#, 9, "true"), (#"[{"n":true "x"}]"#, 11, #""x""#),
    ])
    func tokenAfterSkippedValueIsReported(text: String, offset: Int, found: String) throws {
        for keepsText in [false, true] {
            let sizes = Array(1...text.utf8.count)
            let outcome = try importAllChunkSizes(to: Number.self, from: Array(text.utf8), chunkSizes: sizes)
            {
                $0.mismatches = .skipValue
                $0.coercion = .strict
                $0.errorPolicy = .skip()
                $0.keepsRejectedText = keepsText
            }
            #expect(outcome.error?.location?.offset == offset)
            #expect(outcome.error?.message == "expected ',' or '}' after a member, found \(found)")
        }
    }

    @Test(arguments: [
        (#"[{"a":[1/**/]}]"#, 8), (#"[{"a":[""/**/]}]"#, 9), (#"{"a":1/**/}"#, 6), ("[1/**/]", 2),
    ])
    func commentAfterValueIsReportedAtItsLocation(text: String, offset: Int) throws {
        let sizes = Array(1...text.utf8.count)
        let outcome = try importAllChunkSizes(to: JSONValue.self, from: Array(text.utf8), chunkSizes: sizes) {
            $0.format = .json
        }
        #expect(outcome.error?.location?.offset == offset)
        #expect(outcome.error?.message == "expected JSON, found a comment: '/'")
    }
}
