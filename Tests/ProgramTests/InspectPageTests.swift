import Foundation
import Testing

/// The page of `inspect --html`, as a file and on standard output. `ProfilePageTests` states its contents.
@Suite struct InspectPageTests {
    private static let lines = "{\"id\": 1}\n{\"id\": null}\n"

    private func text(_ name: String, in folder: TemporaryDirectory) -> String? {
        try? String(contentsOf: folder.file(name), encoding: .utf8)
    }

    @Test func pageIsWrittenInAdditionToTable() throws {
        let folder = try TemporaryDirectory(["dump": Self.lines])
        let outcome = try Program.run("inspect --html page.html dump", in: folder)
        #expect(outcome == (try Program.run("inspect dump", in: folder)))
        #expect(text("page.html", in: folder)?.hasPrefix("<!DOCTYPE html>\n") == true)
        #expect(text("page.html", in: folder)?.hasSuffix("</html>\n") == true)
        #expect(text("page.html", in: folder)?.contains("<h1>dump</h1>\n<p>2 records, 2 paths</p>") == true)
        #expect(try folder.files == ["dump", "page.html"])
    }

    @Test func pageIsWrittenInAdditionToJSON() throws {
        let folder = try TemporaryDirectory(["dump": Self.lines])
        let outcome = try Program.run("inspect --json --html page.html dump", in: folder)
        #expect(outcome == (try Program.run("inspect --json dump", in: folder)))
        #expect(text("page.html", in: folder)?.hasSuffix("</html>\n") == true)
    }

    @Test func dashWritesPageToStandardOutputInsteadOfTable() throws {
        let folder = try TemporaryDirectory(["dump": Self.lines])
        let outcome = try Program.run("inspect --html - dump", in: folder)
        _ = try Program.run("inspect --html page.html dump", in: folder)
        #expect(outcome.output == text("page.html", in: folder))
        #expect(outcome.messages.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test func pageOfStandardInputHasItsName() throws {
        let outcome = try Program.run(
            "inspect --html - -", in: TemporaryDirectory(), input: Array(Self.lines.utf8))
        #expect(outcome.output.contains("<h1>standard input</h1>"))
    }

    /// The policy names the style and the script by their SHA-256.
    @Test(arguments: ["style", "script"])
    func policyAllowsOnlyStyleAndScriptOfPage(element: String) throws {
        let folder = try TemporaryDirectory(["dump": "[{\"a\": \"<script>x</script><style>\"}]"])
        let page = try Program.run("inspect --html - dump", in: folder).output
        let parts = page.components(separatedBy: "<\(element)>")
        #expect(parts.count == 2)
        let digits = try Program.run(
            script: "sha256sum || shasum -a 256", in: folder,
            input: Array(parts[1].components(separatedBy: "</\(element)>")[0].utf8)
        ).output.prefix { $0 != " " }
        let hash = Data(
            digits.indices.enumerated().filter { $0.offset % 2 == 0 }.compactMap {
                UInt8(digits[$0.element...].prefix(2), radix: 16)
            }
        ).base64EncodedString()
        #expect(page.contains("\(element)-src &#39;sha256-\(hash)&#39;;"), "the hash is \(hash)")
        #expect(page.contains("content=\"default-src &#39;none&#39;;"))
    }

    @Test func sameDumpGivesSamePage() throws {
        let folder = try TemporaryDirectory(["dump": Self.lines])
        for page in ["one", "two"] { _ = try Program.run(["inspect", "--html", page, "dump"], in: folder) }
        #expect(text("one", in: folder) == text("two", in: folder))
    }

    @Test func failedRunKeepsOldPage() throws {
        let folder = try TemporaryDirectory(["dump": "[1, tru", "page.html": "old"])
        let outcome = try Program.run("inspect --html page.html dump", in: folder)
        #expect(outcome.status == 65)
        #expect(text("page.html", in: folder) == "old")
        #expect(try folder.files == ["dump", "page.html"])
    }

    @Test func interruptedRunLeavesNoFile() throws {
        let folder = try TemporaryDirectory(["page.html": "old"])
        let pipe = Pipe()
        let session = try Session(["inspect", "--html", "page.html", "-"], in: folder, input: pipe)
        try pipe.fileHandleForWriting.write(contentsOf: Data("{\"id\": 1}\n".utf8))
        // The bar is drawn after the temporary file and the handler of the signal exist.
        session.terminal.read(until: "1 record")
        #expect(try folder.files.count == 2)
        session.interrupt()
        #expect(session.finish().status == 130)
        #expect(text("page.html", in: folder) == "old")
        #expect(try folder.files == ["page.html"])
    }

    @Test(arguments: [
        (
            "missing/page.html",
            "missing/page.html: cannot be written: the directory does not exist; create it first\n"
        ),
        ("folder", "folder: cannot be written: "),
    ])
    func unwritableFileIsReportedBeforeInputIsRead(page: String, message: String) throws {
        let folder = try TemporaryDirectory([String: String]())
        try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
        let outcome = try Program.run(["inspect", "--html", page, "dump that does not exist"], in: folder)
        #expect(outcome.messages.hasPrefix(message))
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 74)
    }

    #if os(Linux)
        @Test func fullDiskReportsWriteError() throws {
            let outcome = try Program.run(
                "inspect --html /dev/full dump", in: TemporaryDirectory(["dump": Self.lines]))
            #expect(outcome.messages.hasPrefix("/dev/full: writing failed after 0 bytes: the disk is full"))
            #expect(outcome.output.isEmpty)
            #expect(outcome.status == 74)
        }
    #endif

    @Test func symbolicLinkToPageIsKept() throws {
        let folder = try TemporaryDirectory(["dump": Self.lines, "page.html": "old"])
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link").path, withDestinationPath: "page.html")
        _ = try Program.run("inspect --html link dump", in: folder)
        #expect(text("page.html", in: folder)?.hasSuffix("</html>\n") == true)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path) == "page.html"
        )
    }
}
