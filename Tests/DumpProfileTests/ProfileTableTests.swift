import DumpProfile
import Testing

/// The output of a profile: a table for people, and JSON for programs.
@Suite struct ProfileTableTests {
    private static let text = """
        {"id": 1, "name": "Ann", "tags": ["a", "bc"], "at": "2014-05-01"}
        {"id": 2.5, "name": null, "tags": [], "at": "2015-05-01", "x\\u001b": {"y": "https://example.com/a/long/way"}}
        {"id": "3", "name": "Bob", "tags": [], "at": "2015-05-01"}
        """

    @Test func tableHasLinePerPath() throws {
        #expect(
            try ProfileTable(Profiles.of(Self.text)).lines().joined(separator: "\n") == """
                path            present   null  type                                         range          example
                ──────────────  ───────  ─────  ───────────────────────────────────────────  ─────────────  ────────────────────────────────
                $                  100%         object
                $.id               100%         string 33.3%, integer 33.3%, fraction 33.3%  1 byte, 1…2.5  1
                $.name             100%  33.3%  string                                       3 bytes        "Ann"
                $.tags             100%         array                                        0…2 elements
                $.tags[*]          100%         string                                       1…2 bytes      "a"
                $.at               100%         string                                       ISO 8601 date  "2014-05-01"
                $["x\\u001b"]      33.3%         object
                $["x\\u001b"].y     100%         string                                       URL            "https://example.com/a/long/way"
                """)
    }

    @Test(
        arguments: [
            ("1,1e400", "1…beyond Double  1"), ("-1e400,1", "beyond Double…1  -1e400"),
            ("1e400", "beyond Double  1e400"), ("1e400,\"x\"", "1 byte, beyond Double  1e400"),
        ])
    func rangeShowsNumbersBeyondDouble(elements: String, cells: String) throws {
        #expect(try ProfileTable(Profiles.of("[\(elements)]")).lines()[2].hasSuffix("  \(cells)"))
    }

    @Test func invisibleCharactersAreAlignedAsEscapes() throws {
        let lines = try ProfileTable(Profiles.of("[{\"\u{202E}a\":1}]")).lines()
        #expect(lines.last == #"$.\u{202E}a     100%        integer  1      1"#)
        #expect(lines.dropFirst().first?.hasPrefix("───────────  ───────") == true)
    }

    @Test func longPathIsTruncatedAtStart() throws {
        let key = String(repeating: "k", count: 900)
        let lines = try ProfileTable(Profiles.of("[{\"\(key)\":1}]")).lines()
        #expect(lines.allSatisfy { $0.count < 600 })
        #expect(lines.last?.hasPrefix("…kkk") == true)
    }

    @Test(arguments: [100, 80, 60, 40])
    func tableFitsTerminalWidth(width: Int) throws {
        let lines = try ProfileTable(Profiles.of(Self.text)).lines(width: width)
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(lines.map(\.count).max() == width)
    }

    @Test func narrowTableTruncatesExamplesFirst() throws {
        #expect(
            try ProfileTable(Profiles.of("[{\"name\":\"A long name\"}]")).lines(width: 48) == [
                "path    present  null  type    range     example",
                "──────  ───────  ────  ──────  ────────  ───────", "$          100%        object",
                "$.name     100%        string  11 bytes  \"A lon…",
            ])
    }

    @Test func jsonReportContainsOnlyApplicableMembers() throws {
        #expect(
            try ProfileReport(Profiles.of("[{\"a\":1,\"b\":[\"x\"]},{\"a\":null}]")).json == """
                {"records":2,"omittedMembers":0,"paths":[{"path":"$","present":2,"of":2,"types":{"object":2}},\
                {"path":"$.a","present":2,"of":2,"types":{"null":1,"integer":1},"numbers":{"least":1,"greatest":1,"fit":["Int64","UInt64","Double","Decimal"]},"example":"1"},\
                {"path":"$.b","present":1,"of":2,"types":{"array":1},"arrays":{"leastCount":1,"greatestCount":1}},\
                {"path":"$.b[*]","present":1,"of":1,"types":{"string":1},"strings":{"leastBytes":1,"greatestBytes":1},"example":"\\"x\\""}]}
                """)
    }
}
