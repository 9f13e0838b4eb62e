import TestSupport
import Testing

@testable import JSONRecords

/// White space between tokens is removed, and nothing else.
@Suite struct CompactTextTests {
    @Test(arguments: 0..<100)
    func whiteSpaceBetweenTokensIsRemoved(seed: Int) {
        var generator = RandomJSON(seed: seed)
        let tokens = generator.value()
        let text = generator.spaced(tokens)
        #expect(compact(text) == tokens.joined(), "\(text)")
        #expect(compact(tokens.joined()) == tokens.joined())
    }

    /// The text begins at each position of a block of 64 bytes, and its strings begin, end and have escapes at each position.
    @Test(arguments: 0..<130)
    func textAtAnyPositionIsCompacted(position: Int) {
        let filler = String(repeating: "x", count: position)
        for string in [#""\#(filler)""#, #"" \#(filler)\"""#, #""\#(filler)\\""#, #"" \\\"\#(filler) ""#] {
            let space = String(repeating: " ", count: position)
            #expect(compact("[\(string)\(space),\t{ \(space)}]\n") == "[\(string),{}]")
            #expect(compact("\(space){\(string) :\n1}\(space)") == "{\(string):1}")
        }
    }

    @Test(arguments: 0..<64)
    func alignmentOfTextMakesNoDifference(offset: Int) {
        var generator = RandomJSON(seed: offset)
        let tokens = generator.value(depth: 4)
        let text = generator.spaced(tokens)
        let bytes = Array((String(repeating: "\"", count: offset) + text).utf8)[offset...]
        var output: [UInt8] = []
        CompactText.append(bytes.span, to: &output)
        #expect(String(decoding: output, as: UTF8.self) == tokens.joined(), "\(text)")
    }

    @Test func textIsAppended() {
        var output = Array("[".utf8)
        for text in [" 1 ", "", "  ", "\"a b\""] { text.withUTF8Span { CompactText.append($0, to: &output) } }
        #expect(String(decoding: output, as: UTF8.self) == "[1\"a b\"")
    }

    private func compact(_ text: String) -> String {
        var output: [UInt8] = []
        text.withUTF8Span { CompactText.append($0, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }
}
