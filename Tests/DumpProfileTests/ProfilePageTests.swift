import DumpProfile
import TestSupport
import Testing

/// The HTML page of a profile. `PageInBrowserTests` states what its script does.
@Suite struct ProfilePageTests {
    private func page(_ text: String, name: String = "dump.json") throws -> String {
        var page = ""
        try ProfilePage(Profiles.of(text, collectsDistributions: true), of: name).write { page += $0 }
        return page
    }

    /// Returns the rows of the page's table.
    private func rows(_ page: String) -> [Substring] {
        page.components(between: "<tr>\n<th scope=\"row\">", and: "</tr>")
    }

    @Test func pageHasRowForEachPath() throws {
        let rows = try rows(page("{\"a\": 1, \"b\": {\"c\": [true]}}"))
        #expect(
            rows.map { $0.components(between: "<code>", and: "</code>")[0] } == [
                "<i></i>$", "<i>$</i>.a", "<i>$</i>.b", "<i>$.b</i>.c", "<i>$.b.c</i>[*]",
            ])
    }

    @Test func rowShowsSharesTypesValuesAndExamples() throws {
        let row = try rows(page("{\"a\": 1}\n{\"a\": null}\n{\"a\": 5}\n{}\n"))[1]
        for part in [
            "<span>75%</span>", "<small>3 of 4</small>", "<span>33.3%</span>", "<small>1 of 3</small>",
            "<li class=\"integer\">integer</li>", "<rect class=\"null\" x=\"66.67\" width=\"33.33\"/>",
            "aria-label=\"Histogram of numbers from 1 to 5. Most, 1 of 2: 1.\"",
            "<span>1</span><span>5</span>", "<small>2 distinct values</small>",
            "<ul><li><code>1</code></li><li><code>5</code></li></ul>",
        ] {
            #expect(row.contains(part), "\(part)")
        }
    }

    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("a&lt;b", "a&amp;lt;b"),
        ("' onmouseover='x", "&#39; onmouseover=&#39;x"),
        ("</code><img src=x>", "&lt;/code&gt;&lt;img src=x&gt;"),
        ("\\u202eevil\\u2066", "\\u202eevil\\u2066"), ("\\u0000\\u001b", "\\u0000\\u001b"),
        ("\\ufeff", "\\ufeff"),
        ("\\\"quoted\\\"", "\\&quot;quoted\\&quot;"), ("]]>", "]]&gt;"), ("👩\u{200D}👧 é", "👩\u{200D}👧 é"),
    ])
    func valueIsShownAsText(value: String, expected: String) throws {
        let row = try rows(page("[{\"a\": \"\(value)\"}, {\"a\": \"\(value)\"}]"))[1]
        let shown = row.components(between: "<code>", and: "</code>").dropFirst()
        #expect(shown.count == 2)
        #expect(shown.allSatisfy { $0 == "&quot;\(expected)&quot;" })
    }

    @Test(arguments: [
        ("<script>alert(1)</script>", ".&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a&b", ".a&amp;b"), ("' x='", ".&#39; x=&#39;"),
        ("\\u202eevil", ".\\u{202E}evil"), ("\\u0000", "[&quot;\\u0000&quot;]"),
    ])
    func keyIsShownAsText(key: String, expected: String) throws {
        let row = try rows(page("[{\"\(key)\": 1}]"))[1]
        let shown = row.components(between: "<code><i>$</i>", and: "</code>")[0]
        #expect(shown == expected)
        #expect(!row.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    }

    @Test func nameOfInputIsShownAsText() throws {
        let page = try page("[]", name: "</title><script>x</script>\u{202E}")
        #expect(
            page.contains("<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;\\u{202E} – profile</title>"))
        #expect(page.contains("<h1>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;\\u{202E}</h1>"))
    }

    @Test(arguments: [" src=", " href=", " style=", "url(", "@import", "import(", "fetch(", "://"])
    func pageLoadsNothing(part: String) throws {
        #expect(try !page("[{\"a\": 1}]").contains(part))
    }

    @Test func countsAreMarkedAsLowerBoundsOnlyIfValuesWereRemoved() throws {
        let elements = (0..<1000).map { $0 % 2 == 0 ? "\"often\"" : "\"\($0)\"" }
        let exact = try rows(page("[\"a\",\"a\",\"b\"]"))[0]
        #expect(exact.contains("<code>&quot;a&quot;</code><span>2</span>"))
        #expect(exact.contains("<small>2 distinct values</small>"))
        let bounds = try rows(page("[\(elements.joined(separator: ","))]"))[0]
        #expect(bounds.contains("<code>&quot;often&quot;</code><span>≥ "))
        #expect(bounds.contains("<small>no other value more than "))
        #expect(!bounds.contains("distinct"))
    }

    @Test func differentValuesAreNotListedAsFrequent() throws {
        let row = try rows(page("[\"a\",\"b\",\"c\"]"))[0]
        #expect(!row.contains("<ol>"))
        #expect(row.contains("<small>3 distinct values</small>"))
    }

    @Test(arguments: [
        ("\"1969-12-31\",\"2014-05-01T08:00:00Z\"", "<span>1969-12-31</span><span>2014-05-01</span>"),
        (
            "\"2014-05-01T08:00:00Z\",\"2014-05-01T09:30:01Z\"",
            "<span>2014-05-01 08:00:00</span><span>2014-05-01 09:30:01</span>"
        ),
        ("1234567,-1234.5678901", "<span>-1,234.56…</span><span>1,234,567</span>"),
        ("1e400,1", "<span>1</span><span>beyond Double</span>"), ("1,1", "<p><span>1</span></p>"),
        ("[],[1,2]", "<figcaption>elements</figcaption>"), ("\"a\",\"bcd\"", "<span>1</span><span>3</span>"),
        ("1.5e-300,2.123456789e-300", "<span>1.5e-300</span><span>2.12345…e-300</span>"),
    ])
    func figureShowsRange(elements: String, expected: String) throws {
        #expect(try rows(page("[\(elements)]"))[0].contains(expected))
    }

    @Test func longTextsAreTruncated() throws {
        let key = String(repeating: "<", count: 900)
        let objects = (0..<100).map { number in
            "{\"\(key)\": {\"\(key)\": \"\(number % 20)\(String(repeating: "\\u202e", count: 300))\"}}"
        }
        // The other divisions of so long a text would take seconds.
        let profile = try Profiles.of(
            objects.joined(separator: "\n"), collectsDistributions: true, chunkSizes: [4096],
            divisions: [(2, 9000)])
        var page = ""
        ProfilePage(profile, of: String(repeating: "&", count: 10_000)).write { page += $0 }
        let rows = rows(page)
        #expect(rows.count == 3)
        #expect(rows.allSatisfy { $0.utf8.count < 8_000 })
        #expect(rows[2].contains("<code>…<i></i>&lt;&lt;"))
        #expect(page.utf8.count < 50_000)
    }

    @Test func omittedMembersAreCounted() throws {
        let key = String(repeating: "k", count: 10_000)
        #expect(try page("[{\"\(key)\": 1}]").contains("1 member omitted because of --max-paths"))
        #expect(try !page("[{\"k\": 1}]").contains("omitted"))
    }

    @Test func pageOfEmptyInputHasNoRows() throws {
        let page = try page("[]")
        #expect(rows(page).isEmpty)
        #expect(page.contains("<p>0 records, 0 paths</p>"))
    }
}

extension StringProtocol {
    /// Returns the texts between each occurrence of two marks.
    fileprivate func components(between start: String, and end: String) -> [SubSequence] {
        var (found, rest): ([SubSequence], SubSequence) = ([], self[...])
        while let first = rest.firstRange(of: start), let last = rest[first.upperBound...].firstRange(of: end)
        {
            found.append(rest[first.upperBound..<last.lowerBound])
            rest = rest[last.upperBound...]
        }
        return found
    }
}
