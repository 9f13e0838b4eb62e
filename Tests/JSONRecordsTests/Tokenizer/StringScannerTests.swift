import Testing

@testable import JSONRecords

/// A string ends after the first line feed, or after the first quote that no backslash escapes.
@Suite struct StringScannerTests {
    /// Texts after an opening quote, and the end of the string in each; `nil` if the string does not end in the text.
    private static let strings: [(text: String, end: Int?)] = [
        (#"""#, 1), (#"a""#, 2), (#"a"b""#, 2), (#"\"""#, 3), (#"\\""#, 3), (#"\\\"""#, 5), (#"\\"\""#, 3),
        (#"\u0041""#, 7), (#"\ud800""#, 7), (#"é""#, 3), ("", nil), ("a", nil), (#"\"#, nil), (#"\""#, nil),
        (#"\\\"#, nil), ("a\nb", 2), ("\\\nb", 2),
    ]

    @Test(arguments: strings)
    func stringEndsAfterClosingQuoteOrLineFeed(text: String, end: Int?) {
        text.withUTF8Span { span in
            var position = 0
            #expect(StringScanner(span).end(resumingAt: &position) == end)
        }
    }

    @Test(arguments: strings)
    func resumedScanFindsSameEnd(text: String, end: Int?) {
        let bytes = Array(text.utf8)
        var (position, found) = (0, Int?.none)
        for count in 0...bytes.count where found == nil {
            found = StringScanner(bytes.span.extracting(..<count)).end(resumingAt: &position)
        }
        #expect(found == end)
    }

    @Test(arguments: [#""""#, #""a""#, #""\"""#, #""\\""#, #""\\\"""#, #""a\"b\\\"c""#, #""\u0041\"""#])
    func backwardScanFindsOpeningQuote(string: String) {
        for prefix in ["", ":", "[1, ", #"{"a\"":"#, #"["\\","#] {
            let text = prefix + string
            text.withUTF8Span { span in
                #expect(StringScanner(span).start(endingAt: span.count) == prefix.utf8.count)
            }
        }
    }

    @Test(arguments: [("", []), ("abc", []), (#"\n"#, [0]), (#"a\n\\b\""#, [1, 3, 6]), (#"é\u0041"#, [2])])
    func escapesAreFoundInOrder(text: String, escapes: [Int]) {
        text.withUTF8Span { span in
            let scanner = StringScanner(span)
            var (found, position): ([Int], Int) = ([], 0)
            while let escape = scanner.nextEscape(from: position) {
                found.append(escape)
                position = escape + 2
            }
            #expect(found == escapes)
        }
    }
}
