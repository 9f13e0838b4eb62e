import ImportNames
import Testing

@Suite struct PathNotationTests {
    static let simplePaths: [(text: String, components: [PathComponent])] = [
        ("a", [.key("a")]), ("a.b", [.key("a"), .key("b")]), ("a b.c-d", [.key("a b"), .key("c-d")]),
        ("a[0]", [.key("a"), .index(0)]), ("a[0][12].b", [.key("a"), .index(0), .index(12), .key("b")]),
        ("[3].a", [.index(3), .key("a")]), ("a.[0]", [.key("a"), .index(0)]),
        ("", []), ("$", []), ("$.", []), ("$.a", [.key("a")]), ("$[17].a", [.index(17), .key("a")]),
        ("$a", [.key("$a")]), ("a.$", [.key("a"), .key("$")]), ("$.$", [.key("$")]),
        ("a/b", [.key("a/b")]), ("a~0", [.key("a~0")]),
    ]

    @Test(arguments: simplePaths + quotedPaths)
    func dottedPathParsesIntoComponents(text: String, components: [PathComponent]) {
        #expect(PathNotation(of: text) == .dotted)
        #expect(PathNotation.dotted.components(of: text) == components)
    }

    @Test(arguments: [
        ".", "a.", ".a", "a..b", "$..a", "$a..b", "a[", "a[]", "a[x]", "a[-1]", "a[0", "a[0]b", "a[0][",
        "a]b[", "[0]b",
        "$[", "a[99999999999999999999]", "a[+5]", "a[-0]", "a]", "a[٣]",
    ])
    func malformedDottedPathReturnsNil(text: String) {
        #expect(PathNotation.dotted.components(of: text) == nil)
    }

    static let quotedPaths: [(text: String, components: [PathComponent])] = [
        ("items[*].tags", [.key("items"), .wildcard, .key("tags")]),
        ("users.*.id", [.key("users"), .wildcard, .key("id")]),
        ("*", [.wildcard]), ("$[*]", [.wildcard]), ("a*.b", [.key("a*"), .key("b")]),
        (#"$["a.b"].c"#, [.key("a.b"), .key("c")]), (#"["a"][0]["*"]"#, [.key("a"), .index(0), .key("*")]),
        (#"$["\"\\\/\n\u00e9\ud83d\ude00"]"#, [.key("\"\\/\né😀")]), (#"$[""]"#, [.key("")]),
    ]

    @Test(arguments: [
        #"$["a"#, #"$["a""#, #"$["a]"#, #"$["a"b]"#, #"$["a"]b"#, #"$["\x"]"#, #"$["\u12"]"#, #"$["\ud800"]"#,
        "a[**]",
        "a[*",
    ])
    func malformedQuotedPathReturnsNil(text: String) {
        #expect(PathNotation.dotted.components(of: text) == nil)
    }

    @Test(arguments: ["", "$", "$.", "*", "a.*", "a[*].b", "a..b", "/a~", "$[0]", "[0].a"])
    func textWithoutOneValueNamesNoValue(text: String) {
        #expect(PathNotation.componentsWithoutWildcards(of: text) == nil)
    }

    @Test(
        arguments: [
            ([], "$"), ([.key("a"), .key("b")], "a.b"), ([.index(0), .key("a")], "$[0].a"),
            ([.key("a.b")], #"$["a.b"]"#),
            ([.key("$")], "$.$"), ([.key("$"), .key("a")], "$.$.a"), ([.key("$id")], "$id"),
            ([.key("/a")], "$./a"),
            ([.key("\u{301}x"), .key("\u{20E3}")], "\u{301}x.\u{20E3}"), ([.key("$\u{301}")], "$\u{301}"),
            ([.key("\u{E9}")], "\u{E9}"), ([.key("e\u{301}")], "e\u{301}"),
            ([.key("a"), .key("")], #"a[""]"#), ([.key("*")], #"$["*"]"#),
            ([.wildcard, .key("a")], "$[*].a"),
        ] as [([PathComponent], String)])
    func dottedTextIsReadAsItsComponents(components: [PathComponent], text: String) {
        #expect(PathNotation.dottedText(of: components) == text)
        #expect(PathNotation(of: text).components(of: text) == components)
    }

    @Test func keysAreComparedByTheirBytes() {
        let (composed, decomposed) = (PathComponent.key("\u{E9}"), PathComponent.key("e\u{301}"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    static let pointers: [(text: String, components: [PathComponent])] = [
        ("/", [.key("")]), ("/a/b", [.key("a"), .key("b")]), ("/a//b", [.key("a"), .key(""), .key("b")]),
        ("/photos/0", [.key("photos"), .key("0")]), ("/a.b", [.key("a.b")]),
        ("/\u{301}/~1\u{301}", [.key("\u{301}"), .key("/\u{301}")]),
        ("/a~1b/c~0d", [.key("a/b"), .key("c~d")]), ("/~01", [.key("~1")]),
    ]

    @Test(arguments: pointers)
    func pointerParsesIntoComponents(text: String, components: [PathComponent]) {
        #expect(PathNotation(of: text) == .pointer)
        #expect(PathNotation.pointer.components(of: text) == components)
    }

    @Test(arguments: ["/a~", "/a~2", "/~/b", "/a~~0"])
    func malformedPointerReturnsNil(text: String) {
        #expect(PathNotation.pointer.components(of: text) == nil)
    }

    @Test(arguments: [
        (PathComponent.key("a"), ".a"), (.key("$"), ".$"), (.index(17), "[17]"), (.key("a.b"), #"["a.b"]"#),
        (.key(""), #"[""]"#), (.key("a\n"), #"["a\n"]"#), (.key("*"), #"["*"]"#), (.wildcard, "[*]"),
        (.key("\u{1}\u{1F}\"\\\r\t[é"), #"["\u0001\u001f\"\\\r\t[é"]"#),
    ])
    func componentDescriptionIsDottedPath(component: PathComponent, text: String) {
        #expect(component.description == text)
        #expect(PathNotation.dotted.components(of: "$" + text) == [component])
    }
}
