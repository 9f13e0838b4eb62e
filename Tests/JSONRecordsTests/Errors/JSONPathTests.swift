import Testing

@testable import JSONRecords

@Suite struct JSONPathTests {
    @Test(arguments: [
        ("data.items", "$.data.items"),
        ("/data/items", "$.data.items"),
        ("photos[0].url", "$.photos[0].url"),
        ("$[17].owner.id", "$[17].owner.id"),
        ("/a~1b/c~0d", "$.a/b.c~d"),
        ("/a.b", #"$["a.b"]"#),
        (#"$["a.b"].c"#, #"$["a.b"].c"#),
        ("items[*].tags", "$.items[*].tags"),
        ("users.*.id", "$.users[*].id"),
        ("$", "$"),
        ("", "$"),
    ])
    func validPathHasNormalizedDescription(text: String, description: String) throws {
        #expect(try JSONPath(text).description == description)
    }

    @Test(arguments: ["a..b", ".a", "a.", "a[", "a[x]", "a[-1]", "a[0]b", "/a~2", "a[+5]", "a[-0]", "a]"])
    func malformedPathThrowsInvalidPath(text: String) {
        #expect(throws: ImportError.invalidPath(text)) { try JSONPath(text) }
    }
}
