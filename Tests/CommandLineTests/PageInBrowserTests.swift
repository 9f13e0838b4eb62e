import Foundation
import Testing

/// The page of `inspect --html` in a browser: what its script does, and what it does not let others do.
///
/// The tests need Chromium.
@Suite(.enabled(if: Browser.url != nil)) struct PageInBrowserTests {
    private static let lines = """
        {"id": 1, "name": "Ada", "email": null, "at": "2014-05-01"}
        {"id": 20, "name": "Ben", "email": "b@example.com", "at": "2014-05-02"}
        {"id": 3, "name": "Ada", "email": null}
        """

    /// Writes the page of a dump to `page.html`.
    private func page(of text: String) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory(["dump": text])
        try #require(try Program.run(["inspect", "--html", "page.html", "dump"], in: folder).status == 0)
        return folder
    }

    /// Returns the paths of the visible rows, in their order on the page.
    private func paths(_ document: String) -> [String] {
        document.matches(of: #/<tr>\s*<th scope="row"><code>(?<path>.*?)</code>/#).map { match in
            String(match.output.path).replacing(#/<.*?>/#, with: "")
        }
    }

    @Test(arguments: [
        ("", ["$", "$.id", "$.name", "$.email", "$.at"]),
        ("sort=path", ["$", "$.at", "$.email", "$.id", "$.name"]),
        ("sort=path&order=descending", ["$.name", "$.id", "$.email", "$.at", "$"]),
        ("sort=null&order=descending", ["$.email", "$", "$.id", "$.name", "$.at"]),
        ("sort=present", ["$.at", "$", "$.id", "$.name", "$.email"]),
        ("sort=type", ["$.id", "$", "$.name", "$.email", "$.at"]),
        ("sort=frequent&order=descending", ["$.email", "$.name", "$", "$.id", "$.at"]),
        ("search=name", ["$.name"]), ("search=STRING%20date", ["$.at"]), ("search=b%40example", ["$.email"]),
        ("search=integer&sort=path", ["$.id"]), ("search=nothing", []),
        ("sort=unknown", ["$", "$.id", "$.name", "$.email", "$.at"]),
    ])
    func fragmentSortsAndFiltersRows(fragment: String, expected: [String]) throws {
        let folder = try page(of: Self.lines)
        let (document, console) = try Browser.open("page.html", fragment: fragment, in: folder)
        #expect(paths(document) == expected)
        #expect(console.isEmpty)
    }

    /// Runs a script in a copy of the page that allows other scripts.
    private func run(_ script: String) throws -> String {
        let folder = try page(of: Self.lines)
        let text = try String(contentsOf: folder.file("page.html"), encoding: .utf8)
            .replacing(#/script-src &#39;sha256-.*?&#39;/#, with: "script-src 'unsafe-inline'")
            .replacing("</body>", with: "<script>\(script)</script></body>")
        try Data(text.utf8).write(to: folder.file("page.html"))
        let (document, console) = try Browser.open("page.html", in: folder)
        #expect(console.isEmpty)
        return document
    }

    @Test(arguments: [
        (1, "ascending", ["$", "$.id", "$.name", "$.at", "$.email"]),
        (2, "descending", ["$.email", "$", "$.id", "$.name", "$.at"]),
        (3, "none", ["$", "$.id", "$.name", "$.email", "$.at"]),
    ])
    func clicksOnColumnChangeItsOrder(clicks: Int, order: String, expected: [String]) throws {
        let document = try run(
            "for (let i = 0; i < \(clicks); i++) document.querySelector('#null button').click();")
        #expect(document.contains("id=\"null\" aria-sort=\"\(order)\""))
        #expect(document.contains("id=\"path\" aria-sort=\"none\""))
        #expect(paths(document) == expected)
    }

    @Test func typedTextFiltersRows() throws {
        let document = try run(
            """
            const field = document.getElementById('search');
            field.value = 'string Ada';
            field.dispatchEvent(new Event('input'));
            setTimeout(() => { document.title = location.hash; }, 500);
            """)
        #expect(paths(document) == ["$.name"])
        #expect(document.contains(">1 of 5 paths</output>"))
        #expect(document.contains("<title>#search=string+Ada</title>"))
    }

    @Test(arguments: [("id", "1: 1"), ("at", "2014-04-30 22:58:08 to 2014-05-01 00:06:24: 1")])
    func pointerOnBarShowsItsCount(key: String, expected: String) throws {
        let document = try run(
            """
            const row = [...document.querySelectorAll('tbody tr')]
              .find(row => row.cells[0].textContent.trim() === '$.\(key)');
            const drawing = row.querySelector('figure svg');
            const box = drawing.getBoundingClientRect();
            drawing.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: box.left + 1, clientY: box.top }));
            """)
        #expect(document.contains(">\(expected)</div>"))
    }

    @Test func dumpRunsNoScript() throws {
        let attack =
            #"</script></code>\"'><script>document.title='run'</script><img src=x onerror=document.title='run'>"#
        let folder = try page(of: "[{\"a\": \"\(attack)\", \"\(attack)\": [\"\(attack)\"]}]")
        let (document, console) = try Browser.open("page.html", in: folder)
        #expect(document.contains("<title>dump – profile</title>"))
        #expect(!document.contains("<img"))
        #expect(document.matches(of: #/<script/#).count == 1)
        #expect(paths(document).count == 4)
        #expect(console.isEmpty)
    }

    /// Checks the policy itself: even markup that was not escaped could not run or load anything.
    @Test func policyForbidsOtherScriptsAndLoads() throws {
        let folder = try page(of: Self.lines)
        let text = try String(contentsOf: folder.file("page.html"), encoding: .utf8).replacing(
            "<footer>",
            with: """
                <script>document.title = 'run'</script><img src="other.png" onerror="document.title = 'run'">
                <p style="color: red" onclick="">x</p><footer>
                """)
        try Data(text.utf8).write(to: folder.file("page.html"))
        let (document, console) = try Browser.open("page.html", in: folder)
        #expect(document.contains("<title>dump – profile</title>"))
        #expect(console.count { $0.contains("Content Security Policy") } >= 3)
    }

    @Test func pageIsTableWithoutScript() throws {
        let folder = try page(of: Self.lines)
        let text = try String(contentsOf: folder.file("page.html"), encoding: .utf8)
            .replacing(#/<script>.*</script>/#.dotMatchesNewlines(), with: "")
        try Data(text.utf8).write(to: folder.file("page.html"))
        let (document, console) = try Browser.open("page.html", in: folder)
        #expect(paths(document) == ["$", "$.id", "$.name", "$.email", "$.at"])
        #expect(document.contains(#"<form role="search" hidden="">"#))
        #expect(!document.contains("<button"))
        #expect(console.isEmpty)
    }
}
