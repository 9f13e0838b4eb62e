import StreamImport
import Testing

/// If an unexpected token adjoined a rejected scalar record, the error named only a part of the token. The part
/// depended on the chunks, and on whether the texts of rejected records were kept.
@Suite struct AdjacentTokenTests {
    /// A text with a scalar at `[0].list`, and the offset and the text of the unexpected token that the error reports.
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let offset: Int
        let found: String

        init(_ text: String, _ offset: Int, _ found: String) {
            self.text = text
            self.offset = offset
            self.found = found
        }

        var testDescription: String { text }
    }

    @Test(arguments: [
        Case(#"[{"":{"y":5},"list":01]"#, 20, "01"), Case(#"[{"":{"y":5},"list":01,"#, 20, "01"),
        Case(#"[{"list":01}]"#, 9, "01"), Case(#"[{"list":00]"#, 9, "00"), Case(#"[{"list":-01]"#, 9, "-01"),
        Case(#"[{"list":0123456789}]"#, 9, "0123456789"), Case(#"[{"list":1-2]"#, 9, "1-2"),
        Case(#"[{"list":true1]"#, 9, "true1"), Case(#"[{"list":nullnull]"#, 9, "nullnull"),
        Case(#"[{"list":"x"5]"#, 12, "5"), Case(#"[{"list":"x"05]"#, 12, "05"),
        Case(#"[{"list":"x"5,"#, 12, "5"),
        Case(#"[{"list":"x"true}]"#, 12, "true"), Case(#"[{"list":"x""y"]"#, 12, #""y""#),
        Case(#"[{"list":"x"""]"#, 12, #""""#), Case(#"[{"list":""5]"#, 11, "5"),
        Case(#"[{"list":"""y"]"#, 11, #""y""#),
        Case(#"[{"list":"x"[]]"#, 12, "'['"), Case(#"[{"list":1"y"]"#, 10, #""y""#),
        Case(#"[{"list":1{}]"#, 10, "'{'"),
        Case(#"[{"list":1]"#, 10, "']'"), Case(#"[{"list":"x"]"#, 12, "']'"),
        Case(#"[{"list":1 2]"#, 11, "2"),
        Case(#"[{"list":"x" 5]"#, 13, "5"), Case(#"[{"list":01 ]"#, 9, "01"),
        Case("[{\"list\":\"x\"\n05]", 13, "05"),
    ])
    func tokenAdjoiningRejectedRecordIsReportedInFull(example: Case) throws {
        for keepsText in [false, true] {
            let allChunkSizes = Array(1...example.text.utf8.count)
            let outcome = try importAllChunkSizes(
                to: Point.self, from: Array(example.text.utf8), at: "[0].list", chunkSizes: allChunkSizes
            ) {
                $0.errorPolicy = .skip()
                $0.keepsRejectedText = keepsText
            }
            #expect(outcome.error?.location?.offset == example.offset)
            #expect(outcome.error?.message == "expected ',' or '}' after a member, found \(example.found)")
            #expect(outcome.summary?.rejectedCount == 1)
        }
    }
}
