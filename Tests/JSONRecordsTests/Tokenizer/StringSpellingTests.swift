import Testing

@testable import JSONRecords

/// U+FFFD replaces each unpaired surrogate, and nothing else.
@Suite struct StringSpellingTests {
    @Test(arguments: [
        "", "abc", "é日😀", #"\n\"\\\/\b\f\r\t"#, #"\u0041"#, #"\u0000"#, #"\uD83D\uDE00"#, #"a\ud83d\ude00b"#,
        #"\\uD800"#, #"\uFFFD"#, #"\uE000\uD7FF"#,
    ])
    func textWithoutUnpairedSurrogateIsNotRepaired(raw: String) {
        #expect(raw.withUTF8Span { StringSpelling($0).repaired } == nil)
    }

    @Test(arguments: [
        (#"\uD800"#, "\u{FFFD}"), (#"\uDC00"#, "\u{FFFD}"), (#"a\uD800b"#, "a\u{FFFD}b"),
        (#"\uD800\u0041"#, "\u{FFFD}A"), (#"\uD800\uD800"#, "\u{FFFD}\u{FFFD}"),
        (#"\uDC00\uD800"#, "\u{FFFD}\u{FFFD}"), (#"\uD83D\uDE00\uDE00"#, "😀\u{FFFD}"),
        (#"\uD83D\uD83D\uDE00"#, "\u{FFFD}😀"), (#"\uD800\n"#, "\u{FFFD}\n"),
        (#"\b\f\n\r\t\/\\\"é\uD800"#, "\u{8}\u{C}\n\r\t/\\\"é\u{FFFD}"),
        (#"\uD800\\uDC00"#, "\u{FFFD}\\uDC00"),
    ])
    func unpairedSurrogateIsReplaced(raw: String, repaired: String) {
        #expect(raw.withUTF8Span { StringSpelling($0).repaired } == repaired)
    }

    /// Sixteen bytes are examined at once.
    @Test(arguments: 0..<40, 0..<40)
    func unpairedSurrogateIsFoundAtAnyPosition(before: Int, after: Int) {
        let (start, end) = (String(repeating: "u", count: before), String(repeating: "d", count: after))
        for surrogate in [#"\ud800"#, #"\uDfff"#] {
            let repaired = (start + surrogate + end).withUTF8Span { StringSpelling($0).repaired }
            #expect(repaired == start + "\u{FFFD}" + end)
        }
        for text in [#"\\ud800"#, #"\uD83d\ude00"#, #"\u0d80"#, "?", ""] {
            #expect((start + text + end).withUTF8Span { StringSpelling($0).repaired } == nil)
        }
    }

    @Test(arguments: [("abc", false), ("é", false), ("?", true), ("\u{D7FF}", true), ("😀", true)])
    func mayHaveUnpairedSurrogateIsTrueForQuestionMarkOrByteFromED(text: String, isSuspect: Bool) {
        let bytes = Array(text.utf8)
        // SAFETY: `withUnsafeBufferPointer` keeps the bytes valid for the call.
        let mayHave = unsafe bytes.withUnsafeBufferPointer {
            unsafe StringSpelling.mayHaveUnpairedSurrogate($0)
        }
        #expect(mayHave == isSuspect)
    }
}
