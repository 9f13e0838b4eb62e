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
        try #require(try Program.run("inspect --html page.html dump", in: folder).status == 0)
        return folder
    }

    /// Returns the paths of the visible rows, in their order on the page.
    private func paths(_ document: String) -> [String] {
        document.matches(of: #/<tr>\s*<th scope="row"><code>(?<path>.*?)</code>/#).map { match in
            String(match.output.path).replacing(#/<.*?>/#, with: "")
        }
    }

    /// Fragments of the address, and the rows that they show.
    private static let fragments = [
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
    ]

    /// A frame of one page has each fragment, because a start of the browser takes longer than the test.
    @Test func fragmentSortsAndFiltersRows() throws {
        let folder = try page(of: Self.lines)
        let host = """
            <body>\(Self.fragments.map { "<iframe src=\"page.html#\($0.0)\"></iframe>" }.joined())<script>
            addEventListener('load', () => {
              for (const frame of document.querySelectorAll('iframe'))
                document.body.append(
                  new Comment('frame'), document.importNode(frame.contentDocument.querySelector('table'), true));
            });
            </script></body>
            """
        try Data(host.utf8).write(to: folder.file("host.html"))
        let (document, console) = try Browser.open("host.html", in: folder)
        let tables = document.components(separatedBy: "<!--frame-->").dropFirst()
        #expect(tables.count == Self.fragments.count)
        for ((fragment, expected), table) in zip(Self.fragments, tables) {
            #expect(paths(table) == expected, "\(fragment)")
        }
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

    @Test func clicksOnColumnChangeItsOrder() throws {
        let document = try run(
            """
            for (let i = 0; i < 3; i++) {
              document.querySelector('#null button').click();
              document.body.append(new Comment('click'), document.querySelector('table').cloneNode(true));
            }
            """)
        let tables = document.components(separatedBy: "<!--click-->").dropFirst()
        #expect(tables.count == 3)
        let orders = [
            ("ascending", ["$", "$.id", "$.name", "$.at", "$.email"]),
            ("descending", ["$.email", "$", "$.id", "$.name", "$.at"]),
            ("none", ["$", "$.id", "$.name", "$.email", "$.at"]),
        ]
        for ((order, expected), table) in zip(orders, tables) {
            #expect(table.contains("id=\"null\" aria-sort=\"\(order)\""))
            #expect(table.contains("id=\"path\" aria-sort=\"none\""))
            #expect(paths(table) == expected)
        }
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

    @Test func pointerOnBarShowsItsCount() throws {
        let document = try run(
            """
            for (const key of ['id', 'at']) {
              const row = [...document.querySelectorAll('tbody tr')]
                .find(row => row.cells[0].textContent.trim() === '$.' + key);
              const drawing = row.querySelector('figure svg');
              const box = drawing.getBoundingClientRect();
              drawing.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: box.left + 1, clientY: box.top }));
              document.body.append(document.getElementById('tip').cloneNode(true));
            }
            """)
        for expected in ["1: 1", "2014-04-30 22:58:08 to 2014-05-01 00:06:24: 1"] {
            #expect(document.contains(">\(expected)</div>"))
        }
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
